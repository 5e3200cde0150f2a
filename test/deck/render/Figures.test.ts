import { assert, beforeAll, describe, it } from "@effect/vitest"
import { altName } from "../../../src/deck/render/Rendered.ts"
import { open } from "../package/lint/Package.ts"
import { type Element, first, named } from "../package/lint/Xml.ts"
import { handMade, hostile } from "./HandMade.ts"
import { color, object, paragraphs, place, type Reading, readBack } from "./Reading.ts"

const emu = (...inches: ReadonlyArray<number>): ReadonlyArray<number> =>
  inches.map((inch) => Math.round(inch * 914_400))

const attribute = (root: Element, name: string, key: string): ReadonlyArray<string | undefined> =>
  named(root, name).map(({ attributes }) => attributes[key])

describe("figures", () => {
  let deck: Reading
  beforeAll(async () => {
    deck = await readBack(handMade)
  })

  describe("a table", () => {
    it("has its columns, rows, margins and merged cells", () => {
      const table = object(deck.slides[3], altName(10))
      assert.deepStrictEqual(place(table), emu(0.6, 1.45, 6, 1.4))
      assert.deepStrictEqual(attribute(table, "a:gridCol", "w").map(Number), emu(2, 3, 1))
      assert.deepStrictEqual(attribute(table, "a:tr", "h").map(Number), emu(0.3, 0.5, 0.6))
      assert.deepStrictEqual(attribute(table, "a:tc", "gridSpan").slice(0, 3), [undefined, "2", undefined])
      assert.deepStrictEqual(attribute(table, "a:tc", "hMerge").slice(0, 3), [undefined, undefined, "1"])
      const { marL, marR, marT, marB, anchor } = first(table, "a:tcPr")?.attributes ?? {}
      assert.deepStrictEqual([marL, marR, marT, marB].map(Number), emu(0.08, 0.08, 0.04, 0.04))
      assert.strictEqual(anchor, "ctr")
    })

    it("has its text, size, colours and alignment", () => {
      const table = object(deck.slides[3], altName(10))
      assert.deepStrictEqual(named(table, "a:tc").map(paragraphs), [
        ["Name"],
        ["What & why"],
        [],
        [hostile, "second"],
        ["ab"],
        ["50%"],
        [""],
        [""],
        ["x"]
      ])
      assert.deepStrictEqual([...new Set(attribute(table, "a:rPr", "sz"))], ["1200"])
      assert.deepStrictEqual([...new Set(attribute(table, "a:endParaRPr", "sz"))], ["1200"])
      const [head, why] = named(table, "a:tc")
      const fills = [head, why].map((cell) =>
        first(cell, "a:tcPr")?.children.find(({ name }) => name === "a:solidFill")
      )
      assert.deepStrictEqual(fills.map(color), ["bg2", "bg2"])
      assert.deepStrictEqual(
        [head, why].map((cell) => color(first(cell, "a:rPr"))),
        ["tx1", "tx2"]
      )
      assert.deepStrictEqual(
        attribute(table, "a:pPr", "algn").filter((algn) => algn === "r"),
        ["r"]
      )
      assert.deepStrictEqual(named(table, "a:lnB").map(color).slice(0, 2), ["D9DDE4", "D9DDE4"])
    })

    it("knows its header, and that it has none", () => {
      assert.deepStrictEqual(
        named(deck.slides[3], "a:tblPr").map(({ attributes }) => attributes),
        [{ firstRow: "1" }, {}]
      )
    })
  })

  describe("a chart", () => {
    const chartOf = (name: string): { readonly part: string; readonly root: Element } => {
      const id = first(object(deck.slides[4], name), "c:chart")?.attributes["r:id"]
      const part =
        deck.pack.relations.get("ppt/slides/slide5.xml")?.find((relation) => relation.id === id)?.target ?? ""
      const root = deck.pack.roots.get(part)
      assert.isDefined(root)
      return { part, root }
    }
    const cached = (root: Element, name: string): ReadonlyArray<ReadonlyArray<string>> =>
      named(root, name).map((cache) => named(cache, "c:v").map(({ text }) => text))

    it("has horizontal bars of its series, each in its colour, up to its largest value", () => {
      const { root } = chartOf(altName(12))
      assert.deepStrictEqual(place(object(deck.slides[4], altName(12))), emu(0.6, 1.45, 6, 5))
      assert.deepStrictEqual(attribute(root, "c:barDir", "val"), ["bar"])
      assert.deepStrictEqual(
        named(root, "c:ser").map((series) => color(first(series, "c:spPr"))),
        ["accent2", "accent3"]
      )
      assert.deepStrictEqual(attribute(root, "c:max", "val"), ["100"])
      assert.deepStrictEqual(attribute(root, "c:min", "val"), ["0"])
      assert.deepStrictEqual(attribute(root, "c:overlap", "val"), ["100"])
      assert.deepStrictEqual(color(first(chartOf(altName(13)).root, "c:ser")), "D9DDE4")
    })

    it("shows one bar for each category, with its value in words", () => {
      const { root } = chartOf(altName(12))
      assert.deepStrictEqual(cached(root, "c:numCache"), [
        ["62.5", "", "0"],
        ["", "100", ""]
      ])
      assert.deepStrictEqual(cached(root, "c:lvl")[0], ["Ship it", hostile, "Nothing yet"])
      const [labels] = named(root, "c:dLbls")
      assert.deepStrictEqual(first(labels, "c:numFmt")?.attributes.formatCode, '0" %"')
      assert.deepStrictEqual(first(labels, "c:showVal")?.attributes.val, "1")
      assert.lengthOf(named(root, "c:legend"), 1)
      const count = chartOf(altName(13)).root
      assert.deepStrictEqual(cached(count, "c:numCache"), [["3", "0"]])
      assert.deepStrictEqual(first(count, "c:dLbls")?.children[0]?.attributes.formatCode, "0")
      assert.lengthOf(named(count, "c:legend"), 0)
    })

    it("brings its workbook", async () => {
      const { part } = chartOf(altName(12))
      const [workbook] = deck.pack.relations.get(part) ?? []
      const bytes = deck.pack.parts.get(workbook?.target ?? "")
      assert.isDefined(bytes)
      const pack = open(bytes)
      assert.deepStrictEqual(pack.faults, [])
      const strings = named(pack.roots.get("xl/sharedStrings.xml"), "t").map(({ text }) => text)
      assert.includeMembers([...strings], ["On track", "At risk", "Ship it", hostile, "Nothing yet"])
      const values = named(pack.roots.get("xl/worksheets/sheet1.xml"), "c")
        .filter(({ attributes }) => attributes.t !== "s")
        .map((cell) => [cell.attributes.r, first(cell, "v")?.text])
      assert.includeDeepMembers(values, [
        ["B2", "62.5"],
        ["C3", "100"]
      ])
    })
  })
})
