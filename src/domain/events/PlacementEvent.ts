import { Result, Schema } from "effect"
import { quoted } from "../../shared/Quoted.ts"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import { fromTo } from "../entities/Wording.ts"
import type { Objective } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { fieldEdit } from "./FieldEdit.ts"
import { moved, positionRefusalReason } from "./PositionEdit.ts"

const logged = Schema.Struct({ groupId: Fields.groupId, position: Fields.position })

/** Why an initiative of the objective cannot be in this group; null if it can. */
export const groupRefusalReason = (objective: Objective, id: EntityId | null): string | null =>
  id === null || objective.groups.some((group) => group.id === id)
    ? null
    : "groupId does not name a group of the same objective"

const quotedGroupName = (objective: Objective, id: EntityId | null): string =>
  quoted(objective.groups.find((group) => group.id === id)?.name ?? "")

/** Group and position are one field, `placement`, so that a move is one edit. */
export const updateInitiativePlacement = fieldEdit({
  target: Targets.initiative,
  data: Schema.Struct({ groupId: Fields.groupId, position: Schema.optionalKey(Fields.position) }),
  logged,
  field: () => "placement",
  complete: ({ objective }, data) => {
    const count = objective.entity.initiatives.length
    const position = data.position ?? count - 1
    const refusal = groupRefusalReason(objective.entity, data.groupId) ?? positionRefusalReason(position, count)
    return refusal === null ? Result.succeed({ groupId: data.groupId, position }) : Result.fail(refusal)
  },
  current: ({ entity, index }) => ({ groupId: entity.groupId, position: index }),
  text: (placement) => JSON.stringify({ groupId: placement.groupId, position: placement.position }),
  describe: ({ objective, entity }, after, before) => {
    const subject = `moved initiative ${quoted(entity.title)}`
    if (after.groupId === before.groupId) return `${subject} from ${fromTo(before.position, after.position)}`
    return after.groupId === null
      ? `${subject} out of group ${quotedGroupName(objective.entity, before.groupId)}`
      : `${subject} to group ${quotedGroupName(objective.entity, after.groupId)}`
  },
  apply: ({ objective, index }, entity, placement) =>
    objective.replaceWith({
      ...objective.entity,
      initiatives: moved(
        objective.entity.initiatives.with(index, { ...entity, groupId: placement.groupId }),
        index,
        placement.position
      )
    })
})
