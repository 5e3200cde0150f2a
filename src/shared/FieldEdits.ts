import type { EntityType, entities } from "./Entities.ts"
import {
  currentType,
  type EditedField,
  type EventType,
  editedFields,
  editType,
  entityTypes,
  isRetired,
  type LoggedType,
  rowOf
} from "./EventTypes.ts"
import type { FieldValue, Form, ValuesOf } from "./FieldRow.ts"
import { type ObjectiveStatus, objectiveStatuses } from "./Statuses.ts"

/** The place of an initiative: its group, and its index among all initiatives of its objective. */
export type Placement = { readonly groupId: string | null; readonly position: number }

/** A status of an objective with the reason for it, which may be empty. */
export type ReasonedStatus = { readonly status: ObjectiveStatus; readonly note: string }

/** A check-in. A value that is typed and is no number is kept as it is typed. */
export type CheckIn = {
  readonly value: number | string
  readonly confidence: number | null
  readonly note: string
  /** `YYYY-MM-DD`; absent for today. */
  readonly date?: string
  /** The sequence number of the check-in that it corrects, which is taken out as soon as this one is saved. */
  readonly replaces?: number
}

/** What a measure measures. */
export type Definition = {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
}

/** The values of the fields that are not simply the value of a row. */
interface OtherValues {
  readonly "principle.position": number
  readonly "objective.position": number
  readonly "objective.status": ReasonedStatus
  readonly "objective.principle": boolean
  readonly "objective.parent": string | null
  readonly "initiative.placement": Placement
  readonly "progress.value": CheckIn
  readonly "progress.definition": Definition
}

type RowValue<T extends EntityType, F> = F extends keyof ValuesOf<(typeof entities)[T]["fields"]>
  ? ValuesOf<(typeof entities)[T]["fields"]>[F]
  : never

/** The value of a field, by its kind. */
export type ValueOf<K extends FieldKind> = K extends keyof OtherValues
  ? OtherValues[K]
  : K extends `${infer T extends EntityType}.${infer F}`
    ? RowValue<T, F>
    : never

/** The value of any field. */
export type EditedValue = FieldValue | OtherValues[keyof OtherValues]

/** The number of the check-in that a value takes the place of. */
export const replacedBy = (value: EditedValue | undefined): number | undefined =>
  typeof value === "object" && value !== null && "replaces" in value ? value.replaces : undefined

/** The `data` of an edit. */
type EditData = Readonly<Record<string, FieldValue | boolean>>

/** The event that edits a field. */
interface FieldEditing {
  readonly eventType: EventType
  /** Reads the text by which history and conflicts give a value. */
  readonly valueOf: (text: string) => EditedValue
  /** `pair` is the principle's id where the field is a link. */
  readonly dataOf: (value: EditedValue, pair: string) => EditData
}

const editing = (
  eventType: EventType,
  valueOf: FieldEditing["valueOf"],
  dataOf: FieldEditing["dataOf"]
): FieldEditing => ({ eventType, valueOf, dataOf })

const valueInForm = (form: Form | undefined, text: string): EditedValue => {
  if (form === "quantity") return Number(text)
  return form === "date" && text === "" ? null : text
}

/** The `data` of a field whose value has several members, or is the only one. */
const membersOf = (value: EditedValue, name: string): EditData =>
  typeof value === "object" && value !== null ? value : { [name]: value }

type Edited = { [T in EntityType]: `${T}.${EditedField<T>}` }[EntityType]

const edited = Object.fromEntries(
  entityTypes.flatMap((type) =>
    editedFields(type).map((name) => [
      `${type}.${name}`,
      editing(
        editType(type, name),
        (text) => valueInForm(rowOf(type).fields[name]?.form, text),
        (value) => membersOf(value, name)
      )
    ])
  )
) as Readonly<Record<Edited, FieldEditing>>

const position = editing("update_position", Number, (position) => membersOf(position, "position"))

const ofMembers = (eventType: EventType) => editing(eventType, JSON.parse, (value) => membersOf(value, ""))

/** A status that is known without its reason. */
export const reasonedStatus = (text: string): ReasonedStatus => ({
  status: objectiveStatuses.find((status) => status === text) ?? "draft",
  note: ""
})

/** Every field that is edited alone, as `<entity type>.<field>`; links to principles are `objective.principle`. */
export const fieldEdits = {
  ...edited,
  "principle.position": position,
  "objective.position": position,
  // Conflicts and history give the status alone.
  "objective.status": editing("update_objective_status", reasonedStatus, (value) => membersOf(value, "status")),
  "objective.principle": editing(
    "update_objective_principle_link",
    (text) => text === "true",
    (linked, principleId) => ({ principleId, ...membersOf(linked, "linked") })
  ),
  "objective.parent": editing(
    "update_objective_parent",
    (text) => text || null,
    (parentId) => membersOf(parentId, "parentId")
  ),
  "initiative.placement": ofMembers("update_initiative_placement"),
  // Conflicts and history give the value alone.
  "progress.value": editing(
    "update_progress_value",
    (text) => ({ value: Number(text), confidence: null, note: "" }),
    (checkIn) => {
      const { replaces: _, ...data } = membersOf(checkIn, "value")
      return data
    }
  ),
  "progress.definition": ofMembers("update_progress_value")
}

export type FieldKind = keyof typeof fieldEdits

export const isFieldKind = (name: string): name is FieldKind => Object.hasOwn(fieldEdits, name)

/** What says which field an event edits. */
export interface EditingEvent {
  readonly eventType: LoggedType
  /** The type of its entity; null if that is not known. */
  readonly entityType: EntityType | null
  readonly fieldName: string | null
  readonly data?: Readonly<Record<string, unknown>>
}

const kindsByType: ReadonlyMap<EventType, ReadonlyArray<FieldKind>> = Map.groupBy(
  Object.keys(fieldEdits) as ReadonlyArray<FieldKind>,
  (kind) => fieldEdits[kind].eventType
)

/** The type of entity and the field that a kind names. */
export const partsOfKind = (kind: FieldKind) => kind.split(".") as [type: EntityType, field: string]

/**
 * The kind of field that an event edits; undefined when it edits none. Several entities, or fields of one, may share its type:
 * then the entity's type, and the field's name or `data` tell; where nothing does, it is the first of them.
 */
export const kindOfEvent = ({ eventType, entityType, fieldName, data = {} }: EditingEvent): FieldKind | undefined => {
  const possible = kindsByType.get(currentType(eventType)) ?? []
  const isOfType = (kind: FieldKind): boolean => {
    const [ofType] = partsOfKind(kind)
    return isRetired(eventType) ? eventType.startsWith(`update_${ofType}_`) : ofType === entityType
  }
  const fits = (kind: FieldKind): boolean => {
    const [, field] = partsOfKind(kind)
    const members = field === "value" ? ["value", "retract"] : [field]
    return fieldName === null ? members.some((member) => Object.hasOwn(data, member)) : fieldName === field
  }
  const ofType = possible.filter(isOfType)
  return ofType.find(fits) ?? ofType.at(-1) ?? possible[0]
}
