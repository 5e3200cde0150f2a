import { checkInFields } from "../../shared/Entities.ts"
import { entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"

const rows: ReadonlyMap<string, FieldRow> = new Map(
  [...entityTypes.map((type) => rowOf(type).fields), checkInFields].flatMap((fields) => Object.entries(fields))
)

/** The row of a field by the name that history and previews use. Entities with a field of the same name share its meaning. */
export const rowNamed = (field: string): FieldRow | undefined => rows.get(field)
