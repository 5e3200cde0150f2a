import { type Field, isField } from "../Field.ts"
import { type Edit, newEdit } from "./Edit.ts"

export interface StoredEdit {
  readonly field: Field
  readonly edit: Edit
}

/**
 * Decodes a stored edit; undefined for any other shape. An edit that was being saved comes back as `waiting`, since its
 * submission may or may not have arrived.
 */
export const readEdit = (stored: unknown): StoredEdit | undefined => {
  const { field, edit }: Partial<StoredEdit> = Object(stored)
  if (!isField(field) || edit?.mine === undefined || typeof edit.base?.sequenceNumber !== "number") return undefined
  return { field, edit: { ...newEdit(edit.base), ...edit, phase: edit.phase === "saving" ? "waiting" : edit.phase } }
}
