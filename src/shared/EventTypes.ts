import { type EntityRow, type EntityType, entities, sharedEdits } from "./Entities.ts"
import type { FieldValue } from "./FieldRow.ts"

type Entities = typeof entities

type KeysWithout<Rows, Mark> = { [F in keyof Rows]: Rows[F] extends Mark ? never : F }[keyof Rows] & string

/** The fields that have an event type of their own. */
export type EditedField<T extends EntityType> = KeysWithout<Entities[T]["fields"], { readonly partOf: string }>

/** The names of the fields that are edited as a part of another. */
export type PartField<T extends EntityType> = Exclude<keyof Entities[T]["fields"] & string, EditedField<T>>

/** The fields that a creation must contain. */
export type RequiredField<T extends EntityType> = KeysWithout<Entities[T]["fields"], { readonly initial: FieldValue }>

type SnakeCase<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${SnakeCase<Rest>}`
  : S

/** The name of the edit of a field. */
type EditName<T extends EntityType, F extends string> = F extends keyof Entities[T]["fields"]
  ? Entities[T]["fields"][F] extends { readonly edit: infer E extends string }
    ? E
    : F
  : F

type SharedEdit = (typeof sharedEdits)[number]

export type EditType<T extends EntityType, F extends string> =
  EditName<T, F> extends infer E extends string
    ? E extends SharedEdit
      ? `update_${E}`
      : `update_${T}_${SnakeCase<E>}`
    : never

type Moves<T extends EntityType> = Entities[T] extends { readonly moves: infer M extends string } ? M : never
type Links<T extends EntityType> = Entities[T] extends { readonly links: ReadonlyArray<infer L extends string> }
  ? L
  : never

export type EventType =
  | { [T in EntityType]: `${"create" | "delete"}_${T}` | EditType<T, EditedField<T> | Moves<T> | Links<T>> }[EntityType]
  | "restore_history"

export const entityTypes = Object.keys(entities) as ReadonlyArray<EntityType>

/** The row of an entity whose type is known only at run time. */
export const rowOf = (type: EntityType): EntityRow => entities[type]

const edited = new Map<EntityType, ReadonlyArray<string>>(
  entityTypes.map((type) => {
    const { fields } = rowOf(type)
    return [type, Object.keys(fields).filter((field) => fields[field]?.partOf === undefined)]
  })
)

/** The names of the fields that have an event type of their own. */
export const editedFields = <T extends EntityType>(type: T) => (edited.get(type) ?? []) as ReadonlyArray<EditedField<T>>

const isShared = (edit: string): boolean => sharedEdits.some((shared) => shared === edit)

/** `update_objective_status`, or `update_description` where entities share the edit. */
export const editType = <T extends EntityType, F extends string>(type: T, field: F) => {
  const edit: string = rowOf(type).fields[field]?.edit ?? field
  return (isShared(edit) ? `update_${edit}` : `update_${type}_${edit}`) as EditType<T, F>
}

/** The types of submissions. Their order is that of the API's contract. */
export const eventTypes = [
  ...new Set(
    entityTypes.flatMap((type) => {
      const { moves, links = [] } = rowOf(type)
      const edits = [...editedFields(type), ...(moves === undefined ? [] : [moves]), ...links]
      const own = edits.map((field) => editType(type, field)).filter((edit) => edit.startsWith(`update_${type}_`))
      return [`create_${type}`, ...own, `delete_${type}`]
    })
  ),
  ...sharedEdits.map((edit) => `update_${edit}`),
  "restore_history"
] as ReadonlyArray<string> as ReadonlyArray<EventType>

/** The types of version 1 that logs have for ever, each with the type that took its place in submissions. */
export const retiredTypes = {
  update_principle_description: "update_description",
  update_principle_position: "update_position",
  update_objective_description: "update_description",
  update_objective_due_date: "update_objective_dates",
  update_objective_position: "update_position"
} as const satisfies Record<string, EventType>

export type RetiredType = keyof typeof retiredTypes

/** The type of an event in a log. */
export type LoggedType = EventType | RetiredType

export const loggedTypes: ReadonlyArray<LoggedType> = [
  ...eventTypes,
  ...(Object.keys(retiredTypes) as Array<RetiredType>)
]

export const isRetired = (type: string): type is RetiredType => Object.hasOwn(retiredTypes, type)

/** What follows the rule that a retired type breaks in a request; empty for other texts. */
export const insteadOfRetired = (type: string): string =>
  isRetired(type) ? `; send ${currentType(type)} instead of the retired ${type}` : ""

/** The type that submissions have now in place of this one. */
export const currentType = (type: LoggedType): EventType => (isRetired(type) ? retiredTypes[type] : type)
