import type { Document } from "domhandler"
import { strFromU8, unzipSync } from "fflate"
import type { ChartBlock, DeckPlan } from "../DeckPlan.ts"
import { sheetOf } from "../draw/LineCharts.ts"
import { layoutPart } from "../templates/Layouts.ts"
import { relationsName } from "../templates/TemplateRelations.ts"
import { parse, xmlOf } from "../templates/Xml.ts"
import { mendChart } from "./ChartMends.ts"
import { ownParagraphs } from "./NotesMends.ts"
import { lead, noEmptyNotes, targetsOf } from "./PartRelations.ts"
import { mendShapes } from "./Shapes.ts"
import { mendText } from "./TextMends.ts"
import { workbookOf } from "./Workbooks.ts"

/** A part's name and its content. */
export type Part = readonly [name: string, content: string | Uint8Array]

export const slideName = (number: number): string => `ppt/slides/slide${number}.xml`
const notesName = (number: number): string => `ppt/notesSlides/notesSlide${number}.xml`
const chartName = (number: number): string => `ppt/charts/chart${number}.xml`
const workbookName = (number: number): string => `ppt/embeddings/Microsoft_Excel_Worksheet${number}.xlsx`

/** Reads what PptxGenJS wrote: a part and its relations. */
const opened = (bytes: Uint8Array) => {
  const parts = unzipSync(bytes, { filter: ({ name }) => /^ppt\/(slides|notesSlides|charts)\//.test(name) })
  const read = (name: string): Document => {
    const found = parts[name]
    if (found === undefined) throw new Error(`PptxGenJS wrote no ${name}.`)
    return parse(strFromU8(found))
  }
  return (name: string) => [read(name), read(relationsName(name))] as const
}

type Drawn = ReturnType<typeof opened>

const both = (name: string, part: Document, relations: Document): ReadonlyArray<Part> => [
  [name, xmlOf(part)],
  [relationsName(name), xmlOf(relations)]
]

function* chartParts(drawn: Drawn, name: string, plan: ChartBlock, number: number): Generator<Part> {
  const sheet = sheetOf(plan)
  const [part, relations] = drawn(name)
  mendChart({ part, plan, sheet })
  lead(relations, "package", [workbookName(number)])
  yield* both(chartName(number), part, relations)
  yield [workbookName(number), workbookOf(sheet)]
}

function* notesParts(drawn: Drawn, number: number, notes: string, deck: DeckPlan): Generator<Part> {
  const [page, relations] = drawn(notesName(number))
  ownParagraphs(page, notes, deck)
  lead(relations, "slide", [slideName(number)])
  yield* both(notesName(number), page, relations)
}

/**
 * Mends the slides of a deck, and gives their parts one by one: slides, notes, charts, workbooks and their relations.
 * PptxGenJS counts charts in its process; here the deck's own are counted.
 */
export function* finished(bytes: Uint8Array, deck: DeckPlan): Generator<Part> {
  const drawn = opened(bytes)
  let charts = 0
  for (const [at, plan] of deck.slides.entries()) {
    const number = at + 1
    const [part, relations] = drawn(slideName(number))
    const own = plan.blocks.filter((block) => block.kind === "chart").map((chart) => ({ chart, number: ++charts }))
    const names = own.map((one) => chartName(one.number))
    const drawnCharts = targetsOf(relations, "chart")
    mendShapes(part, plan, number, deck)
    mendText(part)
    if (plan.notes === "") noEmptyNotes(relations)
    lead(relations, "slideLayout", [layoutPart(plan.layout)])
    lead(relations, "notesSlide", [notesName(number)])
    lead(relations, "chart", names)
    yield* both(slideName(number), part, relations)
    if (plan.notes !== "") yield* notesParts(drawn, number, plan.notes, deck)
    for (const [index, one] of own.entries()) yield* chartParts(drawn, drawnCharts[index] ?? "", one.chart, one.number)
  }
}
