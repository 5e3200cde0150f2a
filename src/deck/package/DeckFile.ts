import type { ChartBlock, DeckPlan, Run, SlidePlan } from "../Plan.ts"
import { chartPart, sheetOf } from "../render/charts/Charts.ts"
import { layoutNames } from "../render/Layouts.ts"
import { layoutXml, masterXml } from "../render/MasterXml.ts"
import { notesMasterXml, notesXml } from "../render/NotesXml.ts"
import { plainPen } from "../render/Pen.ts"
import { slideXml } from "../render/SlideXml.ts"
import { contentTypes } from "./ContentTypes.ts"
import { presentationProperties, presentationXml, viewProperties } from "./Presentation.ts"
import { appProperties, coreProperties } from "./Properties.ts"
import { type Relation, relationId, relationsName, relationsXml } from "./Relations.ts"
import { tableStyles } from "./TableStyles.ts"
import { themeXml } from "./Theme.ts"
import { workbook } from "./Workbook.ts"
import { type Part, zip } from "./Zip.ts"

const presentation = "ppt/presentation.xml"
const master = "ppt/slideMasters/slideMaster1.xml"
const notesMaster = "ppt/notesMasters/notesMaster1.xml"
const slideName = (number: number): string => `ppt/slides/slide${number}.xml`
const layoutName = (at: number): string => `ppt/slideLayouts/slideLayout${at + 1}.xml`
const notesName = (number: number): string => `ppt/notesSlides/notesSlide${number}.xml`
const themePart = (number: number): string => `ppt/theme/theme${number}.xml`
const chartName = (number: number): string => `ppt/charts/chart${number}.xml`
const workbookName = (number: number): string => `ppt/embeddings/Microsoft_Excel_Worksheet${number}.xlsx`

/** A part and its relations. */
const related = (name: string, content: Part[1], relations: ReadonlyArray<Relation>): ReadonlyArray<Part> => [
  [name, content],
  [relationsName(name), () => relationsXml(name, relations)]
]

/** The numbers of the slides that links lead to, by key. */
const numbersByKey = ({ slides }: DeckPlan): ReadonlyMap<string, number> =>
  new Map(slides.flatMap(({ key }, at) => (key === undefined ? [] : [[key, at + 1] as const])))

const runsOf = ({ blocks }: SlidePlan): ReadonlyArray<Run> =>
  blocks
    .flatMap((block) =>
      block.kind === "text"
        ? block.paragraphs
        : block.kind === "table"
          ? block.rows.flatMap((row) => row.flatMap(({ paragraphs }) => paragraphs))
          : []
    )
    .flatMap(({ runs }) => runs)

/** The relation of a run's link: to another slide, or to the page. */
const relationOf = (
  { link, page }: Run,
  { pageUrl }: DeckPlan,
  keys: ReadonlyMap<string, number>
): Relation | undefined => {
  const number = link === undefined ? undefined : keys.get(link)
  if (number !== undefined) return ["slide", slideName(number)]
  return page === undefined || pageUrl === null ? undefined : ["hyperlink", pageUrl + page.path]
}

/** The relations of the links in a slide's texts, each once, by target. */
const linksOf = (plan: DeckPlan, slide: SlidePlan, keys: ReadonlyMap<string, number>): ReadonlyMap<string, Relation> =>
  new Map(
    runsOf(slide).flatMap((run) => {
      const relation = relationOf(run, plan, keys)
      return relation === undefined ? [] : [[relation[1], relation] as const]
    })
  )

const chartsOf = ({ blocks }: SlidePlan): ReadonlyArray<ChartBlock> => blocks.filter((block) => block.kind === "chart")

interface Place {
  /** From 1. */
  readonly number: number
  /** The number of charts on the slides before. */
  readonly chartsBefore: number
}

