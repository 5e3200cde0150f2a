import * as texts from "../texts/SharedTexts.ts"

/** By how many characters a text is too long. Its length in UTF-16 units, which is never smaller, is compared first. */
export const excessOf = (text: string, maxLength: number): number =>
  text.length > maxLength ? Math.max(0, [...text.trim()].length - maxLength) : 0

/** Says by how much a text is too long; empty where it is not. */
export const lengthError = (text: string, maxLength: number): string => {
  const excess = excessOf(text, maxLength)
  return excess > 0 ? texts.common.tooLong(excess) : ""
}
