import { Result, Schema } from "effect"
import type { EffectCode } from "../../shared/words/Facts.ts"
import type { Touched } from "../Event.ts"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import * as Targets from "../state/Targets.ts"
import { transitivelyTouched } from "./EventDefinition.ts"
import { fieldEdit } from "./FieldEdit.ts"
import { parentRefusal } from "./ParentRules.ts"

const data = Schema.Struct({ parentId: Fields.parentId })

const touchedIf = (id: EntityId | null, code: EffectCode): ReadonlyArray<Touched> =>
  id === null ? [] : [transitivelyTouched("objective", { id }, code)]

export const updateObjectiveParent = fieldEdit({
  target: Targets.objective,
  data,
  logged: data,
  field: () => "parent",
  complete: ({ entity }, wanted, state) => {
    const refusal = parentRefusal(state, entity.id, wanted.parentId)
    return refusal === null ? Result.succeed(wanted) : Result.fail(refusal)
  },
  current: ({ entity }) => ({ parentId: entity.parentId }),
  text: ({ parentId }) => parentId ?? "",
  apply: (location, entity, { parentId }) => location.replaceWith({ ...entity, parentId }),
  touched: ({ entity }, { parentId }) => [
    ...touchedIf(entity.parentId, "unsupported"),
    ...touchedIf(parentId, "supported")
  ]
})
