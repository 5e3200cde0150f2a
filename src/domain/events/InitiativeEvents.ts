import { Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { groupRefusal } from "./PlacementEvent.ts"

export const createInitiative = partCreation<"initiative", "initiatives", { readonly groupId: EntityId | null }>({
  type: "initiative",
  list: "initiatives",
  extra: {
    data: { groupId: Schema.optionalKey(Fields.groupId) },
    complete: ({ groupId = null }) => ({ groupId })
  },
  refusal: ({ entity }, { groupId = null }) => groupRefusal(entity, groupId),
  make: (made) => made
})

export const deleteInitiative = partDeletion(Targets.initiative, "initiatives")
