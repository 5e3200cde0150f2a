import { Schema, SchemaIssue, SchemaTransformation } from "effect"
import { exceededBound, normalized } from "../../shared/NormalForm.ts"
import { type Rule, ruleText } from "../../shared/words/Rules.ts"
import { isVisible } from "../../shared/words/VisibleText.ts"
import { breaking, documentedLength } from "./Documented.ts"

/** Counts code points, so that an emoji of two UTF-16 units counts once. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Matches most texts. Such a text is in every normal form already and has no refused characters. */
const printableAscii = /^[ -~]*$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const refusedInOneLine = /[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const refusedInMultiLine = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/
const lineBreak = /[\n\r\u0085\u2028\u2029]/
const lineBreakToKeep = /\r\n?|[\u2028\u2029]/g

const lengthRule = (minLength: number, maxLength: number): Rule => ({
  rule: "length",
  minimum: minLength,
  maximum: maxLength
})

/** The UTF-16 length is from one to two times the count, so most texts need no counting and no long text is counted. */
const hasAllowedLength = (text: string, minLength: number, maxLength: number): boolean =>
  text.length >= minLength &&
  (text.length <= maxLength || (text.length <= 2 * maxLength && codePoints(text) <= maxLength))

interface TextRules {
  /** Lengths are in code points, after normalising and trimming. */
  readonly minLength: number
  readonly maxLength: number
  readonly isMultiLine: boolean
}

/** The rule that a text breaks. The text is normalised, unless `normalized` refused it. */
const brokenRule = (text: string, { minLength, maxLength, isMultiLine }: TextRules): Rule | undefined => {
  if (!hasAllowedLength(text, minLength, maxLength)) return lengthRule(minLength, maxLength)
  if (printableAscii.test(text)) return undefined
  if (exceededBound(text, maxLength) === "marks") return { rule: "marks" }
  if (!isMultiLine && lineBreak.test(text)) return { rule: "one_line" }
  const refused = isMultiLine ? refusedInMultiLine : refusedInOneLine
  if (refused.test(text) || !text.isWellFormed()) return { rule: "no_controls" }
  return !isMultiLine && text !== "" && !isVisible(text) ? { rule: "visible" } : undefined
}

const normalizedText = (text: string, { maxLength, isMultiLine }: TextRules): string => {
  // `brokenRule` refuses such a text. The same bounds hold for results, so a stored text can be sent again.
  if (exceededBound(text, maxLength) !== undefined) return text
  if (printableAscii.test(text)) return text.trim()
  const lines = isMultiLine ? text.replaceAll(lineBreakToKeep, "\n") : text
  return (normalized(lines, "NFC", maxLength) ?? lines).trim()
}

/** How a text is kept that is sent like this, if its bounds allow it. */
export const normalForm = (text: string): string =>
  normalizedText(text, { minLength: 0, maxLength: text.length, isMultiLine: true })

const documentedRules = ({ minLength, maxLength, isMultiLine }: TextRules): string => {
  const form = isMultiLine ? "Text with tabs and line breaks" : "One line of text without control characters"
  return `${form}; ${ruleText(lengthRule(minLength, maxLength))} after normalising (NFC) and trimming.`
}

const faultIn = (text: string, rules: TextRules): SchemaIssue.Issue | undefined => {
  const rule = brokenRule(text, rules)
  return rule && new SchemaIssue.InvalidValue(breaking(rule))
}

const textSchema = (rules: TextRules) =>
  Schema.String.annotate(breaking({ rule: "text" }))
    .check(documentedLength(rules.minLength, rules.maxLength, documentedRules(rules)))
    .pipe(
      Schema.decodeTo(
        Schema.String.check(Schema.makeFilter((text: string) => faultIn(text, rules))),
        SchemaTransformation.transform({ decode: (text) => normalizedText(text, rules), encode: (text) => text })
      )
    )

/**
 * One line of text, which decoding normalises (NFC) and trims. Lengths are in code points of the result. It refuses
 * line breaks inside the text (U+0085, U+2028 and U+2029 among them), C0 and C1 controls, U+007F, U+FFFE, U+FFFF, lone
 * surrogates, texts that `NormalForm` does not normalise and text that has characters, but none that is visible.
 */
export const oneLine = (minLength: number, maxLength: number) =>
  textSchema({ minLength, maxLength, isMultiLine: false })

/** Like `oneLine`, but keeps tabs and line breaks: CRLF, a lone CR, U+2028 and U+2029 become `\n`. May be empty. */
export const multiLine = (maxLength: number) => textSchema({ minLength: 0, maxLength, isMultiLine: true })

const formerlyAllowed = /[\u007F-\u009F\u2028\u2029]/

/**
 * Whether earlier versions accepted a text unchanged that `oneLine` or `multiLine` now refuse or change; logs contain
 * such texts. They have U+007F, a C1 control, a line separator, too many marks in a row, or no visible character.
 */
export const wasAllowedBefore = (text: string): boolean =>
  formerlyAllowed.test(text) ||
  exceededBound(text, Number.POSITIVE_INFINITY) === "marks" ||
  (text.trim() !== "" && !isVisible(text))
