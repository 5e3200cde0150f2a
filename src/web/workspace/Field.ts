import type { EventData, EventType } from "../../domain/Event.ts"
import type { EntityType, entities } from "../../shared/Entities.ts"
import { type EditedField, rowOf } from "../../shared/EventTypes.ts"
import { type EditedValue, type FieldKind, fieldEdits, isFieldKind, type ValueOf } from "../../shared/FieldEdits.ts"
import type { ConflictRules } from "./outbox/EditConflict.ts"

/** How edits of these fields differ from those of others; all others conflict, and answers have their whole value. */
const rules: Readonly<Partial<Record<FieldKind, Partial<ConflictRules>>>> = {
  // Moving other entities shifts the position, which is not a conflict.
  "principle.position": { changeIsConflict: false },
  "objective.position": { changeIsConflict: false },
  "initiative.placement": { changeIsConflict: false },
  // In a conflict the server answers with the status or value alone, without note and confidence.
  "objective.status": { answerIsComplete: false },
  "progress.value": { answerIsComplete: false }
}

type TextField<T extends EntityType> = {
  [F in EditedField<T>]: (typeof entities)[T]["fields"][F] extends { readonly form: "line" | "lines" } ? F : never
}[EditedField<T>]

/** The kinds of field whose value is a text. */
export type TextKind = { [T in EntityType]: `${T}.${TextField<T>}` }[EntityType]

/** One field of one entity, the unit of conflicts; stored as JSON. `pair` is a link's principle id, else empty. */
export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind
  readonly teamId: string
  readonly entityId: string
  readonly pair: string
}

export const field = <Kind extends FieldKind>(
  kind: Kind,
  teamId: string,
  entityId: string,
  pair = ""
): Field<Kind> => ({ kind, teamId, entityId, pair })

export const keyOf = ({ kind, entityId, pair }: Field): string => `${kind} ${entityId} ${pair}`

/** The field's name in its entity, as history has it. */
export const nameOf = ({ kind }: Field): string => kind.slice(kind.indexOf(".") + 1)

export const eventTypeOf = ({ kind }: Field): EventType => fieldEdits[kind].eventType

export const dataOf = <Kind extends FieldKind>({ kind, pair }: Field<Kind>, value: ValueOf<Kind>): EventData =>
  fieldEdits[kind].dataOf(value, pair)

/** The value that an answer or a history gives as a text. */
export const valueOf = ({ kind }: Field, text: string): EditedValue => fieldEdits[kind].valueOf(text)

export const rulesOf = ({ kind }: Field): ConflictRules => ({
  changeIsConflict: true,
  answerIsComplete: true,
  ...rules[kind]
})

/** What the row of a text field says about it; `noun` is the field's, `entity` that of what has the field. */
export const textRowOf = ({ kind }: Field<TextKind>) => {
  const [type, name] = kind.split(".") as [EntityType, string]
  const { noun: entity, fields } = rowOf(type)
  const { noun = name, form, maxLength = 0, initial } = fields[name] ?? {}
  return { noun, entity, maxLength, isMultiline: form === "lines", mayBeEmpty: initial === "" }
}

/** What people call the field. */
export const nounOf = ({ kind }: Field): string => {
  const [type, name = ""] = kind.split(".") as [EntityType, string]
  return rowOf(type).fields[name]?.noun ?? name
}

/** Checks a value read from the browser's storage. */
export const isField = (value: unknown): value is Field => {
  const { kind, ...ids }: Partial<Field> = Object(value)
  return isFieldKind(String(kind)) && [ids.teamId, ids.entityId, ids.pair].every((id) => typeof id === "string")
}
