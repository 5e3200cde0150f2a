import { assert, describe, it } from "@effect/vitest"
import type { DeckPlan, Paragraph, SlidePlan, TextBlock } from "../../../src/deck/DeckPlan.ts"
import { drawn } from "../../../src/deck/draw/DrawnSlides.ts"
import * as Charts from "../../../src/deck/finish/ChartMends.ts"
import * as Notes from "../../../src/deck/finish/NotesMends.ts"
import * as Shapes from "../../../src/deck/finish/Shapes.ts"
import * as Text from "../../../src/deck/finish/TextMends.ts"
import { deckFile } from "../../../src/deck/package/DeckFile.ts"
import { numbered, open, type Package, related } from "../package/lint/Package.ts"
import { child, type Element, first, named, repeated, textOf } from "../package/lint/Xml.ts"
import { plan } from "../package/SmallPlan.ts"

const page = { path: "teams/1", tip: "Open it" }

const paragraphs: ReadonlyArray<Paragraph> = [
  { bullet: true, runs: [{ text: "One " }, { text: "linked words", page }] },
  { runs: [{ text: "Faint", color: "faint" }] }
]

const linked = (block: TextBlock): ReadonlyArray<Paragraph> =>
  block.paragraphs.map((paragraph) => ({ ...paragraph, runs: paragraph.runs.map((run) => ({ ...run, page })) }))

const texts = (slide: SlidePlan): SlidePlan => ({
  ...slide,
  blocks: slide.blocks.map((block) =>
    block.kind === "text" ? { ...block, paragraphs: block.placeholder === "body" ? paragraphs : linked(block) } : block
  )
})

/** Whatever a mend is for, in a deck that runs from right to left. */
const deck: DeckPlan = {
  ...plan,
  direction: "rtl",
  pageUrl: "https://plans.example.org/",
  slides: plan.slides.map(texts)
}

const roots = (pack: Package, folder: string): ReadonlyArray<Element> =>
  numbered(pack, `ppt/${folder}`).flatMap((name) => pack.roots.get(name) ?? [])

/** Elements of a name in all parts of a folder. */
const inAll = (folder: string, name: string) => (pack: Package) =>
  roots(pack, folder).flatMap((root) => named(root, name))

const paragraphsOf = inAll("slides", "a:p")
const propertiesOf = inAll("slides", "a:rPr")
const series = inAll("charts", "c:ser")
const charts = (pack: Package) => roots(pack, "charts")
const titles = (pack: Package) =>
  inAll("slides", "p:sp")(pack).filter((shape) => first(shape, "p:cNvPr")?.attributes.name?.startsWith("Title"))
const workbooks = (pack: Package): ReadonlyArray<Package> =>
  [...pack.parts].filter(([name]) => name.endsWith(".xlsx")).map(([, bytes]) => open(bytes))
const nameOf = (one: Element): string | undefined => first(child(one, "c:tx"), "c:v")?.text
const isEmpty = (value: Element): boolean => value.children.length === 0 && value.text === ""
const points = (one: Element): ReadonlyArray<Element> => named(child(one, "c:val"), "c:v")

