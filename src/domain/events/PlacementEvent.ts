import { Result, Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import { fromTo, quoted } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import type { Objective } from "../state/State.ts"
import { fieldEdit } from "./FieldEdit.ts"
import { moved, outside } from "./PositionEdit.ts"

const kept = Schema.Struct({ groupId: Fields.groupId, position: Fields.position })

/** Why a group cannot be an initiative's: it is not one of the same objective. */
export const foreignGroup = (objective: Objective, id: EntityId | null): string | null =>
  id === null || objective.groups.some((group) => group.id === id)
    ? null
    : "groupId does not name a group of the same objective"

const nameOf = (objective: Objective, id: EntityId | null): string =>
  quoted(objective.groups.find((group) => group.id === id)?.name ?? "")

/** Group and position together are one field, `placement`. */
export const updateInitiativePlacement = fieldEdit({
  target: Place.initiative,
  data: Schema.Struct({ groupId: Fields.groupId, position: Schema.optionalKey(Fields.position) }),
  kept,
  field: () => "placement",
  complete: ({ objective }, data) => {
    const count = objective.entity.initiatives.length
    const position = data.position ?? count - 1
    const refusal = foreignGroup(objective.entity, data.groupId) ?? outside(position, count)
    return refusal === null ? Result.succeed({ groupId: data.groupId, position }) : Result.fail(refusal)
  },
  current: ({ entity, index }) => ({ groupId: entity.groupId, position: index }),
  text: (placement) => JSON.stringify({ groupId: placement.groupId, position: placement.position }),
  describe: ({ objective, entity }, after, before) => {
    const subject = `moved initiative ${quoted(entity.title)}`
    if (after.groupId === before.groupId) return `${subject} from ${fromTo(before.position, after.position)}`
    return after.groupId === null
      ? `${subject} out of group ${nameOf(objective.entity, before.groupId)}`
      : `${subject} to group ${nameOf(objective.entity, after.groupId)}`
  },
  apply: ({ objective, index }, entity, placement) =>
    objective.put({
      ...objective.entity,
      initiatives: moved(
        objective.entity.initiatives.with(index, { ...entity, groupId: placement.groupId }),
        index,
        placement.position
      )
    })
})
