import { assert, describe, it } from "@effect/vitest"
import type { DeckPlan, Paragraph, SlidePlan, TextBlock } from "../../../src/deck/DeckPlan.ts"
import { boxOf, slideSize } from "../../../src/deck/templates/Layouts.ts"
import { statusColors } from "../../../src/deck/templates/StatusColors.ts"
import { child, first, named, textOf } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"
import { color, emu, object, paragraphs, place, placeholders, readBack, values } from "./Reading.ts"

const body = (list: ReadonlyArray<Paragraph>, more: Partial<TextBlock> = {}): TextBlock => ({
  kind: "text",
  box: boxOf("text", "body"),
  paragraphs: list,
  size: 16,
  color: "ink",
  anchor: "top",
  extent: { w: 1, h: 1 },
  placeholder: "body",
  ...more
})

const deckOf = (...slides: ReadonlyArray<Pick<SlidePlan, "layout" | "blocks">>): DeckPlan => ({
  ...plan,
  slides: slides.map((slide) => ({ ...slide, title: "T", section: "S", notes: "" }))
})

const bodyOf = async (deck: DeckPlan) => object((await readBack(deck)).slides[0], "Content")

describe("The slides of a file", async () => {
  const { slides, layouts, pack } = await readBack(plan)

  it("fill the placeholders of their layouts, and foot and number", () => {
    assert.deepStrictEqual(slides.map(placeholders), [
      ["title", "ftr 10", "sldNum 11"],
      ["title", "any 1", "ftr 10", "sldNum 11"],
      ["title", "any 1", "ftr 10", "sldNum 11"],
      ["title", "ftr 10", "sldNum 11"],
      ["title", "ftr 10", "sldNum 11"]
    ])
    assert.deepStrictEqual(paragraphs(object(slides[3], "Slide Number")), ["4"])
    assert.deepStrictEqual(paragraphs(object(slides[3], "Footer")), [plan.footer])
  })

  it("have layouts with types, and each deck has all of them", () => {
    const typed = layouts.map((layout) => [first(layout, "p:cSld")?.attributes.name, layout.attributes.type])
    assert.deepStrictEqual(typed, [
      ["Cover", "title"],
      ["Title and content", "obj"],
      ["Title only", "titleOnly"]
    ])
    const used = [1, 2, 3, 4, 5].map(
      (at) => pack.relations.get(`ppt/slides/slide${at}.xml`)?.find(({ type }) => type === "slideLayout")?.target
    )
    assert.deepStrictEqual(
      used.map((name) => name?.at(-5)),
      ["3", "2", "2", "2", "3"]
    )
  })

  it("inherit what equals the layout, and state what differs", async () => {
    const title = object(slides[0], "Title")
    assert.deepStrictEqual(place(title), [])
    assert.deepStrictEqual(values(title, "a:spcPts"), ["0", "0"])
    assert.deepStrictEqual(first(title, "a:rPr")?.attributes, { lang: "en-GB" })
    assert.isUndefined(color(title))
    const own = { box: { x: 1, y: 2, w: 3, h: 1 }, size: 20, color: "muted", anchor: "bottom" } as const
    const text = await bodyOf(deckOf({ layout: "text", blocks: [body([{ runs: [{ text: "a", bold: true }] }], own)] }))
    assert.deepStrictEqual(place(text), [])
    assert.strictEqual(first(text, "a:bodyPr")?.attributes.anchor, "t")
    assert.deepStrictEqual(first(text, "a:rPr")?.attributes, { lang: "en-GB", sz: "2000", b: "1" })
    assert.strictEqual(color(text), "tx2")
  })

  it("fill each placeholder once", async () => {
    const text = [{ runs: [{ text: "a" }] }]
    const deck = deckOf(
      { layout: "text", blocks: [body(text), body(text)] },
      { layout: "titleOnly", blocks: [body(text)] }
    )
    assert.deepStrictEqual((await readBack(deck)).slides.map(placeholders), [
      ["any 1", "ftr 10", "sldNum 11"],
      ["ftr 10", "sldNum 11"]
    ])
  })

  it("set free text without insets and without fitting", () => {
    const text = object(slides[0], "Text")
    assert.deepStrictEqual(place(text), emu(1, 2, 3, 1))
    const { wrap, lIns, tIns, rIns, bIns, anchor } = first(text, "a:bodyPr")?.attributes ?? {}
    assert.deepStrictEqual([wrap, lIns, tIns, rIns, bIns, anchor], ["square", "0", "0", "0", "0", "t"])
    assert.lengthOf(named(text, "a:normAutofit", "a:spAutoFit"), 0)
  })

  it("keep paragraphs, runs and bullets apart", async () => {
    const text = await bodyOf(
      deckOf({
        layout: "text",
        blocks: [
          body([
            {
              runs: [
                { text: "Plain, " },
                { text: "bold", bold: true },
                { text: " and red", italic: true, color: "bad" }
              ]
            },
            { runs: [] },
            { bullet: true, align: "end", runs: [{ text: "one\ntwo" }] },
            { align: "center", runs: [{ text: "middle" }] }
          ])
        ]
      })
    )
    assert.deepStrictEqual(paragraphs(text), ["Plain, bold and red", "", "one two", "middle"])
    assert.deepStrictEqual(
      named(text, "a:r").map((run) => {
        const { b, i } = first(run, "a:rPr")?.attributes ?? {}
        return [textOf(run), b, i, color(run)]
      }),
      [
        ["Plain, ", undefined, undefined, undefined],
        ["bold", "1", undefined, undefined],
        [" and red", undefined, "1", statusColors.bad],
        ["one two", undefined, undefined, undefined],
        ["middle", undefined, undefined, undefined]
      ]
    )
    const properties = named(text, "a:p").map((paragraph) => {
      const { algn, marL } = child(paragraph, "a:pPr")?.attributes ?? {}
      return [algn, marL, named(paragraph, "a:buChar").length]
    })
    assert.deepStrictEqual(properties, [
      [undefined, "0", 0],
      [undefined, "0", 0],
      ["r", "182880", 1],
      ["ctr", "0", 0]
    ])
  })

  it("link each run as one, however many words it has", async () => {
    const page = { path: "/strategy", tip: "Open it" }
    const runs = [{ text: "Up to 5\u00A0%, now" }, { text: "two words", page }, { text: " שלום two", page }]
    const deck = { ...deckOf({ layout: "text", blocks: [body([{ runs }])] }), pageUrl: "https://a.example" }
    assert.deepStrictEqual(
      named(await bodyOf(deck), "a:r").map((run) => [textOf(run), named(run, "a:hlinkClick").length]),
      [
        ["Up to 5\u00A0%, now", 0],
        ["two words", 1],
        [" שלום two", 1]
      ]
    )
  })

  it("keep percentages from left to right where text runs from the right, and point onwards", async () => {
    const runs = [{ text: "עבודה −5\u00A0% " }, { text: "\u00A0►", link: plan.slides[0]?.key ?? "" }]
    const turned = { direction: "rtl", pageUrl: "https://a.example/" } as const
    const texts = async (words: Paragraph["runs"]) =>
      named(await bodyOf({ ...deckOf({ layout: "text", blocks: [body([{ runs: words }])] }), ...turned }), "a:r")
        .map(textOf)
        .join("")
    assert.strictEqual(await texts(runs), "עבודה \u200E−5\u00A0%\u200E \u00A0\u200F◄")
    assert.strictEqual(await texts([{ text: "12\u00A0%" }]), "\u200E12\u00A0%\u200E")
    assert.strictEqual(await texts([{ text: "Up to 5\u00A0% ►" }]), "Up to 5\u00A0% ►")
    const page = { path: "teams/1", tip: "Open it" }
    assert.strictEqual(await texts([{ text: "עבודה" }, { text: "\u00A0→", page }]), "עבודה\u00A0\u200F←")
  })

  it("state the direction of each paragraph and the language of each run", async () => {
    const text = ["(1) שלום", "Left 漢字", "12 %", ""].map((words) => ({ runs: [{ text: words }] }))
    const of = async (direction: DeckPlan["direction"]) => {
      const read = await bodyOf({ ...deckOf({ layout: "text", blocks: [body(text)] }), direction })
      return [values(read, "a:pPr", "rtl"), values(read, "a:rPr", "lang"), place(read)]
    }
    const languages = ["he-IL", "zh-CN", "en-GB"]
    assert.deepStrictEqual(await of("ltr"), [["1", "0", "0", "0"], languages, []])
    assert.deepStrictEqual(await of("rtl"), [["1", "0", "1", "1"], languages, []])
  })
})

