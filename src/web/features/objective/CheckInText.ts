/** A check-in as it is typed: a value that is no number yet is kept as its text. */
export interface CheckIn {
  readonly value: number | string
  readonly confidence: number | null
  readonly note: string
}

/** The text of the field `progress.value`, as the server writes it. */
export const textOf = ({ value, confidence, note }: CheckIn): string => JSON.stringify({ value, confidence, note })

export const readCheckIn = (text: string): CheckIn => JSON.parse(text)
