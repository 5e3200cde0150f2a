import type { CompanyFacts } from "../facts/Company.ts"
import { counted, percentText } from "../facts/Numbers.ts"
import { inOrder, type ProgressRow } from "../facts/Progress.ts"
import { countsText } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { DeckInput } from "../Input.ts"
import type { Box, Paragraph, SlidePlan } from "../Plan.ts"
import { inLine } from "../text/Direction.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { lineHeight, widthOf } from "../text/Metrics.ts"
import { bodyBox, series } from "./Frame.ts"
import { companyKey } from "./Keys.ts"
import { objectivePage, teamPage } from "./PageLinks.ts"
import { columnsOf } from "./Paging.ts"

/** Points: the least that people read on a wall. */
const size = 12
const columnCount = 3

const remark = "In brackets: expected by now"
const remarkHeight = lineHeight(size, true)

const box = { ...bodyBox, h: bodyBox.h - remarkHeight }
const columns = columnsOf(box, columnCount)
const width = (columns[0]?.w ?? bodyBox.w) * 0.97

/** A team's name, or one of its objectives. */
interface Line {
  readonly paragraph: Paragraph
  readonly isHeading: boolean
}

/** `40 % (60 %)`, as far as there is something. */
const standing = ({ pace: { percent, expected } }: ProgressRow): string => {
  if (percent === null) return ""
  return expected === null ? ` ${percentText(percent)}` : ` ${percentText(percent)} (${percentText(expected)})`
}

const objectiveLine = ({ team }: DeckInput, row: ProgressRow): Line => {
  const { objective } = row
  const { glyph, color } = objectiveMarks[objective.status]
  const [mark, words] = [`${glyph}\u00A0`, standing(row)]
  const room = width - widthOf(mark, size, false) - widthOf(words, size, false)
  const title = clip(objective.title, size, false, room, 1)
  return {
    isHeading: false,
    paragraph: {
      runs: [
        { text: mark, color },
        { text: inLine(title), page: objectivePage(team, objective) },
        { text: words, color: "muted" }
      ]
    }
  }
}

const linesOf = (input: DeckInput): ReadonlyArray<Line> => {
  const { team } = input
  const name = clip(team.name, size, true, width, 1)
  const heading = { runs: [{ text: name, bold: true, color: "accent" as const, page: teamPage(team) }] }
  return [
    { paragraph: heading, isHeading: true },
    ...inOrder(team.objectives, input).map((row) => objectiveLine(input, row))
  ]
}

/** As many lines as a column takes; a name never stands alone at its end. */
const fill = (lines: ReadonlyArray<Line>): number => {
  let [height, count] = [0, 0]
  for (const { paragraph } of lines) {
    height += measure([paragraph], size, columns[0]?.w ?? width).h
    if (height > box.h) break
    count += 1
  }
  return count < lines.length && count > 1 && lines[count - 1]?.isHeading === true ? count - 1 : Math.max(1, count)
}

const pagesOf = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<ReadonlyArray<Line>>> => {
  const all: Array<ReadonlyArray<Line>> = []
  for (let rest = lines; rest.length > 0; ) {
    const count = fill(rest)
    all.push(rest.slice(0, count))
    rest = rest.slice(count)
  }
  return Array.from({ length: Math.ceil(all.length / columnCount) }, (_, page) =>
    all.slice(page * columnCount, (page + 1) * columnCount)
  )
}

const columnBlock = (lines: ReadonlyArray<Line>, place: Box) =>
  textBlock({ box: place, paragraphs: lines.map(({ paragraph }) => paragraph), size })

/** All objectives of a company by team, each in a line with its status and progress: on one slide up to about 60. */
export const wallSlides = ({ teams, counts, standing: { all } }: CompanyFacts): ReadonlyArray<SlidePlan> => {
  if (all === 0) return []
  const lines = teams.filter((row) => row.standing.all > 0).flatMap(({ input }) => linesOf(input))
  return series({
    layout: "titleOnly",
    key: companyKey("wall"),
    section: "Review",
    title: all === 1 ? countsText(counts) : `All ${countsText(counts)}`,
    pages: pagesOf(lines).map((page) => [
      ...page.map((column, index) => columnBlock(column, columns[index] ?? box)),
      textBlock({
        box: { ...bodyBox, y: bodyBox.y + box.h, h: remarkHeight },
        paragraphs: [{ runs: [{ text: remark }] }],
        size,
        color: "muted"
      })
    ]),
    notes: `The objectives of ${counted(teams.length, "team")}, those of teams in need first.`
  })
}
