import { assert, describe, it } from "@effect/vitest"
import { TakenTexts } from "../../src/domain/redaction/TakenTexts.ts"

const long = `Dismiss Mr Müller, ${"and so on, ".repeat(20)}end`
const texts = new TakenTexts(
  [" Dismiss\r\nMr Miller ", "Growth", "café", "成長戦略", long, "[removed]", "", "Kept"],
  " Kept\n"
)

describe("TakenTexts", () => {
  it.each([
    ["Dismiss\nMr Miller", true],
    ["\t Dismiss\rMr Miller", true],
    ["cafe\u0301 ", true],
    ["Kept", false],
    ["[removed]", false],
    ["", false],
    ["growth", false],
    ["Growth plan", false]
  ])("has %j: %s", (text, expected) => {
    assert.strictEqual(texts.has(text), expected)
  })

  it.each([
    [`${long.slice(0, 60)}…`, true],
    // The cut falls between a letter and its mark.
    ["Dismiss Mr Mu…", true],
    ["Dismiss Mr Mü…", true],
    ["Growth…", true],
    ["Other things…", false],
    ["…", false]
  ])("has the beginning %j: %s", (text, expected) => {
    assert.strictEqual(texts.hasCut(text), expected)
  })

  it.each([
    ["Growth", true],
    ["Import of Growth, again", true],
    ["“Growth”", true],
    ["Undo of cafe\u0301", true],
    ["新しい成長戦略の計画", true],
    ["Undo of Dismiss Mr Mü…", true],
    ["Ingrowth and Growths", false],
    ["growth", false],
    ["Import of W…", false],
    ["Kept", false]
  ])("are named in %j: %s", (name, expected) => {
    assert.strictEqual(texts.areNamedIn(name), expected)
  })

  it.each([
    ["renamed objective 'Growth' to 'Now'", true],
    ["set the 'it''s' of 'Growth' and 'more'", true],
    ["renamed objective 'Growths'", false]
  ])("are quoted in %j: %s", (sentence, expected) => {
    assert.strictEqual(texts.areQuotedIn(sentence), expected)
  })
})