/** What shows that PptxGenJS still has the fault that a mend is for. */
const faults: Readonly<Record<string, (pack: Package) => ReadonlyArray<unknown>>> = {
  onePropertiesElement: (pack) =>
    paragraphsOf(pack).filter(({ children }) => children.filter(({ name }) => name === "a:pPr").length > 1),
  ownDirection: (pack) =>
    paragraphsOf(pack).filter((one) => child(one, "a:pPr") && child(one, "a:pPr")?.attributes.rtl === undefined),
  noEndAfterText: (pack) => paragraphsOf(pack).filter((one) => child(one, "a:r") && child(one, "a:endParaRPr")),
  ownLanguage: (pack) => propertiesOf(pack).filter(({ attributes }) => attributes.altLang ?? attributes.dirty),
  inheritedColor: (pack) => propertiesOf(pack).filter((one) => first(one, "a:srgbClr")?.attributes.val === "000000"),
  plainLink: (pack) => propertiesOf(pack).filter((one) => child(one, "a:hlinkClick") && one.attributes.u),
  titleLink: (pack) =>
    titles(pack)
      .flatMap((title) => named(title, "a:r"))
      .filter((run) => first(run, "a:hlinkClick")),
  ownIds: (pack) =>
    roots(pack, "slides").flatMap((root) => repeated(named(root, "p:cNvPr").map(({ attributes }) => attributes.id))),
  inPlaceholder: (pack) => inAll("slides", "p:cNvGraphicFramePr")(pack).filter(isEmpty),
  layoutsPlace: (pack) => titles(pack).filter((title) => first(title, "a:xfrm")),
  ownAlternative: (pack) =>
    inAll("slides", "p:graphicFrame")(pack).filter((frame) => !first(frame, "p:cNvPr")?.attributes.descr),
  tableStyle: (pack) => inAll("slides", "a:tblPr")(pack).filter((one) => child(one, "a:tableStyleId") === undefined),
  styledCells: inAll("slides", "a:lnL"),
  slideNumber: (pack) => inAll("slides", "p:ph")(pack).filter(({ attributes }) => attributes.idx === "4294967295"),
  noEmptyNotes: (pack) =>
    deck.slides.filter(
      ({ notes }, at) => notes === "" && related(pack, `ppt/slides/slide${at + 1}.xml`, "notesSlide").length > 0
    ),
  ownParagraphs: (pack) =>
    inAll("notesSlides", "a:r")(pack).filter((run) => first(run, "a:rPr")?.attributes.lang === "en-US"),
  noLabels: (pack) => inAll("charts", "c:dLbls")(pack).filter((one) => child(one, "c:txPr")),
  noEmptyValues: (pack) => series(pack).flatMap((one) => points(one).filter(isEmpty)),
  ownLooks: (pack) =>
    series(pack).filter((one) => nameOf(one) === "Target" && first(one, "c:symbol")?.attributes.val === "circle"),
  lastValues: (pack) => series(pack).filter((one) => nameOf(one) === "Value" && first(one, "c:dLbl") === undefined),
  twoAxes: (pack) =>
    inAll(
      "charts",
      "c:lineChart"
    )(pack).filter(({ children }) => children.filter(({ name }) => name === "c:axId").length > 2),
  plainLines: (pack) => inAll("charts", "c:lineChart")(pack).filter((one) => child(one, "c:grouping") === undefined),
  fixedAxis: (pack) => inAll("charts", "c:numFmt")(pack).filter(({ attributes }) => attributes.sourceLinked === "1"),
  linesAtDates: (pack) =>
    charts(pack).filter(
      (root) => first(root, "c:dateAx") && first(root, "c:crossBetween")?.attributes.val === "between"
    ),
  schemasOrder: inAll("charts", "c:noMultiLvlLbl"),
  ownCells: (pack) =>
    workbooks(pack).flatMap(({ roots }) =>
      named(roots.get("xl/worksheets/sheet1.xml"), "c").filter(({ attributes }) => attributes.t === "s")
    ),
  workbookOf: (pack) => workbooks(pack).filter(({ parts }) => parts.has("docProps/core.xml"))
}

const [raw, mended] = (await Promise.all([drawn(deck), deckFile(deck)])).map(open) as [Package, Package]

describe("What PptxGenJS writes", () => {
  it.each(Object.entries(faults))("needs %s, or the mend can go; and has no such fault after it", (_, faultsIn) => {
    assert.isAbove(faultsIn(raw).length, 0, "PptxGenJS no longer has this fault")
    assert.lengthOf(faultsIn(mended), 0)
  })

  it("is mended by nothing that has no fault to show", () => {
    const mends = Object.keys({ ...Text, ...Shapes, ...Notes, ...Charts }).filter((name) => !name.startsWith("mend"))
    assert.deepStrictEqual(
      mends.filter((name) => faults[name] === undefined),
      []
    )
  })

  it("keeps its words", () => {
    const words = (pack: Package) =>
      roots(pack, "slides").map((root) => named(root, "p:txBody").map(textOf).slice(0, -1))
    assert.deepStrictEqual(words(mended), words(raw))
  })
})
