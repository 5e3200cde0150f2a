import type { Box, Paragraph, SlidePlan, TextBlock } from "../../DeckPlan.ts"
import type { CompanyFacts, TeamRow } from "../../facts/Company.ts"
import { percentText } from "../../facts/DeckNumbers.ts"
import { inOrder, type ProgressRow } from "../../facts/Progress.ts"
import { countsText } from "../../facts/Standing.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { clip, measure, textBlock } from "../../text/Fit.ts"
import { lineHeight, widthOf } from "../../text/Metrics.ts"
import { bodyBox, bodySizes, series } from "../ContentSlide.ts"
import { objectivePage, teamPage } from "../PageLinks.ts"
import { balanced, columnsOf, type Flow, pages, type Taken } from "../Paging.ts"
import { companyKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"

/** Points: the least that people read on a wall. */
const minSize = 12

const remark = "In brackets: expected by now"
const remarkHeight = lineHeight(minSize, true)

const box = { ...bodyBox, h: bodyBox.h - remarkHeight }

interface Look {
  /** Points. */
  readonly size: number
  /** Of a slide. */
  readonly columns: number
  readonly slides: number
  /** Whether it is for titles only of which none is cut. */
  readonly isUncut?: boolean
}

const [largest = minSize, middle = minSize] = bodySizes

/** Few columns, so that few titles are cut, in text as large as they let it be; two columns of larger text on a slide cut none. */
const looks: ReadonlyArray<Look> = [
  { size: largest, columns: 1, slides: 1 },
  { size: middle, columns: 1, slides: 1 },
  { size: middle, columns: 2, slides: 1, isUncut: true },
  { size: minSize, columns: 1, slides: 1 },
  { size: minSize, columns: 2, slides: 1 },
  { size: minSize, columns: 3, slides: 1 },
  { size: middle, columns: 2, slides: 2 },
  { size: minSize, columns: 2, slides: 2 },
  { size: minSize, columns: 3, slides: Number.POSITIVE_INFINITY }
]

/** Inches that a line of text has. */
const widthIn = ({ columns }: Look): number => columnsOf(box, columns)[0]?.w ?? box.w

/** A team's name, or one of its objectives. */
interface Line {
  readonly paragraph: Paragraph
  readonly isHeading: boolean
}

/** `40 % (60 %)`, as far as there is something. */
const standing = ({ pace: { percent, expected } }: ProgressRow): string => {
  if (percent === null) return ""
  return expected === null ? percentText(percent) : `${percentText(percent)} (${percentText(expected)})`
}

const objectiveLine = ({ team }: DeckInput, row: ProgressRow, look: Look): Line => {
  const { objective } = row
  const { size } = look
  const { glyph, color } = objectiveMarks[objective.status]
  const [mark, words] = [`${glyph}\u00A0`, standing(row)]
  const room = widthIn(look) - widthOf(`${mark} ${words}`, size, false)
  const title = clip(objective.title, size, false, room, 1)
  return {
    isHeading: false,
    paragraph: {
      runs: [
        { text: mark, color },
        { text: inLine(title), page: objectivePage(team, objective) },
        { text: ` ${words}`, color: "muted" }
      ]
    }
  }
}

const linesOf = (input: DeckInput, look: Look): ReadonlyArray<Line> => {
  const { team } = input
  const mark = linkTo(subjectKey(input, "summary"))
  const name = clip(team.name, look.size, true, widthIn(look) - arrowWidth(look.size), 1)
  const heading = { runs: [{ text: name, bold: true, color: "accent" as const, page: teamPage(team) }, mark] }
  return [
    { paragraph: heading, isHeading: true },
    ...inOrder(team.objectives, input).map((row) => objectiveLine(input, row, look))
  ]
}

/** Lines below each other; a team's name never stands alone at the end of a box. */
const lineFlow = (lines: ReadonlyArray<Line>, size: number): Flow | null => {
  if (lines.length === 0) return null
  const take = (box: Box): Taken => {
    let [height, count] = [0, 0]
    for (const { paragraph } of lines) {
      const { h } = measure([paragraph], size, box.w)
      if (height + h > box.h) break
      height += h
      count += 1
    }
    const isOver = count < lines.length && count > 1 && lines[count - 1]?.isHeading === true
    const fits = Math.max(1, isOver ? count - 1 : count)
    const paragraphs = lines.slice(0, fits).map(({ paragraph }) => paragraph)
    return { blocks: [textBlock({ box, paragraphs, size })], height, rest: lineFlow(lines.slice(fits), size) }
  }
  return { take }
}

/** The columns with the lines, of about equal height; none if the slides have no room for them. */
const filled = (teams: ReadonlyArray<TeamRow>, look: Look): ReadonlyArray<TextBlock> => {
  const most = look.columns * look.slides
  const count = teams.reduce((sum, { all }) => sum + 1 + all, 0)
  if (count * lineHeight(look.size) > most * box.h) return []
  const lines = teams.flatMap(({ input }) => linesOf(input, look))
  const flow = lineFlow(lines, look.size)
  const column = { ...box, w: widthIn(look) }
  const all = flow === null ? [] : pages(flow, column, most)
  if (flow === null || all.at(-1)?.rest !== null) return []
  return balanced(flow, column, all).flatMap(({ blocks }) => blocks.filter((block) => block.kind === "text"))
}

const isTitleCut = ({ paragraphs }: TextBlock): boolean =>
  paragraphs.some(({ runs }) => runs.some(({ text, bold }) => bold !== true && text.endsWith("…")))

/** The columns of each slide. */
const wallOf = (teams: ReadonlyArray<TeamRow>): ReadonlyArray<ReadonlyArray<TextBlock>> => {
  for (const look of looks) {
    const texts = filled(teams, look)
    if (texts.length === 0 || (look.isUncut === true && texts.some(isTitleCut))) continue
    const places = columnsOf(box, look.columns)
    const placed = texts.map((text, at) => ({ ...text, box: places[at % look.columns] ?? box }))
    return Array.from({ length: Math.ceil(placed.length / look.columns) }, (_, page) =>
      placed.slice(page * look.columns, (page + 1) * look.columns)
    )
  }
  return []
}

/** Of fewer the teams' own slides tell. */
const leastObjectives = 7

/** A company's objectives by team, each in a line with its standing: on one slide up to about 60, on two wider ones up to about 90. */
export const wallSlides = ({ teams, counts, all }: CompanyFacts): ReadonlyArray<SlidePlan> => {
  if (all < leastObjectives) return []
  const legend = textBlock({
    box: { ...bodyBox, y: bodyBox.y + box.h, h: remarkHeight },
    ...{ paragraphs: [{ runs: [{ text: remark }] }], size: minSize, color: "muted" }
  })
  return series({
    ...{ layout: "titleOnly", key: companyKey("wall"), section: "Review" },
    title: `All ${countsText(counts)}`,
    pages: wallOf(teams.filter((row) => row.all > 0)).map((columns) => [...columns, legend])
  })
}
