import type { Document } from "domhandler"
import { strFromU8, unzipSync } from "fflate"
import { sheetOf } from "../draw/charts/Charts.ts"
import type { ChartBlock, DeckPlan, SlidePlan } from "../Plan.ts"
import { layoutNames } from "../templates/Layouts.ts"
import { relationsName } from "../templates/Relations.ts"
import { mendChart } from "./Charts.ts"
import { mendNotes } from "./Notes.ts"
import { countedHere, leadToSlide, leadToWorkbook, noEmptyNotes, oneForEachTarget } from "./Relations.ts"
import { mendShapes } from "./Shapes.ts"
import { mendText } from "./Text.ts"
import { mendWorkbook } from "./Workbooks.ts"
import { all, parse, xmlOf } from "./Xml.ts"

/** A part's name and its content. */
export type Part = readonly [name: string, content: string | Uint8Array]

export const slideName = (number: number): string => `ppt/slides/slide${number}.xml`
export const notesName = (number: number): string => `ppt/notesSlides/notesSlide${number}.xml`
export const chartName = (number: number): string => `ppt/charts/chart${number}.xml`
const workbookName = (number: number): string => `Microsoft_Excel_Worksheet${number}.xlsx`
export const workbookPath = (number: number): string => `ppt/embeddings/${workbookName(number)}`

/** Slides of a deck that were drawn together, with what was before them. */
export interface Batch {
  readonly slides: ReadonlyArray<SlidePlan>
  readonly slidesBefore: number
  readonly chartsBefore: number
}

export const chartsOf = ({ blocks }: SlidePlan): ReadonlyArray<ChartBlock> =>
  blocks.filter((block) => block.kind === "chart")

/** The package of a batch, as PptxGenJS wrote it. */
interface Drawn {
  readonly bytes: (name: string) => Uint8Array
  readonly part: (name: string) => Document
}

const opened = (bytes: Uint8Array): Drawn => {
  const parts = unzipSync(bytes, { filter: ({ name }) => /^ppt\/(slides|notesSlides|charts|embeddings)\//.test(name) })
  const bytesOf = (name: string): Uint8Array => {
    const found = parts[name]
    if (found === undefined) throw new Error(`PptxGenJS wrote no ${name}.`)
    return found
  }
  return { bytes: bytesOf, part: (name) => parse(strFromU8(bytesOf(name))) }
}

/** What a part's only relation to another of the package leads to, in the folder beside its own. */
const targetOf = (relations: Document): string => {
  const [relation] = all(relations, "Relationship")
  return `ppt/${relation?.attribs.Target?.replace("../", "") ?? ""}`
}

function* chartParts(drawn: Drawn, name: string, chart: ChartBlock, number: number, deck: DeckPlan): Generator<Part> {
  const sheet = sheetOf(chart, deck)
  const [part, relations] = [drawn.part(name), drawn.part(relationsName(name))]
  const workbook = drawn.bytes(targetOf(relations))
  mendChart({ part, plan: chart, sheet, language: deck.language, direction: deck.direction })
  leadToWorkbook(relations, workbookName(number))
  yield [chartName(number), xmlOf(part)]
  yield [relationsName(chartName(number)), xmlOf(relations)]
  yield [workbookPath(number), mendWorkbook(workbook, sheet)]
}

function* notesParts(drawn: Drawn, at: number, number: number, notes: string, deck: DeckPlan): Generator<Part> {
  const [page, relations] = [drawn.part(notesName(at)), drawn.part(relationsName(notesName(at)))]
  mendNotes(page, notes, deck)
  leadToSlide(relations, number)
  yield [notesName(number), xmlOf(page)]
  yield [relationsName(notesName(number)), xmlOf(relations)]
}

/** A slide's parts; `at` is its number in its batch, `number` in its deck. */
function* slideParts(
  drawn: Drawn,
  slide: SlidePlan,
  { at, number, chartsBefore }: { readonly at: number; readonly number: number; readonly chartsBefore: number },
  deck: DeckPlan
): Generator<Part> {
  const [part, relations] = [drawn.part(slideName(at)), drawn.part(relationsName(slideName(at)))]
  const charts = chartsOf(slide).map((chart, before) => ({ chart, number: chartsBefore + before + 1 }))
  const drawnCharts = all(relations, "Relationship").filter(({ attribs }) => attribs.Type?.endsWith("/chart"))
  const names = drawnCharts.map(({ attribs }) => attribs.Target?.slice(1) ?? "")
  mendShapes(part, slide, number, deck)
  mendText(part)
  oneForEachTarget(part, relations)
  if (slide.notes === "") noEmptyNotes(relations)
  countedHere(relations, number, layoutNames.indexOf(slide.layout) + 1, charts)
  yield [slideName(number), xmlOf(part)]
  yield [relationsName(slideName(number)), xmlOf(relations)]
  if (slide.notes !== "") yield* notesParts(drawn, at, number, slide.notes, deck)
  for (const [index, { chart, number }] of charts.entries())
    yield* chartParts(drawn, names[index] ?? "", chart, number, deck)
}

/** The parts of a batch's slides, mended one after the other: slides, notes, charts, workbooks and their relations. */
export function* finished(
  bytes: Uint8Array,
  { slides, slidesBefore, chartsBefore }: Batch,
  deck: DeckPlan
): Generator<Part> {
  const drawn = opened(bytes)
  let charts = chartsBefore
  for (const [index, slide] of slides.entries()) {
    yield* slideParts(drawn, slide, { at: index + 1, number: slidesBefore + index + 1, chartsBefore: charts }, deck)
    charts += chartsOf(slide).length
  }
}
