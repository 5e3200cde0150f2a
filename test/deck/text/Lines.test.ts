import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { Paragraph } from "../../../src/deck/DeckPlan.ts"
import { textOf } from "../../../src/deck/text/Graphemes.ts"
import { graphemesOf, lineHeight, widthOf } from "../../../src/deck/text/Metrics.ts"
import { bulletIndent, linesOf } from "../../../src/deck/text/TextLines.ts"
import { nastyParagraph, plain, size, width } from "./Texts.ts"

/** A width in which just `text` fits. */
const room = (text: string): number => widthOf(text, 12, false)

const broken = (paragraph: Paragraph, inches: number): ReadonlyArray<string> =>
  linesOf(paragraph, 12, inches).map(({ start, end }) => textOf(paragraph).slice(start, end))

describe("linesOf", () => {
  it.each<readonly [string, string, string, ReadonlyArray<string>]>([
    ["at spaces, which hang", "one two   three", "one two", ["one two   ", "three"]],
    ["after a hyphen between letters", "a well-being of all", "a well-", ["a well-", "being ", "of all"]],
    ["not after a hyphen before a digit", "up to 24-25", "up to 24-", ["up to ", "24-25"]],
    ["not after a slash, as PowerPoint", "this and/or that", "this and/", ["this ", "and/or ", "that"]],
    ["inside a word longer than a line", "abababab a", "ababa", ["ababa", "bab a"]],
    ["not at a no-break space", "up 10\u00a0km", "up 10\u00a0", ["up ", "10\u00a0km"]],
    ["between words of ideographs", "東京都に行く", "東京都に行", ["東京都に", "行く"]],
    ["not before a full stop or a closing bracket", "漢字漢。", "漢字漢", ["漢字", "漢。"]],
    ["between Latin and ideographs", "Plan漢字", "Plan漢", ["Plan漢", "字"]],
    ["between words of Thai", "ภาษาไทย", "ภาษาไ", ["ภาษา", "ไทย"]],
    ["between Korean words only", "한국어 문장", "한국어 문", ["한국어 ", "문장"]],
    ["not inside a picture", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]],
    ["not before what ends a sentence", "Vraiment ? Oui", "Vraiment", ["Vraiment ", "? Oui"]],
    ["right to left as left to right", "שלום עולם", "שלום", ["שלום ", "עולם"]]
  ])("breaks %s", (_, text, fits, expected) => {
    assert.deepStrictEqual(broken(plain(text), room(fits)), expected)
  })

  it("counts an empty paragraph as a line", () => {
    const line = [{ start: 0, end: 0, w: 0, h: lineHeight(12) }]
    assert.deepStrictEqual([linesOf({ runs: [] }, 12, 1), linesOf(plain(""), 12, 1)], [line, line])
  })

  it("measures bold runs as bold", () => {
    const text = "illicit"
    const mixed = { runs: [{ text }, { text: ` ${text}`, bold: true }] }
    const both =
      widthOf(`${text} `, 12, false) + widthOf(text, 12, true) + widthOf(" ", 12, true) - widthOf(" ", 12, false)
    assert.lengthOf(linesOf(mixed, 12, both), 1)
    assert.lengthOf(linesOf(mixed, 12, both - 0.001), 2)
  })

  it("leaves room for the bullet's indent", () => {
    const bullet = { ...plain("one two"), bullet: true }
    const both = room("one two")
    assert.deepStrictEqual(broken(bullet, both), ["one ", "two"])
    const [line] = linesOf(bullet, 12, both + bulletIndent)
    assert.closeTo(line?.w ?? 0, both + bulletIndent, 1e-9)
  })

  it("is taller if another font replaces Arial", () => {
    assert.deepStrictEqual(
      ["one", "漢"].flatMap((text) => linesOf(plain(text), 12, 1).map(({ h }) => h)),
      [lineHeight(12), lineHeight(12, true)]
    )
  })

  it("fills its width, keeps the text and cuts no grapheme", () => {
    fc.assert(
      fc.property(nastyParagraph, size, width, (paragraph, points, inches) => {
        const text = textOf(paragraph)
        const lines = linesOf(paragraph, points, inches)
        const edges = new Set([0])
        let at = 0
        for (const grapheme of graphemesOf(text)) {
          at += grapheme.length
          edges.add(at)
        }
        assert.strictEqual(lines.map(({ start, end }) => text.slice(start, end)).join(""), text)
        for (const [index, { start, end, w }] of lines.entries()) {
          assert.strictEqual(start, lines[index - 1]?.end ?? 0)
          assert.isTrue(edges.has(start) && edges.has(end))
          const alone = graphemesOf(text.slice(start, end)).filter((grapheme) => !/^\s/.test(grapheme)).length <= 1
          assert.isTrue(w <= inches + 1e-5 || alone, `${w} > ${inches}`)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("takes no more lines in more room", () => {
    const words = fc.array(fc.stringMatching(/^([a-z]{1,90}|[a-z]{1,9}-[a-z]{1,9}|[漢字]{1,9})$/), { maxLength: 40 })
    fc.assert(
      fc.property(words, size, width, width, (all, points, one, other) => {
        const lines = (inches: number) => linesOf(plain(all.join(" ")), points, inches).length
        assert.isAtLeast(lines(Math.min(one, other)), lines(Math.max(one, other)))
      })
    )
  })
})
