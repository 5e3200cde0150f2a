import { assert, describe, it } from "@effect/vitest"
import { type BarChart, barScale, type ChartBlock, type DeckPlan, type LineChart } from "../../../src/deck/DeckPlan.ts"
import { statusColors } from "../../../src/deck/templates/StatusColors.ts"
import { open, related } from "../package/lint/Package.ts"
import { child, type Element, first, named } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"
import { color, object, place, type Reading, readBack, values } from "./Reading.ts"

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

const bar = blocks.find((block): block is BarChart => block.chart === "bar")
assert.isDefined(bar)

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

describe("A chart of bars", async () => {
  const reading = await deckOf(bar)
  const [chart] = reading.charts

  it("has one series for each status and one for what is expected, drawn over each other", () => {
    assert.deepStrictEqual(
      named(chart, "c:ser").map((series) => cachedIn(child(series, "c:tx"))[0]),
      ["On track", "Achieved", "Expected by today"]
    )
    assert.deepStrictEqual(numbersOf(chart), [["20", "80"], ["0"], ["50", "60"]])
    assert.deepStrictEqual(values(chart, "c:overlap"), ["100"])
    assert.deepStrictEqual(values(chart, "c:barDir"), ["bar"])
    const looks = named(chart, "c:ser").map((series) => {
      const look = child(series, "c:spPr")
      return [color(look), named(look, "a:lumMod").length, child(look, "a:noFill") !== undefined]
    })
    assert.deepStrictEqual(looks, [
      [statusColors.good, 0, false],
      [statusColors.good, 1, false],
      ["tx1", 0, true]
    ])
  })

  it("shows each value after its name, and has the full names in the workbook", () => {
    assert.deepStrictEqual(cachedIn(named(chart, "c:cat")[0]), [
      "one\u200E  20\u00A0%",
      "two of…\u200E  80\u00A0%",
      "third\u200E  0\u00A0%"
    ])
    const cells = cellsOf(reading, 1)
    assert.deepStrictEqual([cells.A2, cells.A3, cells.A4], ["one", "two of a long name", "three"])
    const value = (row: number) => `IF(COUNT(C${row}:D${row})=0,"–",SUM(C${row}:D${row})&"\u00A0%")`
    assert.strictEqual(cells.B2, `A2&"\u200E  "&${value(2)}`)
    assert.strictEqual(cells.B3, `LEFT(A3,6)&"…"&"\u200E  "&${value(3)}`)
    assert.strictEqual(cells.B4, `"third"&"\u200E  "&${value(4)}`)
    assert.deepStrictEqual([cells.C2, cells.D2, cells.E2], ["20", undefined, "50"])
  })

  it("says that there is no value if no series has one", async () => {
    const empty = { ...bar, series: bar.series.map((series) => ({ ...series, values: [null, null, null] })) }
    assert.match(cachedIn(named((await deckOf(empty)).charts[0], "c:cat")[0])[0] ?? "", /–$/)
  })

  it("has a legend with its series, and none for a single series", async () => {
    const listed = values(chart, "c:delete").length
    assert.strictEqual(named(chart, "c:legendEntry").length, 0)
    const without = await deckOf({
      ...bar,
      series: bar.series.map((one, at) => (at === 0 ? one : { ...one, values: [] }))
    })
    assert.deepStrictEqual(
      named(without.charts[0], "c:legendEntry").map((entry) => values(entry, "c:idx")[0]),
      ["1"]
    )
    assert.isAtLeast(listed, 1)
    const { expected: _, ...one } = { ...bar, series: bar.series.slice(0, 1) }
    assert.lengthOf(named((await deckOf(one)).charts[0], "c:legend"), 0)
  })

  it.each([1, 3, 15])("has the same scale with %d of them in a box of any size", async (count) => {
    for (const w of [7.5, 9, 12.133]) {
      const box = { ...bar.box, w }
      const list = Array.from({ length: count }, (_, at) => ({ name: `${at}`, label: `${at}` }))
      const some = list.map(() => 50)
      const chart = { ...bar, box, categories: list, series: [{ name: "a", color: "good" as const, values: some }] }
      const plot = plotOf(await deckOf(chart))
      assert.strictEqual(plot.w, barScale.width)
      assert.closeTo(plot.h, count * (count < 10 ? barScale.pitch.most : (box.h - barScale.legend) / count), 0.01)
      assert.deepStrictEqual(values((await deckOf(chart)).charts[0], "c:max"), ["100"])
    }
  })

  it("has the given maximum", async () => {
    const counts = await deckOf({ ...bar, unit: "count", max: 7 })
    assert.deepStrictEqual(values(counts.charts[0], "c:max"), ["7"])
    assert.strictEqual(cachedIn(named(counts.charts[0], "c:cat")[0])[0], "one\u200E  20")
  })

  it("grows to the left in a deck that runs from right to left, its names at the right", async () => {
    const rtl = await deckOf(bar, "rtl")
    assert.deepStrictEqual(values(rtl.charts[0], "c:orientation"), ["maxMin", "maxMin"])
    assert.deepStrictEqual(values(chart, "c:orientation"), ["maxMin", "minMax"])
    assert.deepStrictEqual(values(rtl.charts[0], "c:axPos"), ["r", "b"])
    assert.strictEqual(
      cachedIn(named(rtl.charts[0], "c:cat")[0])[0],
      "\u202B\u202Aone\u202C\u200F  \u202A20\u00A0%\u202C\u202C"
    )
    const [left, right] = [plotOf(reading), plotOf(rtl)]
    assert.closeTo(right.x + right.w, 13.333 - left.x, 0.02)
  })
})

describe("A chart of lines", async () => {
  const lines = blocks.find((block): block is LineChart => block.chart === "line")
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
    assert.deepStrictEqual(values(chart, "c:numFmt", "formatCode"), ["d mmm", "#,##0.0"])
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

  it("begins at the right in a deck that runs from right to left", async () => {
    const rtl = (await deckOf(lines, "rtl")).charts[0]
    assert.deepStrictEqual(values(rtl, "c:orientation"), ["maxMin", "minMax"])
    assert.deepStrictEqual(values(rtl, "c:axPos"), ["b", "r"])
  })

  it("gives the legend's room to the lines if they are explained elsewhere", async () => {
    const without = await deckOf({ ...lines, legend: false })
    assert.deepStrictEqual(
      [reading, without].map(({ charts }) => named(charts[0], "c:legend").length),
      [1, 0]
    )
    assert.isAbove(plotOf(without).h, plotOf(reading).h)
  })

  it("is drawn without any value", async () => {
    const none = (await deckOf({ ...lines, lines: [] })).charts[0]
    assert.deepStrictEqual(numbersOf(none), [])
  })
})
