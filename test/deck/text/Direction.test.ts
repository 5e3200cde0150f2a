import { assert, describe, it } from "@effect/vitest"
import { afterDot, fromTheRight, inLine } from "../../../src/deck/text/Direction.ts"

describe("A line's direction", () => {
  it.each([
    ["9 % of it", false],
    ["(9) צוות", true],
    ["Team צוות", false],
    ["\u200Eצוות", false],
    ["12", false]
  ])("is that of its first letter or mark: %s", (text, expected) => {
    assert.strictEqual(fromTheRight(text), expected)
  })

  it("stays from left to right around a text that runs the other way", () => {
    assert.strictEqual(inLine("9 שעות"), "\u200E\u202B9 שעות\u202C\u200E")
    assert.isFalse(fromTheRight(`${inLine("9 שעות")}, from ${inLine("12 שעות")}`))
  })

  it("needs only a mark behind a text that begins from the left, and the ends of what that leaves open", () => {
    assert.deepStrictEqual(["North", "North צוות", "a\u202Eb"].map(inLine), [
      "North",
      "North צוות\u200E",
      "a\u202Eb\u202C\u200E"
    ])
  })

  it("has a dot between a text and what follows it", () => {
    assert.deepStrictEqual(
      ["Done.", "גמור.", "In חיפה", "\u202Eגמור"].map((text) => afterDot(text, "5 days")),
      [" · 5 days", " · \u202A5 days\u202C", "\u200E · 5 days", "\u202C · \u202A5 days\u202C"]
    )
  })
})
