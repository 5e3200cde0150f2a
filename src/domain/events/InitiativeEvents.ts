import { Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Initiative } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { groupRefusal } from "./PlacementEvent.ts"

export const createInitiative = partCreation<
  "initiative",
  Targets.PartLocation<Initiative>,
  "initiatives",
  { readonly groupId: EntityId | null }
>({
  target: Targets.initiative,
  list: "initiatives",
  extra: {
    data: { groupId: Schema.optionalKey(Fields.groupId) },
    complete: ({ groupId = null }) => ({ groupId })
  },
  refusal: ({ entity }, { groupId = null }) => groupRefusal(entity, groupId),
  make: (made) => made,
  returned: ({ groups }, { entity }) => ({
    entity: { ...entity, groupId: groups.find(({ id }) => id === entity.groupId)?.id ?? null }
  })
})

export const deleteInitiative = partDeletion(Targets.initiative, "initiatives")
