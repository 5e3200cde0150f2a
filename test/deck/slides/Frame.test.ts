import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  about,
  contentSlide,
  continued,
  titleAround,
  titleBox,
  titleSize,
  uniquelyTitled
} from "../../../src/deck/slides/ContentSlide.ts"
import { measure } from "../../../src/deck/text/Fit.ts"
import { hostileTexts } from "../HostileTeam.ts"

const linesOf = (title: string): number =>
  measure([{ runs: [{ text: title, bold: true }] }], titleSize, titleBox.w).lines

const slide = (title: string, notes = "") =>
  contentSlide({ layout: "titleOnly", section: "Overview", title, blocks: [], notes })

describe("The frame of a slide", () => {
  it("clips a title to two lines and keeps it in the notes", () => {
    const long = "Everything at once ".repeat(20).trim()
    const { title, notes } = slide(long, "More.")
    assert.isTrue(title.endsWith("…") && long.startsWith(title.slice(0, -1)))
    assert.strictEqual(linesOf(title), 2)
    assert.strictEqual(notes, `${long}\n\nMore.`)
    assert.deepStrictEqual([slide("Short", "More.").title, slide("Short", "More.").notes], ["Short", "More."])
  })

  it("always has a title", () => {
    assert.deepStrictEqual([slide("").title, slide(" ").title], ["Overview", "Overview"])
  })

  it("takes a smaller size only for letters that are too tall for two lines", () => {
    const sizeOf = (title: string) =>
      slide(title).blocks.flatMap((block) => (block.kind === "text" ? [block.size] : []))
    assert.deepStrictEqual([sizeOf("Goal"), sizeOf("goal ".repeat(30)), sizeOf("יעד ".repeat(30))], [[24], [24], [20]])
  })

  it("shortens the longest names in a title until its statement fits", () => {
    const words = (one = "", other = "") => `“${one}” is at 12 % and “${other}” is at 99 %`
    assert.strictEqual(titleAround(["Grow", "Answer"], words), words("Grow", "Answer"))
    fc.assert(
      fc.property(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts), (one, other) => {
        const title = titleAround([one, other], words)
        assert.isAtMost(linesOf(title), 2)
        assert.match(title, /is at 12 % and/)
        assert.match(title, /is at 99 %$/)
      })
    )
  })

  it("leaves a title whole that would not fit with its last letter replaced by the sign of a cut", () => {
    const end = `${"W".repeat(24)} ${"W".repeat(24)}`
    const cuts = Array.from({ length: 60 }, (_, count) => `${end}${"i".repeat(count)}`)
    const whole = cuts.filter((title) => linesOf(title) <= 2 && linesOf(`${title.slice(0, -1)}…`) > 2)
    assert.isNotEmpty(whole)
    for (const title of whole)
      assert.strictEqual(
        titleAround([title], (name = "") => name),
        title
      )
  })

  it("puts a right-to-left name after the statement about it", () => {
    assert.strictEqual(about("Grow", "on track at 5 %"), "Grow: on track at 5 %")
    assert.match(about("צמיחה", "on track at 5 %"), /^On track at 5 %: \u200E\u202Bצמיחה/u)
  })

  it("numbers repeated titles", () => {
    assert.deepStrictEqual(
      uniquelyTitled([slide("Grow"), slide("Answer"), slide("Grow"), slide("Grow")]).map(({ title }) => title),
      ["Grow", "Answer", "Grow · 2", "Grow · 3"]
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
})
