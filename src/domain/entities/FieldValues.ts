import { checkInFields, type EntityType, type entities } from "../../shared/Entities.ts"
import { editedFields, entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { FieldValue, ValuesOf } from "../../shared/FieldRow.ts"

export type Values<T extends EntityType> = ValuesOf<(typeof entities)[T]["fields"]>
export type CheckInValues = ValuesOf<typeof checkInFields>

/** The value of a field whose name is known only at run time. By index: encoding a state does this for everything in it. */
export const valueOf = (entity: object, field: string) =>
  (entity as Readonly<Record<string, unknown>>)[field] as FieldValue

/** A value as history and previews give it; empty where it is not set. */
export const textOf = (value: FieldValue): string => {
  if (value === null) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

const picked = (entity: object, fields: ReadonlyArray<string>): Readonly<Record<string, FieldValue>> => {
  const values: Record<string, FieldValue> = {}
  for (const field of fields) values[field] = valueOf(entity, field)
  return values
}

const all = new Map(entityTypes.map((type) => [type, Object.keys(rowOf(type).fields)]))

/** The fields of an entity and nothing else, in the order of their rows. */
export const valuesOf = <T extends EntityType>(type: T, entity: Values<T>) =>
  picked(entity, all.get(type) ?? []) as Values<T>

const checkIn = Object.keys(checkInFields)

export const checkInValuesOf = (entity: CheckInValues) => picked(entity, checkIn) as CheckInValues

/** The fields an event edits. */
export const editedValuesOf = (type: EntityType, entity: object) => picked(entity, editedFields(type))
