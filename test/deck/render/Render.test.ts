import { assert, beforeAll, describe, it } from "@effect/vitest"
import { altName } from "../../../src/deck/render/Rendered.ts"
import { first, named, textOf } from "../package/lint/Xml.ts"
import { handMade, hostile, shapes, title } from "./HandMade.ts"
import { color, notesOf, object, paragraphs, place, placeholders, type Reading, readBack } from "./Reading.ts"

const emu = (...inches: ReadonlyArray<number>): ReadonlyArray<number> =>
  inches.map((inch) => Math.round(inch * 914_400))

describe("render", () => {
  let deck: Reading
  beforeAll(async () => {
    deck = await readBack(handMade)
  })

  it("writes nothing but well-formed XML, whatever the text", () => {
    assert.deepStrictEqual(deck.faults, [])
    assert.lengthOf(deck.slides, handMade.slides.length)
  })

  it("fills the placeholders of the layouts", () => {
    const title = { type: "title" }
    const footer = { type: "ftr", sz: "quarter", idx: "10" }
    const number = { type: "sldNum", sz: "quarter", idx: "11" }
    const body = { type: "body", idx: "1" }
    const cover = [title, body]
    const text = [title, body, footer, number]
    const bare = [title, footer, number]
    assert.deepStrictEqual(deck.slides.map(placeholders), [cover, bare, text, bare, bare])
    assert.deepStrictEqual(deck.layouts.map(placeholders), [cover, text, bare])
    assert.deepStrictEqual(placeholders(deck.master), text)
    assert.deepStrictEqual(
      deck.layouts.map((layout) => first(layout, "p:cSld")?.attributes.name),
      ["Cover", "Title and text", "Title only"]
    )
    const layouts = [1, 2, 3, 4, 5].map((slide) =>
      deck.pack.relations
        .get(`ppt/slides/slide${slide}.xml`)
        ?.find(({ type }) => type === "slideLayout")
        ?.target.slice(-5)
    )
    assert.deepStrictEqual(layouts, ["1.xml", "3.xml", "2.xml", "3.xml", "3.xml"])
  })

  it("leaves to the layout what is the same there, so that it follows", () => {
    const [cover, slide, words] = deck.slides
    assert.deepStrictEqual(place(object(slide, "Title")), [])
    assert.deepStrictEqual(
      named(object(slide, "Title"), "a:rPr").map(({ attributes }) => attributes.sz),
      [undefined]
    )
    assert.isUndefined(color(object(slide, "Title")))
    assert.deepStrictEqual(place(object(words, "Text")), [])
    assert.deepStrictEqual(place(object(slide, "Footer")), [])
    assert.deepStrictEqual(paragraphs(object(slide, "Footer")), [handMade.footer])
    assert.deepStrictEqual(paragraphs(object(slide, "Slide Number")), ["2"])
    assert.deepStrictEqual(place(object(cover, "Title")), emu(0.6, 2, 4.3, 2))
    assert.deepStrictEqual(first(object(cover, "Title"), "a:rPr")?.attributes.sz, "4800")
    assert.deepStrictEqual(first(object(cover, "Title"), "a:bodyPr")?.attributes, { anchor: "b" })
    assert.deepStrictEqual(color(first(object(deck.layouts[0], "Title"), "a:defRPr")), "FEFEFE")
    assert.deepStrictEqual(place(object(deck.layouts[1], "Title")), emu(0.85, 0.35, 11.8, 0.85))
  })

  it("has the team's band, bar, hairline, footer and number in its layouts", () => {
    const [cover, content] = deck.layouts
    assert.deepStrictEqual(place(object(cover, "Band")), emu(0, 0, 13.333 * 0.4, 7.5))
    assert.deepStrictEqual(color(object(cover, "Band")), "accent1")
    assert.deepStrictEqual(place(object(content, "Bar")), emu(0.6, 0.42, 0.09, 0.62))
    assert.deepStrictEqual(color(object(content, "Bar")), "accent1")
    assert.deepStrictEqual(place(object(content, "Hairline")), emu(0.6, 1.28, 13.333 - 1.2, 0.01))
    assert.deepStrictEqual(color(object(content, "Hairline")), "D9DDE4")
    assert.deepStrictEqual(place(object(content, "Slide Number")), emu(13.333 - 1.6, 7.05, 1, 0.2))
    assert.deepStrictEqual(first(object(content, "Slide Number"), "a:fld")?.attributes.type, "slidenum")
    assert.deepStrictEqual(first(object(content, "Footer"), "a:defRPr")?.attributes.sz, "1000")
  })

  it("runs the footer from left to right, whatever it begins with", async () => {
    const [, slide] = handMade.slides
    assert.isDefined(slide)
    const { slides } = await readBack({ ...handMade, footer: "צוות · as of event 7", slides: [slide] })
    const footer = object(slides[0], "Footer")
    assert.deepStrictEqual(paragraphs(footer), ["צוות · as of event 7"])
    assert.isUndefined(first(footer, "a:pPr")?.attributes.rtl)
  })

  it("draws an edge around the bar and after the band where paper would swallow the team's colour", async () => {
    const edges = async (team: string) => {
      const colors = { ...handMade.theme.colors, team }
      const { layouts } = await readBack({ ...handMade, theme: { ...handMade.theme, colors } })
      const bar = first(object(layouts[1], "Bar"), "a:ln")
      return [color(bar), named(bar, "a:noFill").length, color(object(layouts[0], "Edge"))]
    }
    assert.deepStrictEqual(await edges("FFFFFF"), ["tx2", 0, "tx2"])
    assert.deepStrictEqual(await edges("336699"), [undefined, 1, "D9DDE4"])
    assert.deepStrictEqual(await edges("000000"), [undefined, 1, "D9DDE4"])
  })

  it("draws shapes where they stand, in the theme's colours, with a key to their alt text", () => {
    const drawn = shapes.map((shape, at) => {
      const element = object(deck.slides[1], altName(at))
      const preset = first(element, "a:prstGeom")?.attributes.prst ?? `${named(element, "a:pt").length} points`
      return { shape, preset, place: place(element), color: color(element) }
    })
    const presets = ["rect", "roundRect", "ellipse", "diamond", "triangle", "6 points", "12 points", "donut"]
    assert.deepStrictEqual(
      drawn,
      shapes.map((shape, at) => ({
        shape,
        preset: presets[at] ?? "",
        place: emu(1 + at, 2, 0.5, 0.5),
        color: shape === "ring" ? "D9DDE4" : "accent2"
      }))
    )
    const outlined = object(deck.slides[1], altName(8))
    assert.lengthOf(named(outlined, "a:noFill"), 1)
    assert.deepStrictEqual(color(first(outlined, "a:ln")), "FEFEFE")
    assert.deepStrictEqual(deck.rendered.alts, [
      ...shapes.map((shape) => `A ${shape}`),
      "",
      "Status: on track",
      "A table",
      "A table without header",
      "Progress by objective",
      "Objectives by status"
    ])
  })

  it("sets text boxes without insets and without fitting", () => {
    const box = object(deck.slides[1], altName(9))
    assert.deepStrictEqual(place(box), emu(0.6, 2, 5, 0.5))
    assert.deepStrictEqual(first(box, "a:bodyPr")?.attributes, {
      wrap: "square",
      lIns: "0",
      tIns: "0",
      rIns: "0",
      bIns: "0",
      rtlCol: "0",
      anchor: "t"
    })
    assert.deepStrictEqual(first(box, "a:bodyPr")?.children, [])
    assert.deepStrictEqual(first(box, "a:rPr")?.attributes.sz, "1400")
    assert.deepStrictEqual(color(box), "tx1")
  })

  it("keeps paragraphs, runs and bullets apart", () => {
    const body = object(deck.slides[2], "Text")
    assert.deepStrictEqual(paragraphs(body), ["Plain, bold and red", "", hostile, "one bullet", "(1) שלום"])
    assert.deepStrictEqual(
      named(body, "a:r").map((run) => {
        const { b, i } = first(run, "a:rPr")?.attributes ?? {}
        return [textOf(run), b, i, color(run)]
      }),
      [
        ["Plain, ", undefined, undefined, undefined],
        ["bold", "1", undefined, undefined],
        [" and ", undefined, "1", undefined],
        ["red", undefined, undefined, "accent4"],
        [hostile, undefined, undefined, "tx1"],
        ["one ", undefined, undefined, "tx1"],
        ["bullet", undefined, undefined, "tx1"],
        ["(1) שלום", undefined, undefined, undefined]
      ]
    )
    const properties = named(body, "a:p").map((paragraph) => {
      const { algn, marL, rtl } = first(paragraph, "a:pPr")?.attributes ?? {}
      return [algn, marL, rtl, named(paragraph, "a:buChar").length > 0]
    })
    assert.deepStrictEqual(properties, [
      ["l", "0", undefined, false],
      ["l", "0", undefined, false],
      ["l", "182880", undefined, true],
      ["r", "182880", undefined, true],
      ["l", "0", "1", false]
    ])
  })

  it("says that a run is not bold where its placeholder is", async () => {
    const heading = title("", { paragraphs: [{ runs: [{ text: "thin " }, { text: "fat", bold: true }] }] })
    const slide = { layout: "content", title: "thin fat", section: "One", notes: "", blocks: [heading] } as const
    const { slides } = await readBack({ ...handMade, slides: [slide] })
    const runs = named(object(slides[0], "Title"), "a:rPr")
    assert.deepStrictEqual(
      runs.map(({ attributes }) => attributes.b),
      ["0", "1"]
    )
  })

  it("fills a placeholder once, and leaves none empty", async () => {
    const body = { placeholder: "body" } as const
    const cover = { layout: "cover", title: "A", section: "One", notes: "", blocks: [title("A")] } as const
    const twice = {
      ...cover,
      layout: "content",
      blocks: [title("A"), title("first", body), title("second", body), title("third", { placeholder: "subtitle" })]
    } as const
    const { slides, layouts } = await readBack({ ...handMade, slides: [cover, twice] })
    assert.deepStrictEqual(
      slides.map((slide) => placeholders(slide).map(({ type }) => type)),
      [["title"], ["title", "body", "ftr", "sldNum"]]
    )
    assert.deepStrictEqual(
      layouts.map((layout) => first(layout, "p:cSld")?.attributes.name),
      ["Cover, title only", "Title and text"]
    )
    assert.deepStrictEqual(paragraphs(object(slides[1], "Text")), ["first"])
    assert.includeMembers([...paragraphs(slides[1])], ["second", "third"])
  })

  it("has a paragraph of notes for each of their lines", () => {
    assert.deepStrictEqual(deck.notes.map(notesOf), [[""], ["First", "", "Second & <third>"], [hostile], [""], [""]])
  })

  it("puts each run of slides in its section", () => {
    const presentation = deck.pack.roots.get("ppt/presentation.xml")
    const sections = named(presentation, "p14:section").map((section) => [
      section.attributes.name,
      named(section, "p14:sldId").map(({ attributes }) => attributes.id)
    ])
    assert.deepStrictEqual(sections, [
      ["Overview", ["256", "257"]],
      ["Words & more", ["258", "259"]],
      ["Overview (2)", ["260"]]
    ])
  })

  it("names the document and nobody", () => {
    const core = deck.pack.roots.get("docProps/core.xml")
    const said = ["dc:title", "dc:creator", "dc:subject"].map((name) => first(core, name)?.text)
    assert.deepStrictEqual(said, [handMade.title, "", ""])
    const theme = deck.pack.roots.get("ppt/theme/theme1.xml")
    const fonts = ["a:majorFont", "a:minorFont"].map(
      (name) => first(first(theme, name), "a:latin")?.attributes.typeface
    )
    assert.deepStrictEqual(fonts, ["Arial", "Arial"])
  })
})