describe("The slides of a file that runs from right to left", async () => {
  const mirrored = await readBack({ ...plan, direction: "rtl" })
  const { slides, layouts } = await readBack(plan)

  it("are mirrored with everything on them and on their layouts", () => {
    const frames = (roots: typeof slides) =>
      roots.flatMap((root) => named(root, "p:sp", "p:graphicFrame").map(place)).filter((frame) => frame.length > 0)
    const width = Math.round(slideSize.w * 914_400)
    for (const roots of [
      [slides, mirrored.slides],
      [layouts, mirrored.layouts]
    ] as const) {
      const [left, right] = roots.map(frames)
      assert.isAtLeast(left?.length ?? 0, 5)
      for (const [at, [x = 0, ...rest]] of (left ?? []).entries()) {
        const [turned = 0, ...others] = right?.[at] ?? []
        assert.deepStrictEqual(others, rest)
        assert.closeTo(turned, width - x - (rest[1] ?? 0), 2)
      }
    }
  })

  it("begin their lines at the right, their numbers end at the left", () => {
    const sides = (root: (typeof layouts)[number] | undefined) =>
      ["Title", "Slide Number"].map((name) => first(object(root, name), "a:lvl1pPr")?.attributes.algn)
    assert.deepStrictEqual([layouts[1], mirrored.layouts[1]].map(sides), [
      ["l", "r"],
      ["r", "l"]
    ])
  })

  it("have tables whose first column is the right one", () => {
    const rtl = [slides, mirrored.slides].map(([first]) => values(first, "a:tblPr", "rtl"))
    assert.deepStrictEqual(rtl, [[undefined], ["1"]])
    const aligned = [slides, mirrored.slides].map(([first]) => values(object(first, "Table"), "a:pPr", "algn")[1])
    assert.deepStrictEqual(aligned, ["r", "l"])
  })
})
