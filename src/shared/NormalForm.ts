/**
 * Both the server and the page normalise text here only; nothing else calls `String.prototype.normalize`.
 *
 * Normalising takes quadratic time for a run of combining marks: 31,000 of them stop the event loop for two seconds. So
 * a text is measured first, and a text that exceeds a bound is not normalised at all:
 *
 * - It has at most 4 UTF-16 units for each character that its limit allows. No text that is within its limit once it is
 *   normalised and trimmed needs more, apart from one padded with white space.
 * - It has at most 30 marks (characters of the general category M) in a row. 30 is the number of UAX #15, section 13,
 *   "Stream-Safe Text Format"; but that counts after the decomposition (NFKD), and this counts the characters as they
 *   are sent: a precomposed letter is no mark, though it decomposes into a letter and up to three marks, and a mark
 *   counts once, though it may decompose into three. NFC may therefore have to sort more than 30 marks, but never
 *   more than 93, which takes microseconds. Written language needs fewer than ten.
 */

export const maxMarksInRow = 30

const maxUnitsPerCharacter = 4

const tooManyMarks = new RegExp(`\\p{M}{${maxMarksInRow + 1}}`, "u")

const isMarkOrSurrogate = /[\p{M}\uD800-\uDFFF]/u

/**
 * Looks at every 31st UTF-16 unit, since a run of more than 30 marks covers at least one of them. Searching all of a
 * text that is not Latin for the class would take ten times as long as everything else that is done to the text.
 */
const mayHaveTooManyMarks = (text: string): boolean => {
  for (let at = maxMarksInRow; at < text.length; at += maxMarksInRow + 1) {
    if (isMarkOrSurrogate.test(text.charAt(at))) return true
  }
  return false
}

/** The bound that a text exceeds. */
type NormalFormBound = "length" | "marks"

/** The bound that keeps a text from being normalised, if any. `limit` is in code points of the normalised text. */
export const exceededBound = (text: string, limit: number): NormalFormBound | undefined => {
  if (text.length > maxUnitsPerCharacter * limit) return "length"
  return mayHaveTooManyMarks(text) && tooManyMarks.test(text) ? "marks" : undefined
}

/** Undefined for a text that exceeds a bound. `limit` is in code points of the result. */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD", limit: number): string | undefined =>
  exceededBound(text, limit) === undefined ? text.normalize(form) : undefined
