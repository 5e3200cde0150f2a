import { assert, describe, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import * as Text from "../../src/domain/entities/Text.ts"
import { truncatedLine } from "../../src/domain/entities/Wording.ts"

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
    ["takes no U+007F", "a\u007fb", control],
    ["takes no C1 control", "a\u0080b", control],
    ["takes no C1 control at its end", "a\u009f", control],
    ["has something to be seen", "\u200b\u2060", unseen],
    ["has more to be seen than spaces and marks", "\u2800 \u3164\uffa0\u0301", unseen],
    ["keeps what cannot be seen beside what can", "a\u200db", "a\u200db"],
    ["is measured before it is trimmed", `${" ".repeat(16)}abcde`, length],
    ["is measured before it is composed", "\u1100\u1161\u11a8".repeat(7), length],
    ["is composed when it is within four times its length", "\u1100\u1161\u11a8".repeat(5), "\uac01".repeat(5)],
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
    ["make line and paragraph separators line feeds", "a\u2028b\u2029c", "a\nb\nc"],
    ["may have nothing to be seen", "\u200b", "\u200b"],
    ["take no next line, which is a C1 control", "a\u0085b", control],
    ["take no U+007F", "a\u007f", control],
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

describe("combining marks", () => {
  const long = decoder(Text.oneLine(1, 250))

  it("are taken up to 30 in a row, in any text that is long enough for them", () => {
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

  it("are counted as they are sent, so that a letter with an accent of its own is none", () => {
    const composed = `\u00e9${"\u0316".repeat(30)}`
    assert.strictEqual(long(composed), composed.normalize("NFC"))
  })

  it("are counted once more in what would be kept, which could not be sent again otherwise", () => {
    // Two marks when it is composed, for good.
    assert.strictEqual(long(`a${"\u0344".repeat(15)}`), `a${"\u0344".repeat(15)}`.normalize("NFC"))
    assert.strictEqual(long(`a${"\u0344".repeat(16)}`), marks)
  })

  it("are at most 93 in a row in what is composed when 30 were sent", () => {
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
        // Only at its end, where marks that were sent may follow.
        if (isMark(parts[0])) begunByMarks.push(character)
        fromLetter = Math.max(fromLetter, count)
      }
    }
    assert.deepStrictEqual(begunByMarks, [])
    assert.deepStrictEqual({ fromMark, fromLetter }, { fromMark: 3, fromLetter: 3 })
  })
})

describe("texts of older logs", () => {
  it.each(["a\u007f", "\u0080a", "a\u2028b", "\u200b", `a${"\u0301".repeat(31)}`])("%j was taken before", (text) => {
    assert.isTrue(Text.wasAllowedBefore(text))
  })

  it.each(["", " ", "plain", "caf\u00e9", "a\nb", "a\u200bb"])("%j is no such text", (text) => {
    assert.isFalse(Text.wasAllowedBefore(text))
  })
})

describe("shortened text", () => {
  it.prop("is safe to store, on one line and within its length", { text: Schema.String }, ({ text }) => {
    const short = truncatedLine(text, 5)
    assert.isTrue(short.isWellFormed() && Array.from(short).length <= 5)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not be there
    assert.notMatch(short, /[\u0000-\u001f\u2028\u2029\ufffe\uffff]/)
  })

  it("keeps what fits and marks what was cut", () => {
    assert.strictEqual(truncatedLine("😀😀😀", 3), "😀😀😀")
    assert.strictEqual(truncatedLine("😀😀😀😀", 3), "😀😀…")
    assert.strictEqual(truncatedLine("ab c", 3), "ab…")
  })
})
