import { type EntityRow, type EntityType, entities } from "./Entities.ts"
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

export type EditType<T extends EntityType, F extends string> = `update_${T}_${SnakeCase<F>}`

type Moves<T extends EntityType> = Entities[T] extends { readonly moves: infer M extends string } ? M : never
type Links<T extends EntityType> = Entities[T] extends { readonly links: infer L extends string } ? L : never

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

/** `update_objective_due_date` */
export const editType = <T extends EntityType, F extends string>(type: T, field: F) =>
  `update_${type}_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}` as EditType<T, F>

/** Their order is that of the API's contract. */
export const eventTypes = [
  ...entityTypes.flatMap((type) => {
    const { moves, links } = rowOf(type)
    const edits = [...editedFields(type), moves, links].filter((field) => field !== undefined)
    return [`create_${type}`, ...edits.map((field) => editType(type, field)), `delete_${type}`]
  }),
  "restore_history"
] as ReadonlyArray<EventType>
