import { confidenceOf } from "./CheckIns.ts"
import { inUnit } from "./Definition.ts"

/** A check-in as typed. A value that is not a number is kept as text. */
export interface CheckIn {
  readonly value: number | string
  readonly confidence: number | null
  readonly note: string
}

/** The text of the field `progress.value`, in the form the server uses. */
export const textOf = ({ value, confidence, note }: CheckIn): string => JSON.stringify({ value, confidence, note })

export const readCheckIn = (text: string): CheckIn => JSON.parse(text)

/** The text of the field for people. */
export const checkInLabel = (unit: string) => (text: string) => {
  const { value, confidence, note } = readCheckIn(text)
  const parts = [
    typeof value === "number" ? inUnit(value, unit) : value,
    confidence === null ? "" : confidenceOf(confidence),
    note
  ]
  return parts.filter((part) => part !== "").join(" · ")
}
