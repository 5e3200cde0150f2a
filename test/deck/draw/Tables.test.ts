import { assert, describe, it } from "@effect/vitest"
import { statusColors } from "../../../src/deck/templates/StatusColors.ts"
import { child, first, named, textOf } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"
import { color, emu, object, place, readBack, values } from "./Reading.ts"

describe("A table", async () => {
  const { slides, pack } = await readBack(plan)
  const table = object(slides[0], "Table")

  it("has its columns and rows, and a frame as large as they are", () => {
    assert.deepStrictEqual(place(table), emu(1, 4, 5, 1.5))
    assert.deepStrictEqual(values(table, "a:gridCol", "w").map(Number), emu(2, 3))
    assert.deepStrictEqual(values(table, "a:tr", "h").map(Number), emu(0.5, 0.5, 0.5))
  })

  it("spans columns as the format requires", () => {
    const [sum, rest] = named(table, "a:tc").slice(-2)
    assert.deepStrictEqual([sum?.attributes, rest?.attributes], [{ gridSpan: "2" }, { hMerge: "1" }])
  })

  it("has marks as text in their cells, in colours that no theme changes", () => {
    const cell = named(table, "a:tc")[3]
    assert.strictEqual(textOf(cell), "●\u00A0On track")
    assert.deepStrictEqual(named(cell, "a:r").map(color), [statusColors.good, undefined])
  })

  it("leaves lines and fills to the table's style", () => {
    const [head, , sum] = named(table, "a:tr")
    const plain = { lang: "en-GB", sz: "1200" }
    for (const run of named(head, "a:rPr")) assert.deepStrictEqual([run.attributes, run.children], [plain, []])
    assert.strictEqual(first(sum, "a:rPr")?.attributes.b, "1")
    assert.deepStrictEqual(first(table, "a:tblPr")?.attributes, { firstRow: "1" })
    const style = named(pack.roots.get("ppt/tableStyles.xml"), "a:tblStyle")
    assert.lengthOf(style, 1)
    assert.strictEqual(child(first(table, "a:tblPr"), "a:tableStyleId")?.text, style[0]?.attributes.styleId)
    const looks = ["a:firstRow", "a:lastRow"].map((name) => first(first(style[0], name), "a:tcTxStyle"))
    assert.deepStrictEqual(
      looks.map((look) => [color(look), look?.attributes.b]),
      [
        ["tx2", undefined],
        ["tx1", "on"]
      ]
    )
  })

  it("has no header if its plan has none", async () => {
    const [slide] = plan.slides
    assert.isDefined(slide)
    const blocks = slide.blocks.map((block) => (block.kind === "table" ? { ...block, headerRows: 0 as const } : block))
    const { slides } = await readBack({ ...plan, slides: [{ ...slide, blocks }] })
    assert.deepStrictEqual(first(slides[0], "a:tblPr")?.attributes, {})
  })
})
