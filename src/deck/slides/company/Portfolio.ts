import { worstFirst } from "../../../shared/Statuses.ts"
import type { SlidePlan } from "../../DeckPlan.ts"
import type { TeamRow } from "../../facts/Company.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { shareTitle } from "../../facts/ShareText.ts"
import { inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { widthOf } from "../../text/Metrics.ts"
import { bodyBox, series, titleAround } from "../ContentSlide.ts"
import { companyKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "../SlideRows.ts"
import { cell, changeCell, deltaText, numberCell, remarkRow, runsCell, statusHeads, tableSize } from "../TableCells.ts"
import { growth, statusWidths, tableSlides, textWidth } from "../TableSizes.ts"

/** Inches at the smallest size. */
const fixed = { all: 0.55, percent: 0.85, expected: 1, change: 1.1 }

const columnCount = worstFirst.length + 5

/** Inches of a column's names, the mark of their links apart. */
const nameWidth = (size: number, width: number): number => textWidth(width) - arrowWidth(size)

const rowOf = ({ input, counts, all, average, expected, change }: TeamRow, size: number, width: number): Row => [
  runsCell([
    { text: clip(input.team.name, size, false, nameWidth(size, width), 1) },
    linkTo(subjectKey(input, "summary"))
  ]),
  numberCell(all),
  ...worstFirst.map((status) => numberCell(counts[status])),
  cell(percentText(average), { align: "end" }),
  cell(percentText(expected), { align: "end" }),
  changeCell(change === null ? null : deltaText(change), { align: "end" })
]

const titleOf = (rows: ReadonlyArray<TeamRow>): string => {
  const [first] = rows
  const affected = rows.filter(({ attentions }) => attentions.length > 0).length
  const [is, are] = ["has objectives that need attention", "have objectives that need attention"]
  const share = shareTitle(affected, rows.length, { one: "team", many: "teams", is, are })
  if (first === undefined || first.attentions.length === 0) return share
  const most = `${first.attentions.length} of ${counted(first.all, "objective")}`
  return titleAround([first.input.team.name], (name = "") => `${share}; most in “${inLine(name)}”: ${most}`)
}

/** One row a team, those that need most first; none for a single team, of which the summary says it. `left` teams have no lines of their own in this deck. */
export const portfolioSlides = (rows: ReadonlyArray<TeamRow>, left: number): ReadonlyArray<SlidePlan> => {
  if (rows.length < 2) return []
  const lastTeams = left === 1 ? "last team in this table has" : `last ${left} teams in this table have`
  const remark = `The ${lastTeams} no lines of ${left === 1 ? "its" : "their"} own in this deck`
  return series({
    layout: "table",
    key: companyKey("portfolio"),
    section: "Review",
    title: titleOf(rows),
    pages: tableSlides(({ size }) => {
      const [all = 0, ...percents] = Object.values(fixed).map((width) => width * growth(size))
      const others = [all, ...statusWidths(size), ...percents]
      const name = bodyBox.w - others.reduce((sum, width) => sum + width, 0)
      const isWhole = ({ input: { team } }: TeamRow) => widthOf(team.name, size, false) <= nameWidth(size, name)
      if (size > tableSize && !rows.every(isWhole)) return null
      return tableFlow({
        columns: () => [name, ...others],
        size,
        header: [
          cell("Team"),
          cell("All", { align: "center" }),
          ...statusHeads,
          cell("Done", { align: "end" }),
          cell("Expected", { align: "end" }),
          cell("Change", { align: "end" })
        ],
        sections: [
          ...plainSection(rows.map((row) => rowOf(row, size, name))),
          ...(left === 0 ? [] : plainSection([remarkRow(remark, columnCount)]))
        ],
        alt: `${counted(rows.length, "team")} with their objectives by status`
      })
    })
  })
}
