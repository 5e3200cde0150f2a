import { assert, describe, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import * as Text from "../../src/domain/entities/Text.ts"
import { truncatedLine } from "../../src/shared/Quoted.ts"
import { law } from "../support/laws.ts"

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
const unseen = "refused: must have a visible character"
const marks = "refused: must not have more than 30 combining marks in a row"
const single = "refused: must be on one line"

describe("one line of text", () => {
  it.each<readonly [string, unknown, string]>([
    ["is trimmed", " \t\u00a0\ufeffabc\r\n\u2029", "abc"],
    ["is normalised (NFC)", "Cafe\u0301", "Caf\u00e9"],
    ["is counted after normalising", "e\u0301".repeat(5), "\u00e9".repeat(5)],
    ["is counted in code points", "😀".repeat(5), "😀".repeat(5)],
    ["has a maximum length", "😀".repeat(6), length],
    ["has a minimum length after trimming", " \n ", length],
    ["is counted after trimming", "     abcde     ", "abcde"],
    ["refuses a line feed", "a\nb", single],
    ["refuses a carriage return", "a\rb", single],
    ["refuses a next line (U+0085)", "a\u0085b", single],
    ["refuses a line separator", "a\u2028b", single],
    ["refuses a paragraph separator", "a\u2029b", single],
    ["refuses a null", "\u0000", control],
    ["refuses a tab inside", "a\tb", control],
    ["refuses an escape", "a\u001bb", control],
    ["refuses a lone high surrogate", "a\ud83d", control],
    ["refuses a lone low surrogate", "\ude00a", control],
    ["refuses U+FFFE", "a\ufffe", control],
    ["refuses U+FFFF", "\uffffa", control],
    ["refuses U+007F", "a\u007fb", control],
    ["refuses a C1 control", "a\u0080b", control],
    ["refuses a C1 control at its end", "a\u009f", control],
    ["must have a visible character", "\u200b\u2060", unseen],
    ["must have a visible character besides spaces and marks", "\u2800 \u3164\uffa0\u0301", unseen],
    ["keeps invisible characters beside visible ones", "a\u200db", "a\u200db"],
    ["is measured before it is trimmed", `${" ".repeat(16)}abcde`, length],
    ["is measured before it is normalised", "\u1100\u1161\u11a8".repeat(7), length],
    [
      "is normalised if it has at most four times its maximum length",
      "\u1100\u1161\u11a8".repeat(5),
      "\uac01".repeat(5)
    ],
    ["refuses a number", 5, "refused: must be text"],
    ["refuses null", null, "refused: must be text"]
  ])("%s", (_, input, expected) => {
    assert.strictEqual(line(input), expected)
  })

  it("may be empty if the minimum length is 0", () => {
    assert.strictEqual(optional("  "), "")
    assert.strictEqual(optional("\u200b"), unseen)
    assert.strictEqual(optional("abc"), "refused: must have at most 2 characters")
  })
})

describe("several lines of text", () => {
  it.each<readonly [string, string, string]>([
    ["keep line feeds and tabs", "a\n\tb", "a\n\tb"],
    ["turn CRLF and a lone CR into a line feed", "a\r\nb\rc\r\r\nd", "a\nb\nc\n\nd"],
    ["are counted after line breaks were converted", "a\r\nb\r\nc\r\nde", "a\nb\nc\nde"],
    ["have a maximum length", "123456789", "refused: must have at most 8 characters"],
    ["are trimmed", "\r\n a \r\n", "a"],
    ["may be empty", " \n ", ""],
    ["turn line and paragraph separators into line feeds", "a\u2028b\u2029c", "a\nb\nc"],
    ["may have no visible character", "\u200b", "\u200b"],
    ["refuse a next line (U+0085), which is a C1 control", "a\u0085b", control],
    ["refuse U+007F", "a\u007f", control],
    ["refuse a vertical tab", "a\u000bb", control],
    ["refuse a null", "a\u0000", control],
    ["refuse a lone surrogate", "a\ud800b", control],
    ["refuse U+FFFF", "a\uffffb", control]
  ])("%s", (_, input, expected) => {
    assert.strictEqual(lines(input), expected)
  })

  law("a decoded text decodes to itself", { text: Schema.String }, ({ text }) => {
    const once = lines(text)
    if (!once.startsWith("refused")) assert.strictEqual(lines(once), once)
  })
})

describe("combining marks", () => {
  const long = decoder(Text.oneLine(1, 250))

  it("are accepted up to 30 in a row, anywhere in a text", () => {
    const thirty = `a${"\u0316".repeat(30)}`
    assert.strictEqual(long(thirty), thirty)
    assert.strictEqual(long(thirty.repeat(3)), thirty.repeat(3))
    assert.strictEqual(long(`${thirty}\u0316`), marks)
    assert.strictEqual(long(`b${"\u{1d165}".repeat(31)}`), marks, "outside of the basic plane")
    for (let before = 0; before < 70; before++) {
      assert.strictEqual(long(`${"x".repeat(before)}y${"\u0316".repeat(31)}z`), marks, `after ${before}`)
      assert.strictEqual(long(`${"x".repeat(before)}y${"\u{1d165}".repeat(31)}`), marks, `after ${before}, surrogates`)
    }
  })

  it("are counted as sent, so that a precomposed letter with an accent does not count", () => {
    const composed = `\u00e9${"\u0316".repeat(30)}`
    assert.strictEqual(long(composed), composed.normalize("NFC"))
  })

  it("are counted again in the normalised text, so that a stored text can be sent again", () => {
    // NFC turns U+0344 into two marks.
    assert.strictEqual(long(`a${"\u0344".repeat(15)}`), `a${"\u0344".repeat(15)}`.normalize("NFC"))
    assert.strictEqual(long(`a${"\u0344".repeat(16)}`), marks)
  })

  it("are at most 93 in a row while normalising, when 30 were sent", () => {
    const isMark = (character = "") => /\p{M}/u.test(character)
    let [fromMark, fromLetter] = [0, 0]
    const begunByMarks: Array<string> = []
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const character = String.fromCodePoint(code)
      const decomposed = character.normalize("NFD")
      if (decomposed === character && !isMark(character)) continue
      const parts = Array.from(decomposed)
      const count = parts.filter(isMark).length
      if (isMark(character)) fromMark = Math.max(fromMark, count)
      else {
        // Marks of a letter are at its end only, where further marks may follow.
        if (isMark(parts[0])) begunByMarks.push(character)
        fromLetter = Math.max(fromLetter, count)
      }
    }
    assert.deepStrictEqual(begunByMarks, [])
    assert.deepStrictEqual({ fromMark, fromLetter }, { fromMark: 3, fromLetter: 3 })
  })
})

describe("texts of older logs", () => {
  it.each(["a\u007f", "\u0080a", "a\u2028b", "\u200b", `a${"\u0301".repeat(31)}`])("%j was allowed before", (text) => {
    assert.isTrue(Text.wasAllowedBefore(text))
  })

  it.each(["", " ", "plain", "caf\u00e9", "a\nb", "a\u200bb"])("%j is not such a text", (text) => {
    assert.isFalse(Text.wasAllowedBefore(text))
  })
})

describe("truncatedLine", () => {
  law("is safe to store, on one line and within its length", { text: Schema.String }, ({ text }) => {
    const short = truncatedLine(text, 5)
    assert.isTrue(short.isWellFormed() && Array.from(short).length <= 5)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts that they are absent
    assert.notMatch(short, /[\u0000-\u001f\u2028\u2029\ufffe\uffff]/)
  })

  it("keeps a text that fits, and ends in … if it was cut", () => {
    assert.strictEqual(truncatedLine("😀😀😀", 3), "😀😀😀")
    assert.strictEqual(truncatedLine("😀😀😀😀", 3), "😀😀…")
    assert.strictEqual(truncatedLine("ab c", 3), "ab…")
  })
})
