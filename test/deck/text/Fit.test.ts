import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { Paragraph } from "../../../src/deck/DeckPlan.ts"
import * as Fit from "../../../src/deck/text/Fit.ts"
import { textOf } from "../../../src/deck/text/Graphemes.ts"
import { graphemesOf, lineHeight, widthOf } from "../../../src/deck/text/Metrics.ts"
import { nastyParagraphs, nastyText, plain, size, width } from "./Texts.ts"

const sizes = [16, 14, 12]

const box = fc.record({ w: width, h: fc.double({ min: 0.3, max: 3, noNaN: true }) })

const bare = (paragraphs: ReadonlyArray<Paragraph>): string => paragraphs.map(textOf).join("").replaceAll(/\s+/g, "")

const within = (extent: Fit.Extent, room: Fit.Extent, paragraphs: ReadonlyArray<Paragraph>, points: number): void => {
  const widest = Math.max(
    0,
    ...paragraphs.flatMap(({ runs }) =>
      runs.flatMap(({ text }) => graphemesOf(text).map((one) => widthOf(one, points, true)))
    )
  )
  assert.isAtMost(extent.h, room.h + 1e-5)
  assert.isAtMost(extent.w, Math.max(room.w, widest + 0.2) + 1e-5)
}

describe("measure", () => {
  it("adds up lines", () => {
    assert.deepStrictEqual(Fit.measure([plain("one"), plain("two"), plain("three")], 12, 5), {
      lines: 3,
      w: widthOf("three", 12, false),
      h: lineHeight(12) + lineHeight(12) + lineHeight(12)
    })
    assert.deepStrictEqual(Fit.measure([], 12, 5), { lines: 0, w: 0, h: 0 })
  })
})

describe("fit", () => {
  const text = [plain("one two three four five six")]

  it("takes the largest size that fits, whatever the order", () => {
    const room = { w: widthOf("one two three four five six", 14, false), h: lineHeight(14) }
    const expected = { size: 14, shown: text, isWhole: true, extent: room }
    assert.deepStrictEqual([Fit.fit(text, room, sizes), Fit.fit(text, room, sizes.toReversed())], [expected, expected])
  })

  it("shows whole lines at the smallest size", () => {
    const bullet: Paragraph = { runs: [{ text: "one two ", bold: true }, { text: "three four" }], bullet: true }
    const room = { w: 0.2 + widthOf("one two", 12, true), h: lineHeight(12) * 2 }
    assert.deepStrictEqual(Fit.fit([plain("zero"), bullet, plain("last")], room, sizes), {
      size: 12,
      shown: [plain("zero"), { ...bullet, runs: [{ text: "one two", bold: true }] }],
      isWhole: false,
      extent: { w: room.w, h: room.h }
    })
  })

  it("shows nothing in a box too low for a line", () => {
    assert.deepStrictEqual(Fit.fit(text, { w: 3, h: 0.1 }, sizes), {
      size: 12,
      shown: [],
      isWhole: false,
      extent: { w: 0, h: 0 }
    })
  })

  it("never exceeds its box, and shows a beginning", () => {
    fc.assert(
      fc.property(nastyParagraphs, box, (paragraphs, room) => {
        const { size, shown, isWhole, extent } = Fit.fit(paragraphs, room, sizes)
        within(extent, room, paragraphs, size)
        const { w, h } = Fit.measure(shown, size, room.w)
        within({ w, h }, { w: room.w, h: extent.h }, shown, size)
        assert.isTrue(bare(paragraphs).startsWith(bare(shown)))
        if (isWhole) assert.deepStrictEqual(shown, paragraphs)
      }),
      { numRuns: 250 }
    )
  })

  it("takes a larger size as soon as it fits", () => {
    fc.assert(
      fc.property(nastyParagraphs, box, (paragraphs, room) => {
        const fitted = Fit.fit(paragraphs, room, sizes)
        for (const larger of sizes.filter((candidate) => candidate > fitted.size)) {
          const { w, h } = Fit.measure(paragraphs, larger, room.w)
          assert.isTrue(h > room.h || w > room.w)
        }
      })
    )
  })
})

describe("clip", () => {
  it.each([
    ["keeps what fits", "one two", "one two", 1, "one two"],
    ["cuts with an ellipsis", "one two three", "one two…", 1, "one two…"],
    ["leaves no space before it", "one two three", "one …", 1, "one…"],
    ["cuts the last of several lines", "one two three four five", "one two", 2, "one two three…"],
    ["keeps pictures whole", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 1, "👨‍👩‍👧‍👦…"],
    ["cuts a word that would leave half a line empty", "a captaincy", "a captai…", 1, "a captai…"],
    ["cuts no word that leaves less", "captain cooks", "captain c…", 1, "captain…"],
    ["is never less than the ellipsis", "漢字", "…", 1, "…"],
    ["has nothing to say on no line", "one", "one", 0, ""]
  ])("%s", (_, text, fits, maxLines, expected) => {
    assert.strictEqual(Fit.clip(text, 12, false, widthOf(fits, 12, false), maxLines), expected)
  })

  it("fits, and is a beginning of the text", () => {
    fc.assert(
      fc.property(nastyText, size, width, fc.integer({ min: 1, max: 3 }), (text, points, inches, maxLines) => {
        const clipped = Fit.clip(text, points, true, inches, maxLines)
        assert.isAtMost(Fit.measure([{ runs: [{ text: clipped, bold: true }] }], points, inches).lines, maxLines)
        if (clipped !== text) {
          const kept = clipped.slice(0, -1)
          assert.isTrue(clipped.endsWith("…") && text.startsWith(kept))
          assert.strictEqual(graphemesOf(text).slice(0, graphemesOf(kept).length).join(""), kept)
        }
      }),
      { numRuns: 250 }
    )
  })
})

describe("textBlock", () => {
  it("is by default in the ink colour, at the top, and has its extent", () => {
    const paragraphs = [plain("one")]
    const place = { x: 1, y: 2, w: 3, h: 4 }
    const extent = { w: widthOf("one", 12, false), h: lineHeight(12) }
    const block = { kind: "text", box: place, paragraphs, size: 12, color: "ink", anchor: "top", extent } as const
    assert.deepStrictEqual(Fit.textBlock({ box: place, paragraphs, size: 12 }), block)
    assert.deepStrictEqual(
      Fit.textBlock({
        box: place,
        paragraphs,
        size: 12,
        color: "muted",
        anchor: "middle",
        placeholder: "body"
      }),
      { ...block, color: "muted", anchor: "middle", placeholder: "body" }
    )
  })
})
