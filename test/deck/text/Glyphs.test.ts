import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/StatusFacts.ts"
import { barRuns, linkRun, markRuns } from "../../../src/deck/text/Glyphs.ts"

/** The glyphs of Windows Glyph List 4 that the deck uses. */
const glyphs = "○●▲▼■×►█▌"

const shown = (percent: number, expected: number | null) =>
  barRuns({ percent, expected, color: "good" })
    .map(({ text, color }) =>
      color === "good" ? text.replaceAll("█", "+") : color === "ink" ? "|" : text.replaceAll("█", "-")
    )
    .join("")

describe("Marks as text", () => {
  it("have a glyph and a word, which differ between the statuses of a kind", () => {
    for (const marks of [objectiveMarks, initiativeMarks]) {
      const all = Object.values(marks)
      assert.lengthOf(new Set(all.map(({ glyph }) => glyph)), all.length)
      for (const mark of all) {
        const [glyph, word] = markRuns(mark)
        assert.deepStrictEqual([glyph?.text, glyph?.color, word?.text], [`${mark.glyph}\u00A0`, mark.color, mark.word])
        assert.include(glyphs, mark.glyph)
      }
    }
    assert.include(glyphs, linkRun.text)
  })

  it.each([
    [0, null, "----------"],
    [1, null, "+---------"],
    [50, null, "+++++-----"],
    [96, null, "+++++++++-"],
    [100, null, "++++++++++"],
    [250, null, "++++++++++"],
    [-20, null, "----------"],
    [20, 70, "++-----|--"],
    [70, 20, "++|++++---"],
    [0, 0, "|---------"],
    [100, 100, "+++++++++|"]
  ])("draw %d with %s expected as a bar", (percent, expected, bar) => {
    assert.strictEqual(shown(percent, expected), bar)
  })

  it("draw bars of one length, full only for all of it", () => {
    const percent = fc.double({ min: -50, max: 150, noNaN: true })
    fc.assert(
      fc.property(percent, fc.option(percent), (value, expected) => {
        const bar = shown(value, expected)
        assert.lengthOf(bar, 10)
        if (value > 0 && value < 100 && expected === null) assert.match(bar, /^\+.*-$/)
        assert.match(bar, expected === null ? /^\+*-*$/ : /^\+*\|?\+*-*\|?-*$/)
      })
    )
  })
})
