import { assert, describe, it } from "@effect/vitest"
import { child, first, named, textOf } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"
import { color, emu, object, place, readBack, values } from "./Reading.ts"

describe("A table", () => {
  const { slides, pack } = readBack(plan)
  const table = object(slides[0], "Table")

  it("has its columns and rows, and a frame as large as they are", () => {
    assert.deepStrictEqual(place(table), emu(1, 4, 5, 1.5))
    assert.deepStrictEqual(values(table, "a:gridCol", "w").map(Number), emu(2, 3))
    assert.deepStrictEqual(values(table, "a:tr", "h").map(Number), emu(0.5, 0.5, 0.5))
  })

  it("spans columns as the format wants it", () => {
    const [sum, rest] = named(table, "a:tc").slice(-2)
    assert.deepStrictEqual([sum?.attributes, rest?.attributes], [{ gridSpan: "2" }, { hMerge: "1" }])
  })

  it("has marks as text in their cells, in the colours of the theme", () => {
    const cell = named(table, "a:tc")[3]
    assert.strictEqual(textOf(cell), "●\u00A0On track")
    assert.deepStrictEqual(named(cell, "a:r").map(color), ["accent2", undefined])
  })

  it("leaves to the style what is the style's", () => {
    const head = named(table, "a:tr")[0]
    assert.deepStrictEqual(
      named(head, "a:rPr").map(({ attributes }) => attributes),
      [
        { lang: "en-GB", sz: "1200" },
        { lang: "en-GB", sz: "1200" }
      ]
    )
    const { firstRow, lastRow, bandRow } = first(table, "a:tblPr")?.attributes ?? {}
    assert.deepStrictEqual([firstRow, lastRow, bandRow], ["1", "1", "1"])
    const style = named(pack.roots.get("ppt/tableStyles.xml"), "a:tblStyle")
    assert.lengthOf(style, 1)
    assert.strictEqual(child(first(table, "a:tblPr"), "a:tableStyleId")?.text, style[0]?.attributes.styleId)
    assert.strictEqual(first(style[0], "a:firstRow")?.children[0]?.attributes.b, "on")
  })

  it("has no flags where it has neither header nor sum nor bands", () => {
    const [slide] = plan.slides
    assert.isDefined(slide)
    const blocks = slide.blocks.map((block) =>
      block.kind === "table" ? { ...block, headerRows: 0 as const, banded: false, totalRow: false } : block
    )
    const { slides } = readBack({ ...plan, slides: [{ ...slide, blocks }] })
    const { firstRow, lastRow, bandRow } = first(slides[0], "a:tblPr")?.attributes ?? {}
    assert.deepStrictEqual([firstRow, lastRow, bandRow], [undefined, undefined, undefined])
    assert.strictEqual(first(object(slides[0], "Table"), "a:rPr")?.attributes.b, "1")
  })
})
