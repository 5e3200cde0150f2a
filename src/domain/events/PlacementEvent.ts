import { Result, Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import { invalid, type Rejection } from "../Rejection.ts"
import type { Objective } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { fieldEdit } from "./FieldEdit.ts"
import { moved, positionRefusal } from "./PositionEdit.ts"

const logged = Schema.Struct({ groupId: Fields.groupId, position: Fields.position })

/** Why an initiative of the objective cannot be in this group; null if it can. */
export const groupRefusal = (objective: Objective, id: EntityId | null): Rejection | null =>
  id === null || objective.groups.some((group) => group.id === id)
    ? null
    : invalid("groupId", { rule: "not_in_parent", type: "group" })

/** Group and position are one field, `placement`, so that a move is one edit. */
export const updateInitiativePlacement = fieldEdit({
  target: Targets.initiative,
  data: Schema.Struct({ groupId: Fields.groupId, position: Schema.optionalKey(Fields.position) }),
  logged,
  field: () => "placement",
  complete: ({ objective }, data) => {
    const count = objective.entity.initiatives.length
    const position = data.position ?? count - 1
    const refusal = groupRefusal(objective.entity, data.groupId) ?? positionRefusal(position, count)
    return refusal === null ? Result.succeed({ groupId: data.groupId, position }) : Result.fail(refusal)
  },
  current: ({ entity, index }) => ({ groupId: entity.groupId, position: index }),
  text: (placement) => JSON.stringify({ groupId: placement.groupId, position: placement.position }),
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
