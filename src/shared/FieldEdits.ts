import type { EntityType } from "./Entities.ts"
import { type EditedField, type EventType, editedFields, editType, entityTypes, rowOf } from "./EventTypes.ts"
import type { FieldValue, Form } from "./FieldRow.ts"

/** The `data` of an edit. */
export type EditData = Readonly<Record<string, FieldValue | boolean>>

/** The event that edits a field, and its data for a text: the one that history and conflicts show. */
export interface FieldEditing {
  readonly eventType: EventType
  /** `pair` is the principle's id where the field is a link. */
  readonly data: (text: string, pair: string) => EditData
}

/**
 * The text of a placement is JSON of `groupId` and `position`, that of a check-in of `value`, `confidence` and `note`,
 * that of a measure's definition of `name`, `unit`, `start` and `target`.
 */
const json = (text: string): EditData => JSON.parse(text)

const valueOf = (form: Form | undefined, text: string): FieldValue => {
  if (form === "quantity") return Number(text)
  if (form !== "date" && form !== "confidence") return text
  if (text === "") return null
  return form === "date" ? text : Number(text)
}

const editing = (eventType: EventType, data: FieldEditing["data"]): FieldEditing => ({ eventType, data })

type Edited = { [T in EntityType]: `${T}.${EditedField<T>}` }[EntityType]

const edited = Object.fromEntries(
  entityTypes.flatMap((type) =>
    editedFields(type).map((name) => [
      `${type}.${name}`,
      editing(editType(type, name), (text) => ({ [name]: valueOf(rowOf(type).fields[name]?.form, text) }))
    ])
  )
) as Readonly<Record<Edited, FieldEditing>>

/** Every field that is edited alone, as `<entity type>.<field>`; links are `objective.principle`. */
export const fieldEdits = {
  ...edited,
  "principle.position": editing("update_principle_position", (at) => ({ position: Number(at) })),
  "objective.position": editing("update_objective_position", (at) => ({ position: Number(at) })),
  "objective.principle": editing("update_objective_principle_link", (linked, principleId) => ({
    principleId,
    linked: linked === "true"
  })),
  "initiative.placement": editing("update_initiative_placement", json),
  "progress.value": editing("update_progress_value", json),
  "progress.definition": editing("update_progress_value", json)
}

export type FieldKind = keyof typeof fieldEdits

export const isFieldKind = (name: string): name is FieldKind => Object.hasOwn(fieldEdits, name)
