import { Schema, SchemaTransformation } from "effect"

/** Unicode code points, so that an emoji of two UTF-16 units counts once. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const refusedInLine = /[\u0000-\u001F\uFFFE\uFFFF]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const refusedInLines = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/
const lineBreak = /[\n\r\u0085\u2028\u2029]/

const lengthRule = (minimum: number, maximum: number): string =>
  minimum === 0 ? `must have at most ${maximum} characters` : `must have ${minimum} to ${maximum} characters`

/** UTF-16 length bounds the count from above: most texts need no counting. */
const fits = (text: string, minimum: number, maximum: number): boolean =>
  text.length >= minimum && (text.length <= maximum || codePoints(text) <= maximum)

const normalised = (normalise: (text: string) => string, fault: (text: string) => string | undefined) =>
  Schema.String.annotate({ message: "must be text" }).pipe(
    Schema.decodeTo(
      Schema.String.check(Schema.makeFilter(fault)),
      SchemaTransformation.transform({ decode: normalise, encode: (text) => text })
    )
  )

/**
 * One line of text, NFC-normalised and trimmed when decoded. Lengths are in code points of the result; line breaks
 * (U+0085, U+2028 and U+2029 among them), C0 controls, U+FFFE, U+FFFF and lone surrogates inside it are refused.
 */
export const oneLine = (minimum: number, maximum: number) => {
  const length = lengthRule(minimum, maximum)
  return normalised(
    (text) => text.normalize("NFC").trim(),
    (text) => {
      if (!fits(text, minimum, maximum)) return length
      if (lineBreak.test(text)) return "must be on one line"
      return refusedInLine.test(text) || !text.isWellFormed() ? "must not contain control characters" : undefined
    }
  )
}

/** Like `oneLine`, but keeps tabs and line breaks; CRLF and a lone CR become `\n`. May be empty. */
export const multiLine = (maximum: number) => {
  const length = lengthRule(0, maximum)
  return normalised(
    (text) => text.replaceAll(/\r\n?/g, "\n").normalize("NFC").trim(),
    (text) => {
      if (!fits(text, 0, maximum)) return length
      return refusedInLines.test(text) || !text.isWellFormed() ? "must not contain control characters" : undefined
    }
  )
}
