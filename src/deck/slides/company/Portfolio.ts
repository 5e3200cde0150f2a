import { atRiskPoints } from "../../../shared/Pace.ts"
import type { Cell, SlidePlan } from "../../DeckPlan.ts"
import { asksOf } from "../../facts/asks/Asks.ts"
import { badOf, inNeedFirst, type TeamRow } from "../../facts/Company.ts"
import { counted, percentText, pointsText } from "../../facts/DeckNumbers.ts"
import { shareTitle } from "../../facts/ShareText.ts"
import { maxTeams, weeksOf } from "../../facts/WeekFacts.ts"
import { inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { widthOf } from "../../text/Metrics.ts"
import { bodyBox, type SeriesTitle, series } from "../ContentSlide.ts"
import { objectivePage, teamPage } from "../PageLinks.ts"
import { below, gap } from "../Paging.ts"
import { companyKey, objectiveKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"
import { type Row, tableFlow } from "../SlideRows.ts"
import { cell, numberCell, remarkRow, runsCell, tableSize } from "../TableCells.ts"
import { growth, type TableRequest, tableSlides, textWidth } from "../TableSizes.ts"
import { minChartsHeight, type TeamWeeks, weekCharts } from "./WeekCharts.ts"

const [center, end] = [{ align: "center" }, { align: "end" }] as const

/** Inches of the columns of numbers at the smallest size. */
const numbers = [0.55, 0.95, 0.75, 1, 1.2, 0.8, 1.2, 0.75]

/** Of what is left; more where the other column has owners only. */
const nameShares = { few: 0.38, many: 0.55 }

const headerOf = (isFew: boolean): Row => [
  cell("Team"),
  cell("All", center),
  cell("Off track, missed", center),
  cell("Done", end),
  cell("Expected", end),
  cell("Gap", end),
  cell("Behind", center),
  cell("Forecast below target", center),
  cell("Silent", center),
  cell(isFew ? "Needs attention most" : "Owner of what needs attention most")
]

const base = "Done, expected, gap and behind: the same open and measured objectives with a due date"

const maxSlides = 3

/** Each of more teams has one line. */
const fewTeams = 8

const scheduleCells = ({ schedule }: TeamRow): ReadonlyArray<Cell> => {
  if (schedule === null) return [end, end, end, center].map((align) => cell("–", { ...align, color: "muted" }))
  const { done, expected, gap, behind, of } = schedule
  return [
    cell(percentText(done), end),
    cell(percentText(expected), end),
    runsCell([{ text: pointsText(-gap), ...(gap >= atRiskPoints && { bold: true, color: "bad" }) }], end),
    cell(`${behind} of ${of}`, center)
  ]
}

/**
 * The objective to decide about first, else the one that needs attention most, and below it its owner, who stands alone
 * where each team has one line.
 */
const worstCell = ({ input, attentions }: TeamRow, size: number, width: number, isFew: boolean): Cell => {
  const worst = asksOf([input])[0]?.attention ?? attentions[0]
  if (worst === undefined) return cell("–", { color: "muted" })
  const { objective } = worst
  const { id, title, owner } = objective
  const room = textWidth(width) - arrowWidth(size)
  const links = { page: objectivePage(input.team, objective) }
  const name = { text: clip(owner === "" ? "No owner" : owner, size, false, room, 1), color: "muted" as const }
  if (!isFew) return runsCell([{ ...name, ...links }, linkTo(objectiveKey(id))])
  const runs = [{ text: clip(title, size, false, room, 2), ...links }, linkTo(objectiveKey(id))]
  return { paragraphs: [{ runs }, { runs: [name] }] }
}

const tableOf = (rows: ReadonlyArray<TeamRow>, isExplained: boolean, { size, limit }: TableRequest) => {
  const widths = numbers.map((width) => width * growth(size))
  const free = bodyBox.w - widths.reduce((sum, width) => sum + width, 0)
  const isFew = rows.length <= fewTeams
  const nameShare = nameShares[isFew ? "few" : "many"]
  const [name, worst] = [free * nameShare, free * (1 - nameShare)]
  const header = headerOf(isFew)
  const nameRoom = textWidth(name) - arrowWidth(size)
  if (size > tableSize && rows.some(({ input }) => widthOf(input.team.name, size, false) > nameRoom)) return null
  const rowOf = (row: TeamRow): Row => [
    runsCell([
      { text: clip(row.input.team.name, size, false, nameRoom, isFew ? 2 : 1), page: teamPage(row.input.team) },
      linkTo(subjectKey(row.input, "summary"))
    ]),
    numberCell(row.all),
    numberCell(badOf(row.counts)),
    ...scheduleCells(row),
    numberCell(row.belowTarget),
    numberCell(row.silent),
    worstCell(row, size, worst, isFew)
  ]
  const shown = rows.slice(0, limit)
  const left = rows.length - shown.length
  const remarks = [
    ...(left === 0 ? [] : [`and ${counted(left, "more team")}, less far behind`]),
    ...(isFew && !isExplained ? [base] : [])
  ].map((remark) => remarkRow(remark, header.length))
  return tableFlow({
    columns: () => [name, ...widths, worst],
    size,
    header,
    rows: [...shown.map(rowOf), ...remarks],
    alt: `${counted(rows.length, "team")}, the one furthest behind first`
  })
}

/** `2 of 6 teams are 20 points or more behind schedule, most of all “Sales” – 38 points, 4 of 4 objectives`. */
const titleOf = (rows: ReadonlyArray<TeamRow>): SeriesTitle => {
  const [first] = rows
  if (first === undefined || first.schedule === null) return "No team has measured open objectives with a due date"
  const { gap, behind, of } = first.schedule
  const far = rows.filter(({ schedule }) => schedule !== null && schedule.gap >= atRiskPoints).length
  const least = far === 0 ? "" : `${atRiskPoints} points or more `
  const verbs = { is: `is ${least}behind schedule`, are: `are ${least}behind schedule` }
  const late = far === 0 ? rows.filter(({ schedule }) => schedule !== null && schedule.gap > 0).length : far
  const share = shareTitle(late, rows.length, { one: "team", many: "teams", ...verbs })
  if (gap <= 0) return share
  const much = `${counted(gap, "point")}, ${behind} of ${counted(of, "objective")}`
  const most = late === 1 ? ":" : ", most of all"
  return { names: [first.input.team.name], words: (name = "") => `${share}${most} “${inLine(name)}” – ${much}` }
}

const weeksIn = (rows: ReadonlyArray<TeamRow>): ReadonlyArray<TeamWeeks> =>
  rows.length > maxTeams
    ? []
    : rows
        .map(({ input: { team, date } }) => ({ name: team.name, weeks: weeksOf(team.objectives, date) }))
        .filter(({ weeks }) => weeks.length > 1)

/** One row a team, the one furthest behind first; below few rows the teams' last weeks. None for a single team. */
export const portfolioSlides = (teams: ReadonlyArray<TeamRow>): ReadonlyArray<SlidePlan> => {
  if (teams.length < 2) return []
  const rows = teams.toSorted(inNeedFirst)
  const weeks = weeksIn(rows)
  const box = weeks.length === 0 ? bodyBox : { ...bodyBox, h: bodyBox.h - minChartsHeight - gap }
  const [first = [], ...others] = tableSlides((request) => tableOf(rows, weeks.length > 0, request), { maxSlides, box })
  const used = first.reduce((most, block) => Math.max(most, block.box.h), 0)
  const charts =
    weeks.length === 0 || others.length > 0
      ? []
      : weekCharts(
          weeks,
          `${base} · below, their last eight weeks: solid, done; dotted, expected`,
          below(bodyBox, used)
        )
  return series({
    layout: charts.length === 0 ? "table" : "titleOnly",
    key: companyKey("portfolio"),
    section: "Review",
    title: titleOf(rows),
    pages: [[...first, ...charts], ...others],
    notes: `${base}.`
  })
}
