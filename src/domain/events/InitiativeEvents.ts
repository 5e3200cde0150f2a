import { Schema } from "effect"
import * as Fields from "../Fields.ts"
import type { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import { partCreation } from "./Creation.ts"
import { deletion } from "./Deletion.ts"
import { foreignGroup } from "./PlacementEvent.ts"

export const createInitiative = partCreation<"initiative", { readonly groupId: EntityId | null }>({
  type: "initiative",
  list: ({ initiatives }) => initiatives,
  extra: {
    data: { groupId: Schema.optionalKey(Fields.groupId) },
    complete: ({ groupId = null }) => ({ groupId })
  },
  refusal: ({ entity }, { groupId = null }) => foreignGroup(entity, groupId),
  add: (objective, made) => ({ ...objective, initiatives: [...objective.initiatives, made] })
})

export const deleteInitiative = deletion({
  target: Place.initiative,
  remove: ({ objective, entity }) => ({
    team: objective.put({
      ...objective.entity,
      initiatives: objective.entity.initiatives.filter((initiative) => initiative !== entity)
    }),
    below: [],
    changed: []
  })
})
