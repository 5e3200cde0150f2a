import type { EntityType } from "../../../shared/Entities.ts"
import { capitalized } from "../../texts/Fields.ts"
import { nounOfField } from "../../workspace/FieldRows.ts"

/** What people call entities of a type: one of them, or several. */
export const nounOf = (type: EntityType, count = 1): string => {
  const noun = type === "progress" ? "measure" : type
  return count === 1 ? noun : `${noun}s`
}

export const labelOfField = (field: string): string => capitalized(nounOfField(field))
