import { checkInFields } from "../../shared/Entities.ts"
import { entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"

const rows: ReadonlyMap<string, FieldRow> = new Map(
  [...entityTypes.map((type) => rowOf(type).fields), checkInFields].flatMap((fields) => Object.entries(fields))
)

/** By the name that history and previews give; entities that share a name share its meaning. */
export const rowNamed = (field: string): FieldRow | undefined => rows.get(field)
