import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { advanceOf, graphemesOf, lineHeight, widthOf } from "../../../src/deck/text/Metrics.ts"
import { nastyText } from "./Texts.ts"

/** The width in em, from inches at 72 points, without the added slack. */
const em = (text: string, bold = false): number => Math.round((widthOf(text, 72, bold) / 1.04) * 1000) / 1000

describe("widthOf", () => {
  // Sums of the WX figures of Helvetica.afm and Helvetica-Bold.afm.
  it.each([
    ["Hello", 0.722 + 0.556 + 0.222 + 0.222 + 0.556, 0.722 + 0.556 + 0.278 + 0.278 + 0.611],
    ["AVATAR", 0.667 + 0.667 + 0.667 + 0.611 + 0.667 + 0.722, 0.722 + 0.667 + 0.722 + 0.611 + 0.722 + 0.722],
    ["50 %", 0.556 * 2 + 0.278 + 0.889, 0.556 * 2 + 0.278 + 0.889],
    [
      "Übergröße",
      0.722 + 0.556 * 2 + 0.333 + 0.556 + 0.333 + 0.556 + 0.611 + 0.556,
      0.722 + 0.611 * 4 + 0.556 * 2 + 0.389 * 2
    ],
    ["“€–…”", 0.333 + 0.556 + 0.556 + 1 + 0.333, 0.5 + 0.556 + 0.556 + 1 + 0.5],
    ["", 0, 0]
  ])("takes %s from the figures of Helvetica", (text, regular, bold) => {
    assert.deepStrictEqual(
      [em(text), em(text, true)],
      [Math.round(regular * 1000) / 1000, Math.round(bold * 1000) / 1000]
    )
  })

  it("is in inches, and 4 % too wide on purpose", () => {
    assert.closeTo(widthOf("Hello", 12, false), (2.278 * 12 * 1.04) / 72, 1e-12)
  })

  it.each([
    ["a family", "👨‍👩‍👧‍👦", 1.4],
    ["a flag", "🇩🇪", 1.4],
    ["a skin tone", "👍🏽", 1.4],
    ["a keycap", "1️⃣", 1.4],
    ["a symbol shown as picture", "⚠️", 1.4],
    ["an ideograph", "漢", 1],
    ["kana", "カ", 1],
    ["a syllable of Hangul", "한", 1],
    ["a fullwidth letter", "Ａ", 1],
    ["a combining mark", "e\u0301\u0323", 0.556],
    ["a composed letter that Arial composes", "ǹ", 0.556],
    ["nothing visible", "\u200b\u2060\u200d\ufe0e", 0],
    ["a no-break space", "\u00a0", 0.278],
    ["an arrow", "→", 1]
  ])("takes %s for one", (_, text, expected) => {
    assert.strictEqual(em(text), expected)
  })

  // Advance widths in Liberation Sans, summed.
  it.each([
    ["Стратегия", 0.722 + 0.458 + 0.556 * 2 + 0.458 + 0.556 + 0.365 + 0.559 + 0.542],
    ["Στόχος", 0.618 + 0.395 + 0.556 + 0.525 + 0.556 + 0.482],
    ["Žluťoučký", 0.611 + 0.222 + 0.556 + 0.316 + 0.556 * 2 + 0.5 * 3]
  ])("takes %s at most a quarter wider than it is", (text, real) => {
    assert.isAtLeast(widthOf(text, 72, false), real)
    assert.isAtMost(widthOf(text, 72, false), real * 1.25)
  })

  it("knows the characters that Arial lacks", () => {
    assert.deepStrictEqual(
      ["a", "Я", "Ω", "→", "漢", "✅", "ש", "नि"].map((text) => advanceOf(text).substituted),
      [false, false, false, false, true, true, true, true]
    )
  })

  it("is the sum of its graphemes, finite and never negative", () => {
    fc.assert(
      fc.property(nastyText, fc.boolean(), (text, bold) => {
        const graphemes = graphemesOf(text)
        assert.strictEqual(graphemes.join(""), text)
        const sum = graphemes.reduce((total, grapheme) => total + advanceOf(grapheme)[bold ? "bold" : "regular"], 0)
        assert.closeTo(widthOf(text, 72, bold), sum * 1.04, 1e-9)
        assert.isTrue(sum >= 0 && Number.isFinite(sum))
      })
    )
  })

  it("cuts text into the same graphemes whether or not the segmenter is asked", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })
    fc.assert(
      fc.property(nastyText, (text) => {
        assert.deepStrictEqual(
          graphemesOf(text),
          Array.from(segmenter.segment(text), ({ segment }) => segment)
        )
      })
    )
  })

  it("does not depend on earlier calls", () => {
    const sight = "ᾧ각क़"
    const before = advanceOf("각")
    graphemesOf(`${sight}ᄀक`).forEach(advanceOf)
    assert.deepStrictEqual(advanceOf("각"), before)
    assert.strictEqual(em("각"), 1)
  })
})

describe("lineHeight", () => {
  it("is 1.22 em, 1.4 em of other fonts", () => {
    assert.deepStrictEqual([lineHeight(36), lineHeight(36, true)], [0.61, 0.7])
  })
})
