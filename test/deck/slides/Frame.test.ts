import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { objectiveMarks } from "../../../src/deck/facts/Statuses.ts"
import {
  contentSlide,
  continued,
  progressBar,
  statusMark,
  titleBox,
  titleSize
} from "../../../src/deck/slides/Frame.ts"
import { measure } from "../../../src/deck/text/Fit.ts"
import { hostileTexts } from "../HostileTeam.ts"

const linesOf = (title: string): number =>
  measure([{ runs: [{ text: title, bold: true }] }], titleSize, titleBox.w).lines

const slide = (title: string, notes = "") => contentSlide({ section: "Overview", title, blocks: [], notes })

const box = { x: 1, y: 2, w: 2, h: 0.3 }

describe("The frame of a slide", () => {
  it("clips a title to two lines and keeps it in the notes", () => {
    const long = "Everything at once ".repeat(20).trim()
    const { title, notes } = slide(long, "More.")
    assert.isTrue(title.endsWith("…") && long.startsWith(title.slice(0, -1)))
    assert.strictEqual(linesOf(title), 2)
    assert.strictEqual(notes, `${long}\n\nMore.`)
    assert.deepStrictEqual([slide("Short", "More.").title, slide("Short", "More.").notes], ["Short", "More."])
  })

  it("has a title whatever is given", () => {
    assert.deepStrictEqual([slide("").title, slide(" ").title], ["Overview", "Overview"])
  })

  it("takes a smaller size for a title that fits one line so, the usual one for two lines", () => {
    const sizeOf = (title: string) => {
      const [block] = slide(title).blocks
      return block?.kind === "text" ? [block.size, measure(block.paragraphs, block.size, titleBox.w).lines] : []
    }
    const words = (count: number) => Array.from({ length: count }, () => "goal").join(" ")
    const most = (size: number) => {
      const counts = Array.from({ length: 60 }, (_, index) => index + 1)
      return (
        counts.findLast(
          (count) => measure([{ runs: [{ text: words(count), bold: true }] }], size, titleBox.w).lines === 1
        ) ?? 0
      )
    }
    assert.deepStrictEqual(
      [most(24), most(24) + 1, most(20), most(20) + 1].map((count) => sizeOf(words(count))),
      [
        [24, 1],
        [22, 1],
        [20, 1],
        [24, 2]
      ]
    )
  })

  it("shows the title in its placeholder, inside its box", () => {
    for (const text of hostileTexts) {
      const made = slide(text)
      const block = made.blocks[0]
      assert.isTrue(block?.kind === "text" && block.placeholder === "title" && block.extent.h <= titleBox.h)
      assert.isTrue(block?.kind === "text" && block.paragraphs[0]?.runs[0]?.text === made.title)
    }
  })

  it("counts pages in titles of two lines at most", () => {
    assert.strictEqual(continued("Growth", 1, 1), "Growth")
    assert.strictEqual(continued("Growth", 2, 3), "Growth (2\u00A0of\u00A03)")
    fc.assert(
      fc.property(fc.constantFrom(...hostileTexts), fc.integer({ min: 2, max: 120 }), (title, pages) => {
        const shown = continued(title, pages, pages)
        const turned = /\p{Script=Arabic}|\p{Script=Hebrew}|\u202E/u.test(title)
        const suffix = turned ? ` \u202A(${pages}\u00A0of\u00A0${pages})\u202C` : ` (${pages}\u00A0of\u00A0${pages})`
        assert.isAtMost(linesOf(shown), 2)
        assert.isTrue(shown.endsWith(suffix))
        const kept = shown.slice(0, -suffix.length)
        assert.isTrue(kept === title || (kept.endsWith("…") && title.startsWith(kept.slice(0, -1)) && kept.length > 1))
        assert.strictEqual(slide(shown).title, shown)
      })
    )
  })

  it("shows a status by shape and word", () => {
    const [shape, word] = statusMark(objectiveMarks.at_risk, box)
    assert.deepStrictEqual(shape, {
      kind: "shape",
      shape: "triangle",
      box: { x: 1, y: 2.0791666666666666, w: 0.14166666666666666, h: 0.14166666666666666 },
      fill: "warning",
      line: null,
      alt: "At risk"
    })
    assert.isTrue(word?.kind === "text" && word.paragraphs[0]?.runs[0]?.text === "At risk")
    assert.isTrue(word?.kind === "text" && word.box.x > 1.14 && word.box.x + word.box.w <= 3)
    const [ring] = statusMark(objectiveMarks.draft, box)
    assert.isTrue(ring?.kind === "shape" && ring.fill === null && ring.line === "neutral")
  })

  it("fills a bar as far as the per cent say", () => {
    const widths = (percent: number) => progressBar(percent, box, "Half").map((block) => block.box.w)
    assert.deepStrictEqual([widths(0), widths(25), widths(100), widths(140)], [[2], [2, 0.5], [2, 2], [2, 2]])
    assert.deepStrictEqual(
      progressBar(50, box, "Half").map(({ alt, fill }) => [alt, fill]),
      [
        ["Half", "faint"],
        ["", "teamText"]
      ]
    )
  })
})
