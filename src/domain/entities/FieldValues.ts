import { checkInFields, type EntityType, type entities } from "../../shared/Entities.ts"
import { editedFields, entityTypes, type PartField, rowOf } from "../../shared/EventTypes.ts"
import type { FieldValue, ValuesOf } from "../../shared/FieldRow.ts"

export type Values<T extends EntityType> = ValuesOf<(typeof entities)[T]["fields"]>
export type CheckInValues = ValuesOf<typeof checkInFields>

/** The value of a field by its name. An index access, since encoding a state calls it for every field. */
export const valueOf = (entity: object, field: string) =>
  (entity as Readonly<Record<string, unknown>>)[field] as FieldValue

/** The text of a value in history and previews; empty where it is not set. */
export const valueText = (value: FieldValue): string => {
  if (value === null) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

const pickFields = (entity: object, fields: ReadonlyArray<string>): Readonly<Record<string, FieldValue>> => {
  const values: Record<string, FieldValue> = {}
  for (const field of fields) values[field] = valueOf(entity, field)
  return values
}

const fieldNames = new Map(entityTypes.map((type) => [type, Object.keys(rowOf(type).fields)]))

/** Only the fields of an entity, in the order of their rows. */
export const valuesOf = <T extends EntityType>(type: T, entity: Values<T>) =>
  pickFields(entity, fieldNames.get(type) ?? []) as Values<T>

const checkInFieldNames = Object.keys(checkInFields)

export const checkInValuesOf = (entity: CheckInValues) => pickFields(entity, checkInFieldNames) as CheckInValues

const partsOf = (type: EntityType) => {
  const { fields } = rowOf(type)
  return Object.keys(fields).filter((field) => fields[field]?.partOf !== undefined)
}

const partNames = new Map(entityTypes.map((type) => [type, partsOf(type)]))

/** Only the fields that are edited as a part of another, in the order of their rows. */
export const partValuesOf = <T extends EntityType>(type: T, entity: Pick<Values<T>, PartField<T> & keyof Values<T>>) =>
  pickFields(entity, partNames.get(type) ?? []) as Pick<Values<T>, PartField<T> & keyof Values<T>>

/** Only the fields that an event type exists for. */
export const editedValuesOf = (type: EntityType, entity: object) => pickFields(entity, editedFields(type))
