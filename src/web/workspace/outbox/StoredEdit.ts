import { type Field, isField } from "../Field.ts"
import { type Edit, newEdit, type SeenValue, type SentValue } from "./Edit.ts"

export interface StoredEdit {
  readonly field: Field
  readonly edit: Edit
}

type Members = Readonly<Record<string, unknown>>

const isSeen = (value: unknown): value is SeenValue => {
  const { value: seen, sequenceNumber }: Members = Object(value)
  return seen !== undefined && typeof sequenceNumber === "number"
}

const isSent = (value: unknown): value is SentValue => {
  const { value: sent, lastSeen, key }: Members = Object(value)
  return sent !== undefined && typeof lastSeen === "number" && typeof key === "string"
}

/**
 * Decodes a stored edit; undefined for any other shape. An edit that was being saved comes back as `waiting`, since its
 * submission may or may not have arrived.
 */
export const readEdit = (stored: unknown): StoredEdit | undefined => {
  const { field, edit }: Members = Object(stored)
  const { base, mine, sent, found, wanted, phase, reason } = Object(edit) as Partial<Edit>
  if (!isField(field) || !isSeen(base) || mine === undefined) return undefined
  const isRefused = phase === "refused" && typeof reason === "string"
  return {
    field,
    edit: {
      ...newEdit(base),
      mine,
      phase: isSent(sent) ? "waiting" : isRefused ? "refused" : "typing",
      reason: isRefused ? reason : "",
      sent: isSent(sent) ? sent : undefined,
      found: isSeen(found) ? found : undefined,
      wanted: wanted === true
    }
  }
}
