import type { TeamRow } from "../facts/Company.ts"
import { counted, percentText } from "../facts/Numbers.ts"
import { shareTitle } from "../facts/ShareText.ts"
import { groups } from "../facts/Standing.ts"
import type { SlidePlan } from "../Plan.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, series, titleAround } from "./Frame.ts"
import { groupHeads, numberCell, shareCell } from "./Groups.ts"
import { companyKey, subjectKey } from "./Keys.ts"
import { arrowWidth, linkTo } from "./Links.ts"
import { plainSection, type Row, tableFlow } from "./Rows.ts"
import { cell, remarkRow, runsCell, tableSize } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const fixed = { share: 1.6, all: 1.05, group: 1.06, average: 0.9, attention: 1 }
/** Inches. At sizes beyond the smallest, a narrower column would cut too many names. */
const minName = 2.2

const columnCount = groups.length + 5

const rowOf = ({ input, standing, attentions, average }: TeamRow, size: number, width: number): Row => [
  runsCell([
    { text: clip(input.team.name, size, false, textWidth(width) - arrowWidth(size), 1) },
    linkTo(subjectKey(input, "summary"))
  ]),
  shareCell(standing),
  numberCell(standing.all),
  ...groups.map((group) => numberCell(standing[group])),
  cell(percentText(average), { align: "end" }),
  numberCell(attentions.length)
]

const titleOf = (rows: ReadonlyArray<TeamRow>): string => {
  const [first] = rows
  const affected = rows.filter(({ attentions }) => attentions.length > 0).length
  const [is, are] = ["has objectives that need attention", "have objectives that need attention"]
  const share = shareTitle(affected, rows.length, { one: "team", many: "teams", is, are })
  if (first === undefined || first.attentions.length === 0) return share
  const most = `${first.attentions.length} of ${counted(first.standing.all, "objective")}`
  return titleAround([first.input.team.name], (name = "") => `${share}; most in “${inLine(name)}”: ${most}`)
}

/**
 * Compares the teams by disjoint groups of objectives, those that need most first. `left` teams have no slides of their
 * own.
 */
export const comparisonSlides = (rows: ReadonlyArray<TeamRow>, left: number): ReadonlyArray<SlidePlan> => {
  const lastTeams = left === 1 ? "last team in this table has" : `last ${left} teams in this table have`
  const remark = `The ${lastTeams} no slides of ${left === 1 ? "its" : "their"} own in this deck`
  return series({
    layout: "table",
    key: companyKey("comparison"),
    section: "Review",
    title: titleOf(rows),
    pages: tableSlides(({ size }) => {
      const others = [fixed.share, fixed.all, ...groups.map(() => fixed.group), fixed.average, fixed.attention].map(
        (width) => width * growth(size)
      )
      const name = bodyBox.w - others.reduce((sum, width) => sum + width, 0)
      if (size > tableSize && name < minName) return null
      return tableFlow({
        columns: () => [name, ...others],
        size,
        header: [
          cell("Team"),
          cell("Shares"),
          cell("Objectives", { align: "center" }),
          ...groupHeads,
          cell("Average", { align: "end" }),
          cell("Attention", { align: "center" })
        ],
        sections: [
          ...(rows.length === 0 ? [] : plainSection(rows.map((row) => rowOf(row, size, name)))),
          ...(left === 0 ? [] : plainSection([remarkRow(remark, columnCount)]))
        ],
        alt: `${counted(rows.length, "team")} with their objectives by status`
      })
    })
  })
}
