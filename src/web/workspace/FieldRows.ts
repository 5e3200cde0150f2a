import { checkInFields } from "../../shared/Entities.ts"
import { entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"

const rows: ReadonlyMap<string, FieldRow> = new Map(
  [...entityTypes.map((type) => rowOf(type).fields), checkInFields].flatMap((fields) => Object.entries(fields))
)

/** The row of a field by its name in history and previews, which has the same meaning in all entities. */
export const rowNamed = (field: string): FieldRow | undefined => rows.get(field)

/** Nouns of fields without a row. */
const otherNouns: Readonly<Record<string, string>> = {
  position: "position",
  placement: "position",
  principle: "link",
  parent: "parent",
  definition: "measure",
  checkIns: "number of check-ins"
}

/** What people call a field by its name in history and previews. */
export const nounOfField = (field: string): string => rowNamed(field)?.noun ?? otherNouns[field] ?? field
