import { assert, describe, it } from "@effect/vitest"
import { finishCharts } from "../../../src/deck/package/Charts.ts"
import { finishWorkbook } from "../../../src/deck/package/Workbook.ts"
import { type Parts, read, write } from "../../../src/deck/package/Zip.ts"

const relation = (target: string) => `<Relationship Id="rId1" Target="${target}"/>`
const book = (name: string) => write(new Map([["xl/workbook.xml", name]]))

const deck = async (first: number, second: number): Promise<Parts> => {
  const [one, two] = [await book("one"), await book("two")]
  return new Map<string, string | Uint8Array>([
    ["ppt/slides/_rels/slide1.xml.rels", relation(`/ppt/charts/chart${first}.xml`)],
    ["ppt/slides/_rels/slide2.xml.rels", relation("../slideLayouts/slideLayout1.xml")],
    ["ppt/slides/_rels/slide10.xml.rels", relation(`/ppt/charts/chart${second}.xml`)],
    ...[first, second].flatMap((number) => [
      [`ppt/charts/chart${number}.xml`, number === first ? "one" : "two"] as const,
      [
        `ppt/charts/_rels/chart${number}.xml.rels`,
        relation(`../embeddings/Microsoft_Excel_Worksheet${number}.xlsx`)
      ] as const,
      [`ppt/embeddings/Microsoft_Excel_Worksheet${number}.xlsx`, number === first ? one : two] as const
    ])
  ])
}

const finished = (parts: Parts): Parts => {
  finishCharts(parts, 10)
  return parts
}

describe("Charts", () => {
  it("are numbered in the order of the slides, whatever was made before", async () => {
    const expected = [...finished(await deck(1, 2))].sort()
    assert.deepStrictEqual([...finished(await deck(9, 10))].sort(), expected)
    assert.deepStrictEqual([...finished(await deck(2, 1))].sort(), expected)
    const names = [...finished(await deck(7, 8)).keys()].filter((name) => !name.includes("slides"))
    assert.sameMembers(names, [
      "ppt/charts/chart1.xml",
      "ppt/charts/chart2.xml",
      "ppt/charts/_rels/chart1.xml.rels",
      "ppt/charts/_rels/chart2.xml.rels",
      "ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx",
      "ppt/embeddings/Microsoft_Excel_Worksheet2.xlsx"
    ])
  })

  it("name only axes that are there, and one level of categories as one", async () => {
    const parts = await deck(1, 2)
    parts.set(
      "ppt/charts/chart1.xml",
      '<c:axId val="1"/><c:axId val="2"/><c:axId val="3"/></c:barChart><c:catAx>  <c:axId val="1"/></c:catAx>' +
        '<c:valAx><c:axId val="2"/></c:valAx>' +
        "<c:multiLvlStrRef><c:f>A</c:f><c:multiLvlStrCache><c:ptCount/><c:lvl><c:pt/></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>"
    )
    assert.strictEqual(
      finished(parts).get("ppt/charts/chart1.xml"),
      '<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx>  <c:axId val="1"/></c:catAx>' +
        '<c:valAx><c:axId val="2"/></c:valAx>' +
        "<c:strRef><c:f>A</c:f><c:strCache><c:ptCount/><c:pt/></c:strCache></c:strRef>"
    )
  })
})

describe("Workbook", () => {
  it("has the values of its chart, zeros among them, and nothing for none", async () => {
    const parts = await deck(1, 2)
    const point = (at: number, value: string) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`
    const series = (...points: ReadonlyArray<string>) => `<c:ser><c:numCache>${points.join("")}</c:numCache></c:ser>`
    parts.set("ppt/charts/chart1.xml", series(point(0, "0"), point(1, "7")) + series(point(0, ""), point(1, "0")))
    const cell = (name: string, value: string) => `<c r="${name}"><v>${value}</v></c>`
    parts.set(
      "ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx",
      write(new Map([["xl/worksheets/sheet1.xml", cell("B2", "") + cell("C2", "") + cell("B3", "7") + cell("C3", "")]]))
    )
    const done = finished(parts)
    assert.strictEqual(done.get("ppt/charts/chart1.xml"), series(point(0, "0"), point(1, "7")) + series(point(1, "0")))
    const workbook = done.get("ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx")
    assert.instanceOf(workbook, Uint8Array)
    assert.strictEqual(
      read(workbook as Uint8Array).get("xl/worksheets/sheet1.xml"),
      cell("B2", "0") + cell("B3", "7") + cell("C3", "0")
    )
  })

  it("keeps its cells, not its date and not its broken table", async () => {
    const types = '<Override PartName="/xl/workbook.xml" ContentType="x"/>'
    const workbook = finishWorkbook(
      write(
        new Map([
          [
            "[Content_Types].xml",
            `${types}<Override PartName="/xl/tables/table1.xml" ContentType="y"/><Override PartName="/docProps/core.xml" ContentType="z"/>`
          ],
          ["_rels/.rels", `${relation("docProps/core.xml")}${relation("xl/workbook.xml")}`],
          ["docProps/core.xml", "today"],
          ["xl/tables/table1.xml", "A1:B2'"],
          ["xl/worksheets/_rels/sheet1.xml.rels", "table"],
          ["xl/worksheets/sheet1.xml", "cells"]
        ])
      ),
      () => undefined
    )
    assert.deepStrictEqual(
      [...read(workbook)],
      [
        ["[Content_Types].xml", types],
        ["_rels/.rels", relation("xl/workbook.xml")],
        ["xl/worksheets/sheet1.xml", "cells"]
      ]
    )
  })
})