/** A slide with its notes. Its relations are to its layout, its notes, its charts, and the targets of its links. */
const slideParts = (
  plan: DeckPlan,
  slide: SlidePlan,
  { number, chartsBefore }: Place,
  keys: ReadonlyMap<string, number>
): ReadonlyArray<Part> => {
  const charts = chartsOf(slide)
  const links = linksOf(plan, slide, keys)
  const targets = [...links.keys()]
  const notes: ReadonlyArray<Relation> = slide.notes === "" ? [] : [["notesSlide", notesName(number)]]
  const relations: ReadonlyArray<Relation> = [
    ["slideLayout", layoutName(layoutNames.indexOf(slide.layout))],
    ...notes,
    ...charts.map((_, at): Relation => ["chart", chartName(chartsBefore + at + 1)]),
    ...links.values()
  ]
  const firstChart = 1 + notes.length
  const pen = {
    ...plainPen(plan),
    chartRelation: (chart: ChartBlock) => relationId(firstChart + charts.indexOf(chart)),
    relationOf: (run: Run) => {
      const relation = relationOf(run, plan, keys)
      return relation && relationId(firstChart + charts.length + targets.indexOf(relation[1]))
    }
  }
  return [
    ...related(slideName(number), () => slideXml(plan, slide, number, pen), relations),
    ...(slide.notes === ""
      ? []
      : related(notesName(number), () => notesXml(slide.notes, plan), [
          ["notesMaster", notesMaster],
          ["slide", slideName(number)]
        ])),
    ...charts.flatMap((chart, at) => chartParts(plan, chart, chartsBefore + at + 1))
  ]
}

const chartParts = (plan: DeckPlan, chart: ChartBlock, number: number): ReadonlyArray<Part> => [
  ...related(chartName(number), () => chartPart(chart, plainPen(plan)), [["package", workbookName(number)]]),
  [workbookName(number), () => workbook(sheetOf(chart, plainPen(plan)))]
]

const allSlideParts = (plan: DeckPlan): ReadonlyArray<Part> => {
  const keys = numbersByKey(plan)
  const parts: Array<Part> = []
  let chartsBefore = 0
  for (const [at, slide] of plan.slides.entries()) {
    parts.push(...slideParts(plan, slide, { number: at + 1, chartsBefore }, keys))
    chartsBefore += chartsOf(slide).length
  }
  return parts
}

/** Each master has a theme of its own; both are the deck's. */
const masterParts = (plan: DeckPlan, hasNotes: boolean): ReadonlyArray<Part> => [
  ...related(master, () => masterXml(plan), [
    ...layoutNames.map((_, at): Relation => ["slideLayout", layoutName(at)]),
    ["theme", themePart(1)]
  ]),
  ...layoutNames.flatMap((name, at) => related(layoutName(at), () => layoutXml(name, plan), [["slideMaster", master]])),
  [themePart(1), () => themeXml(plan.theme)],
  ...(hasNotes
    ? ([
        ...related(notesMaster, () => notesMasterXml(plan), [["theme", themePart(2)]]),
        [themePart(2), () => themeXml(plan.theme)]
      ] as const)
    : [])
]

/** The parts of a deck, each made when it is asked for. */
export const deckParts = (plan: DeckPlan): ReadonlyArray<Part> => {
  const hasNotes = plan.slides.some(({ notes }) => notes !== "")
  const parts: ReadonlyArray<Part> = [
    [
      relationsName(""),
      () =>
        relationsXml("", [
          ["officeDocument", presentation],
          ["core-properties", "docProps/core.xml"],
          ["extended-properties", "docProps/app.xml"]
        ])
    ],
    ["docProps/core.xml", () => coreProperties(plan)],
    ["docProps/app.xml", () => appProperties(plan)],
    ...related(presentation, () => presentationXml(plan, hasNotes), [
      ["slideMaster", master],
      ...plan.slides.map((_, at): Relation => ["slide", slideName(at + 1)]),
      ...(hasNotes ? [["notesMaster", notesMaster] as const] : []),
      ["presProps", "ppt/presProps.xml"],
      ["viewProps", "ppt/viewProps.xml"],
      ["theme", themePart(1)],
      ["tableStyles", "ppt/tableStyles.xml"]
    ]),
    ["ppt/presProps.xml", presentationProperties],
    ["ppt/viewProps.xml", viewProperties],
    ["ppt/tableStyles.xml", tableStyles],
    ...masterParts(plan, hasNotes),
    ...allSlideParts(plan)
  ]
  return [...parts, ["[Content_Types].xml", () => contentTypes(parts.map(([name]) => name))]]
}

/** A deck's file. The same plan gives the same bytes in any process at any time: nothing is random or dated. */
export const deckFile = (plan: DeckPlan): Uint8Array => zip(deckParts(plan), { compressed: true })
