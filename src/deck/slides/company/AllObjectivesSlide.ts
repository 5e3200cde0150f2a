import type { Box, Paragraph, SlidePlan } from "../../DeckPlan.ts"
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
import { columnsOf } from "../Paging.ts"
import { companyKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"

/** Points: the least that people read on a wall. */
const minSize = 12

const remark = "In brackets: expected by now"
const remarkHeight = lineHeight(minSize, true)

const box = { ...bodyBox, h: bodyBox.h - remarkHeight }

/** The size of the lines, in points, the columns of a slide, and on how many slides they may stand. */
interface Look {
  readonly size: number
  readonly columns: ReadonlyArray<Box>
  readonly slides: number
  /** Whether it is for titles only of which none is cut. */
  readonly isUncut?: boolean
}

const dense: Look = { size: minSize, columns: columnsOf(box, 3), slides: Number.POSITIVE_INFINITY }

const [largest = minSize, middle = minSize] = bodySizes

/** Few columns, so that few titles are cut, in text as large as they let it be; two columns of larger text cut none. */
const looks: ReadonlyArray<Look> = [
  { size: largest, columns: [box], slides: 1 },
  { size: middle, columns: [box], slides: 1 },
  { size: middle, columns: columnsOf(box, 2), slides: 1, isUncut: true },
  { size: minSize, columns: [box], slides: 1 },
  { size: minSize, columns: columnsOf(box, 2), slides: 1 },
  { ...dense, slides: 1 },
  { size: minSize, columns: columnsOf(box, 2), slides: 2 }
]

/** Inches that a line of text has. */
const widthIn = ({ columns: [column = box] }: Look): number => column.w

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

/** As many lines as a column of this height takes; a name never stands alone at its end. */
const fill = (lines: ReadonlyArray<Line>, { size, columns: [column = box] }: Look, maxHeight: number): number => {
  let [height, count] = [0, 0]
  for (const { paragraph } of lines) {
    height += measure([paragraph], size, column.w).h
    if (height > maxHeight) break
    count += 1
  }
  return count < lines.length && count > 1 && lines[count - 1]?.isHeading === true ? count - 1 : Math.max(1, count)
}

type Column = ReadonlyArray<Line>

const columnsWith = (lines: ReadonlyArray<Line>, look: Look, maxHeight: number): ReadonlyArray<Column> => {
  const all: Array<Column> = []
  for (let rest = lines; rest.length > 0; ) {
    const count = fill(rest, look, maxHeight)
    all.push(rest.slice(0, count))
    rest = rest.slice(count)
  }
  return all
}

/** The lines in columns of about equal height; undefined if the slides have no room for them. */
const balanced = (teams: ReadonlyArray<TeamRow>, look: Look): ReadonlyArray<Column> | undefined => {
  const count = teams.reduce((sum, { all }) => sum + 1 + all, 0)
  const most = look.columns.length * look.slides
  const step = lineHeight(look.size)
  let height = Math.ceil(count / most) * step
  if (height > box.h) return undefined
  const lines = teams.flatMap(({ input }) => linesOf(input, look))
  let columns = columnsWith(lines, look, height)
  while (columns.length > most && height < box.h) {
    height = Math.min(box.h, height + step)
    columns = columnsWith(lines, look, height)
  }
  return columns.length > most ? undefined : columns
}

interface Wall extends Look {
  /** Of each slide. */
  readonly pages: ReadonlyArray<ReadonlyArray<Column>>
}

const paged = (look: Look, all: ReadonlyArray<Column>): Wall => {
  const { length } = look.columns
  const count = Math.ceil(all.length / length)
  return { ...look, pages: Array.from({ length: count }, (_, page) => all.slice(page * length, (page + 1) * length)) }
}

const isCut = ({ paragraph: { runs } }: Line): boolean => runs.some(({ text }) => text.endsWith("…"))

const wallOf = (teams: ReadonlyArray<TeamRow>): Wall => {
  for (const look of looks) {
    const columns = balanced(teams, look)
    if (columns !== undefined && !(look.isUncut === true && columns.flat().some(isCut))) return paged(look, columns)
  }
  const lines = teams.flatMap(({ input }) => linesOf(input, dense))
  return paged(dense, columnsWith(lines, dense, box.h))
}

/** Of fewer the teams' own slides tell. */
const leastObjectives = 7

/** A company's objectives by team, each in a line with its standing: on one slide up to about 60, on two wider ones up to about 90. */
export const wallSlides = ({ teams, counts, all }: CompanyFacts): ReadonlyArray<SlidePlan> => {
  if (all < leastObjectives) return []
  const { size, columns, pages } = wallOf(teams.filter((row) => row.all > 0))
  return series({
    layout: "titleOnly",
    key: companyKey("wall"),
    section: "Review",
    title: `All ${countsText(counts)}`,
    pages: pages.map((page) => [
      ...page.map((lines, index) =>
        textBlock({ box: columns[index] ?? box, paragraphs: lines.map(({ paragraph }) => paragraph), size })
      ),
      textBlock({
        box: { ...bodyBox, y: bodyBox.y + box.h, h: remarkHeight },
        paragraphs: [{ runs: [{ text: remark }] }],
        size: minSize,
        color: "muted"
      })
    ])
  })
}
