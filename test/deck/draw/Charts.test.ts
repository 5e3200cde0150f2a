import { assert, describe, it } from "@effect/vitest"
import type { ChartBlock, DeckPlan } from "../../../src/deck/DeckPlan.ts"
import { boxOf } from "../../../src/deck/templates/Layouts.ts"
import { open, related } from "../package/lint/Package.ts"
import { child, type Element, first, named } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"
import { color, emu, object, place, type Reading, readBack, values } from "./Reading.ts"

const blocks = plan.slides.flatMap((slide) => slide.blocks.filter((block) => block.kind === "chart"))

const deckOf = (chart: ChartBlock, direction: DeckPlan["direction"] = "ltr"): Promise<Reading> =>
  readBack({
    ...plan,
    direction,
    slides: [{ layout: "titleOnly", title: "T", section: "S", notes: "", blocks: [chart] }]
  })

const cachedIn = (element: Element | undefined): ReadonlyArray<string> => named(element, "c:v").map(({ text }) => text)

const numbersOf = (root: Element | undefined): ReadonlyArray<ReadonlyArray<string>> =>
  named(root, "c:val").map(cachedIn)

/** The cells of a chart's workbook by their names. */
const cellsOf = ({ pack }: Reading, number: number): Readonly<Record<string, string>> => {
  const [relation] = related(pack, `ppt/charts/chart${number}.xml`, "package")
  const workbook = open(pack.parts.get(relation?.target ?? "") ?? new Uint8Array())
  assert.deepStrictEqual(workbook.faults, [])
  return Object.fromEntries(
    named(workbook.roots.get("xl/worksheets/sheet1.xml"), "c").map((cell) => [
      cell.attributes.r,
      cell.attributes.t === "inlineStr" ? (first(cell, "t")?.text ?? "") : (child(cell, "f") ?? child(cell, "v"))?.text
    ])
  )
}

/** The rectangle of the axes on the slide, in inches. */
const plotOf = (reading: Reading) => {
  const [x = 0, y = 0, w = 0, h = 0] = place(object(reading.slides[0], "Chart"))
  const [left, top, wide, high] = ["c:x", "c:y", "c:w", "c:h"].map((name) => Number(values(reading.charts[0], name)[0]))
  const inches = (value: number) => Math.round((value / 914_400) * 100) / 100
  return {
    x: inches(x + w * (left ?? 0)),
    y: inches(y + h * (top ?? 0)),
    w: inches(w * (wide ?? 0)),
    h: inches(h * (high ?? 0))
  }
}

describe("A chart of lines", async () => {
  const [lines] = blocks
  assert.isDefined(lines)
  const reading = await deckOf(lines)
  const [chart] = reading.charts

  it("has an axis of days, and its values at theirs", () => {
    assert.lengthOf(named(chart, "c:dateAx"), 1)
    assert.deepStrictEqual(cachedIn(named(chart, "c:cat")[0]), ["46080", "46082"])
    assert.deepStrictEqual(numbersOf(chart), [["1", "2.5"], ["3"]])
    assert.deepStrictEqual(values(chart, "c:dispBlanksAs"), ["span"])
    const cells = cellsOf(reading, 1)
    assert.deepStrictEqual(
      [cells.A1, cells.A2, cells.B2, cells.B3, cells.C2, cells.C3],
      ["Date", "46080", "1", "2.5", "3", undefined]
    )
    assert.strictEqual(Date.UTC(2026, 1, 27) / 86_400_000 + 25_569, 46_080)
  })

  it("writes days as days in the workbook", () => {
    const [relation] = related(reading.pack, "ppt/charts/chart1.xml", "package")
    const workbook = open(reading.pack.parts.get(relation?.target ?? "") ?? new Uint8Array())
    const formats = values(named(workbook.roots.get("xl/styles.xml"), "cellXfs")[0], "xf", "numFmtId")
    const styles = named(workbook.roots.get("xl/worksheets/sheet1.xml"), "c").map(({ attributes }) => [
      attributes.r,
      formats[Number(attributes.s ?? 0)]
    ])
    assert.deepInclude(styles, ["A2", "14"])
    assert.deepInclude(styles, ["B2", "0"])
  })

  it("draws targets dashed, and labels the last value of what is measured", () => {
    const strokes = named(chart, "c:ser").flatMap((series) => values(series, "a:prstDash"))
    assert.deepStrictEqual(strokes, ["dash"])
    const labelled = named(chart, "c:ser").map((series) => values(named(series, "c:dLbl")[0], "c:idx"))
    assert.deepStrictEqual(labelled, [["1"], []])
    assert.strictEqual(color(child(named(chart, "c:dLbl")[0], "c:spPr")), "bg1")
    assert.deepStrictEqual(values(chart, "c:symbol"), ["circle", "none"])
  })

  it("writes long numbers in few characters, at the axis and at the last point", async () => {
    const far = lines.lines.map((line) => ({
      ...line,
      points: line.points.map((one) => ({ ...one, value: one.value * 1e6 }))
    }))
    const formats = values((await deckOf({ ...lines, lines: far })).charts[0], "c:numFmt", "formatCode")
    assert.deepStrictEqual(formats, ['#,##0.0,,"M"', "d mmm", '#,##0.0,,"M"'])
    assert.deepStrictEqual(values(chart, "c:numFmt", "formatCode"), ["General", "d mmm", "#,##0.0"])
    const inEuros = await deckOf({ ...lines, unit: "€m" })
    assert.deepStrictEqual(values(inEuros.charts[0], "c:numFmt", "formatCode"), [
      '"€"General"m"',
      "d mmm",
      '"€"#,##0.0"m"'
    ])
  })

  it("has room for its axes' labels that is the same at any size", async () => {
    const inBox = async (w: number) => {
      const plot = plotOf(await deckOf({ ...lines, box: { x: 1, y: 2, w, h: 4 } }))
      return [plot.x - 1, plot.y - 2, w - plot.w, 4 - plot.h].map((value) => value.toFixed(1))
    }
    const margins = await Promise.all([4, 8.2, 12].map(inBox))
    assert.deepStrictEqual(margins[1], margins[0])
    assert.deepStrictEqual(margins[2], margins[0])
  })

  it("begins at the left in a deck that runs from right to left too, as its English words do", async () => {
    const rtl = await deckOf(lines, "rtl")
    assert.deepStrictEqual(values(rtl.charts[0], "c:orientation"), ["minMax", "minMax"])
    assert.deepStrictEqual(values(rtl.charts[0], "c:axPos"), values(chart, "c:axPos"))
    assert.strictEqual(plotOf(rtl).x, plotOf(reading).x)
  })

  it("stands where its placeholder is", async () => {
    const { x, y, w, h } = boxOf("chart", "body")
    assert.deepStrictEqual(place(object((await readBack(plan)).slides[1], "Chart")), emu(x, y, w, h))
  })

  it("gives the legend's room to the lines if they are explained elsewhere", async () => {
    const without = await deckOf({ ...lines, legend: false })
    assert.deepStrictEqual(
      [reading, without].map(({ charts }) => named(charts[0], "c:legend").length),
      [1, 0]
    )
    assert.isAbove(plotOf(without).h, plotOf(reading).h)
  })
})
