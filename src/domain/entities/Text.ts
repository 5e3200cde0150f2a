import { Schema, SchemaTransformation } from "effect"
import { excessOf, marksInRow, normalForm } from "../../shared/NormalForm.ts"
import { documentedLength } from "./Documented.ts"

/** Unicode code points, so that an emoji of two UTF-16 units counts once. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Printable ASCII: in every normal form already, and nothing in it is refused. Most texts are. */
const plain = /^[ -~]*$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const refusedInLine = /[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const refusedInLines = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/
const lineBreak = /[\n\r\u0085\u2028\u2029]/
const lineBreakToKeep = /\r\n?|[\u2028\u2029]/g

/** White space, default-ignorable characters and marks; U+3164 and U+FFA0 are among the second. */
const nothingVisible = /^[\s\p{Default_Ignorable_Code_Point}\p{M}\u2800\u3164\uFFA0]*$/u

const lengthRule = (minimum: number, maximum: number): string =>
  minimum === 0 ? `must have at most ${maximum} characters` : `must have ${minimum} to ${maximum} characters`

/** The UTF-16 length bounds the count on both sides: most texts need no counting, and none is long that is counted. */
const fits = (text: string, minimum: number, maximum: number): boolean =>
  text.length >= minimum && (text.length <= maximum || (text.length <= 2 * maximum && codePoints(text) <= maximum))

interface Rules {
  /** In code points, once normalised and trimmed. */
  readonly minimum: number
  readonly maximum: number
  readonly isMultiLine: boolean
}

/** What is wrong with a text that is normalised, or was too long or had too many marks for that. */
const faultOf = (text: string, { minimum, maximum, isMultiLine }: Rules): string | undefined => {
  if (!fits(text, minimum, maximum)) return lengthRule(minimum, maximum)
  if (plain.test(text)) return undefined
  if (excessOf(text, maximum) === "marks") return `must not have more than ${marksInRow} combining marks in a row`
  if (!isMultiLine && lineBreak.test(text)) return "must be on one line"
  const refused = isMultiLine ? refusedInLines : refusedInLine
  if (refused.test(text) || !text.isWellFormed()) return "must not contain control characters"
  return minimum > 0 && nothingVisible.test(text) ? "must have a visible character" : undefined
}

const normalised = (text: string, { maximum, isMultiLine }: Rules): string => {
  // Left as it is beyond the bounds, to be refused: the same bounds hold for the result, so what is kept can be sent again.
  if (excessOf(text, maximum) !== undefined) return text
  if (plain.test(text)) return text.trim()
  const lines = isMultiLine ? text.replaceAll(lineBreakToKeep, "\n") : text
  return (normalForm(lines, "NFC", maximum) ?? lines).trim()
}

const textOf = (rules: Rules) =>
  Schema.String.annotate({ message: "must be text" })
    .check(documentedLength(rules.minimum, rules.maximum))
    .pipe(
      Schema.decodeTo(
        Schema.String.check(Schema.makeFilter((text: string) => faultOf(text, rules))),
        SchemaTransformation.transform({ decode: (text) => normalised(text, rules), encode: (text) => text })
      )
    )

/**
 * One line of text, NFC-normalised and trimmed when decoded. Lengths are in code points of the result. Refused are line
 * breaks inside it (U+0085, U+2028 and U+2029 among them), C0 and C1 controls, U+007F, U+FFFE, U+FFFF, lone surrogates,
 * what `NormalForm` does not normalise, and, unless it may be empty, text in which nothing can be seen.
 */
export const oneLine = (minimum: number, maximum: number) => textOf({ minimum, maximum, isMultiLine: false })

/** Like `oneLine`, but keeps tabs and line breaks: CRLF, a lone CR, U+2028 and U+2029 become `\n`. May be empty. */
export const multiLine = (maximum: number) => textOf({ minimum: 0, maximum, isMultiLine: true })

const takenBefore = /[\u007F-\u009F\u2028\u2029]/

/**
 * Whether earlier versions took a text as it is, which `oneLine` or `multiLine` now refuse or change: logs have such
 * texts. It has U+007F, a C1 control or a line separator in it, too many marks in a row, or nothing visible.
 */
export const wasTakenBefore = (text: string): boolean =>
  takenBefore.test(text) ||
  excessOf(text, Number.POSITIVE_INFINITY) === "marks" ||
  (text.trim() !== "" && nothingVisible.test(text))
