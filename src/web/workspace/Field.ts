import type { EventData, EventType } from "../../domain/Event.ts"
import type { EntityType, entities } from "../../shared/Entities.ts"
import { type EditedField, editedFields, editType, entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { FieldValue, Form } from "../../shared/FieldRow.ts"
import type { ConflictRules } from "./Draft.ts"

/** How a field's text is submitted. The text is the one that history and conflicts show. */
interface Kind extends ConflictRules {
  readonly eventType: EventType
  readonly data: (text: string, pair: string) => EventData
}

const kind = (eventType: EventType, data: Kind["data"], changeIsConflict = true, textIsComplete = true): Kind => ({
  eventType,
  data,
  changeIsConflict,
  textIsComplete
})

/**
 * The text of a placement is JSON of `groupId` and `position`, that of a check-in of `value`, `confidence` and `note`,
 * that of a measure's definition of `name`, `unit`, `start` and `target`.
 */
const json = (text: string): EventData => JSON.parse(text)

const valueOf = (form: Form | undefined, text: string): FieldValue => {
  if (form === "quantity") return Number(text)
  if (form !== "date" && form !== "confidence") return text
  if (text === "") return null
  return form === "date" ? text : Number(text)
}

type Edited = { [T in EntityType]: `${T}.${EditedField<T>}` }[EntityType]

const edited = Object.fromEntries(
  entityTypes.flatMap((type) =>
    editedFields(type).map((name) => [
      `${type}.${name}`,
      kind(editType(type, name), (text) => ({ [name]: valueOf(rowOf(type).fields[name]?.form, text) }))
    ])
  )
) as Readonly<Record<Edited, Kind>>

const kinds = {
  ...edited,
  // Moving other entities shifts the position, which is not a conflict.
  "principle.position": kind("update_principle_position", (at) => ({ position: Number(at) }), false),
  "objective.position": kind("update_objective_position", (at) => ({ position: Number(at) }), false),
  "objective.principle": kind("update_objective_principle_link", (linked, principleId) => ({
    principleId,
    linked: linked === "true"
  })),
  "initiative.placement": kind("update_initiative_placement", json, false),
  // In a conflict the server answers with the value alone, without confidence and note.
  "progress.value": kind("update_progress_value", json, true, false),
  "progress.definition": kind("update_progress_value", json)
}

export type FieldKind = keyof typeof kinds

export const isFieldKind = (name: string): name is FieldKind => Object.hasOwn(kinds, name)

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

export const eventTypeOf = ({ kind }: Field): EventType => kinds[kind].eventType

export const dataOf = ({ kind, pair }: Field, text: string): EventData => kinds[kind].data(text, pair)

export const rulesOf = ({ kind }: Field): ConflictRules => kinds[kind]

/** What the row of a text field says about it; `noun` is the field's, `entity` that of what has the field. */
export const textRowOf = ({ kind }: Field<TextKind>) => {
  const [type, name] = kind.split(".") as [EntityType, string]
  const { noun: entity, fields } = rowOf(type)
  const { noun = name, form, maxLength = 0, initial } = fields[name] ?? {}
  return { noun, entity, maxLength, isMultiline: form === "lines", mayBeEmpty: initial === "" }
}

/** Whether a value read from the browser's storage has a text under each of the names. */
export const hasTexts = <Name extends string>(
  value: unknown,
  ...names: ReadonlyArray<Name>
): value is Readonly<Record<Name, string> & Record<string, unknown>> =>
  names.every((name) => typeof Object(value)[name] === "string")

/** Checks a value read from the browser's storage. */
export const isField = (value: unknown): value is Field =>
  hasTexts(value, "kind", "teamId", "entityId", "pair") && isFieldKind(value.kind)

/** The kind of field that events of this type edit; undefined when they edit none. */
export const kindOfEvent = (eventType: EventType): FieldKind | undefined =>
  (Object.keys(kinds) as ReadonlyArray<FieldKind>).find((name) => kinds[name].eventType === eventType)
