import { normalized, searchable } from "../shared/NormalizedText.ts"

/** The text without control characters, as the server stores it. */
const cleaned = (text: string): string =>
  normalized(text.toWellFormed().replaceAll(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu, ""))

/** The text as the server stores a title: line breaks and tabs become spaces. */
export const oneLine = (text: string): string => cleaned(text.replaceAll(/[\t\n\r\u0085\u2028\u2029]+/g, " "))

/** The text as the server stores a description. */
export const severalLines = (text: string): string => cleaned(text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n"))

/** The lines that are not empty, trimmed. */
export const linesOf = (text: string): ReadonlyArray<string> =>
  severalLines(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** The words of a text without case, accents and what stands between them. */
export const wordsIn = (text: string): string =>
  searchable(text)
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()

/** What tells whether words are among these, or their English or German plural. */
export const patternOf = (words: string): RegExp => new RegExp(`^(?:${words})(?:s|e|i?e?n)?$`, "i")
