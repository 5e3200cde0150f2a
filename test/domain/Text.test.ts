import { assert, describe, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import * as Text from "../../src/domain/Text.ts"
import { shortened } from "../../src/domain/Wording.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const decoder = (schema: Schema.Codec<string>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (input: unknown) =>
    Result.match(decode(input), {
      onFailure: (error) => `refused: ${format(error.issue).issues[0]?.message}`,
      onSuccess: (text) => text
    })
}

const line = decoder(Text.oneLine(1, 5))
const lines = decoder(Text.multiLine(8))
const optional = decoder(Text.oneLine(0, 2))

const length = "refused: must have 1 to 5 characters"
const control = "refused: must not contain control characters"
const single = "refused: must be on one line"

describe("one line of text", () => {
  it.each<readonly [string, unknown, string]>([
    ["is trimmed", " \t\u00a0\ufeffabc\r\n\u2029", "abc"],
    ["is composed", "Cafe\u0301", "Caf\u00e9"],
    ["is counted when composed", "e\u0301".repeat(5), "\u00e9".repeat(5)],
    ["is counted in code points", "😀".repeat(5), "😀".repeat(5)],
    ["has a longest length", "😀".repeat(6), length],
    ["has a shortest length after trimming", " \n ", length],
    ["is counted after trimming", "     abcde     ", "abcde"],
    ["takes no line feed", "a\nb", single],
    ["takes no carriage return", "a\rb", single],
    ["takes no next line", "a\u0085b", single],
    ["takes no line separator", "a\u2028b", single],
    ["takes no paragraph separator", "a\u2029b", single],
    ["takes no null", "\u0000", control],
    ["takes no tab inside", "a\tb", control],
    ["takes no escape", "a\u001bb", control],
    ["takes no lone high surrogate", "a\ud83d", control],
    ["takes no lone low surrogate", "\ude00a", control],
    ["takes no U+FFFE", "a\ufffe", control],
    ["takes no U+FFFF", "\uffffa", control],
    ["keeps U+007F and C1 controls", "a\u007f\u0080b", "a\u007f\u0080b"],
    ["is text", 5, "refused: must be text"],
    ["is not null", null, "refused: must be text"]
  ])("%s", (_, input, expected) => {
    assert.strictEqual(line(input), expected)
  })

  it("may be empty where the minimum is 0", () => {
    assert.strictEqual(optional("  "), "")
    assert.strictEqual(optional("abc"), "refused: must have at most 2 characters")
  })
})

describe("several lines of text", () => {
  it.each<readonly [string, string, string]>([
    ["keep line feeds and tabs", "a\n\tb", "a\n\tb"],
    ["make CRLF and a lone CR one line feed", "a\r\nb\rc\r\r\nd", "a\nb\nc\n\nd"],
    ["are counted after that", "a\r\nb\r\nc\r\nde", "a\nb\nc\nde"],
    ["have a longest length", "123456789", "refused: must have at most 8 characters"],
    ["are trimmed", "\r\n a \r\n", "a"],
    ["may be empty", " \n ", ""],
    ["keep separators that are no controls", "a\u2028\u0085b", "a\u2028\u0085b"],
    ["take no vertical tab", "a\u000bb", control],
    ["take no null", "a\u0000", control],
    ["take no lone surrogate", "a\ud800b", control],
    ["take no U+FFFF", "a\uffffb", control]
  ])("%s", (_, input, expected) => {
    assert.strictEqual(lines(input), expected)
  })

  it.prop("what was decoded decodes to itself", { text: Schema.String }, ({ text }) => {
    const once = lines(text)
    if (!once.startsWith("refused")) assert.strictEqual(lines(once), once)
  })
})

describe("shortened text", () => {
  it.prop("is safe to store, on one line and within its length", { text: Schema.String }, ({ text }) => {
    const short = shortened(text, 5)
    assert.isTrue(short.isWellFormed() && Array.from(short).length <= 5)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not be there
    assert.notMatch(short, /[\u0000-\u001f\u2028\u2029\ufffe\uffff]/)
  })

  it("keeps what fits and marks what was cut", () => {
    assert.strictEqual(shortened("😀😀😀", 3), "😀😀😀")
    assert.strictEqual(shortened("😀😀😀😀", 3), "😀😀…")
    assert.strictEqual(shortened("ab c", 3), "ab…")
  })
})
