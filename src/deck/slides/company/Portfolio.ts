import { atRiskPoints } from "../../../shared/Pace.ts"
import type { Cell, SlidePlan } from "../../DeckPlan.ts"
import type { Schedule } from "../../facts/AveragePercent.ts"
import { asksOf } from "../../facts/asks/Asks.ts"
import { badOf, inNeedFirst, type TeamRow } from "../../facts/Company.ts"
import { counted, percentText, pointsText } from "../../facts/DeckNumbers.ts"
import { shareTitle } from "../../facts/ShareText.ts"
import { maxTeams, weeksOf } from "../../facts/WeekFacts.ts"
import { inLine } from "../../text/Direction.ts"
import { bodyBox, type SeriesTitle, series } from "../ContentSlide.ts"
import { objectivePage, teamPage } from "../PageLinks.ts"
import { below, gap } from "../Paging.ts"
import { companyKey, objectiveKey, subjectKey } from "../SlideIds.ts"
import { cell, dash, namedCell, numberCell, objectiveCell, type Room, remark, runsCell } from "../TableCells.ts"
import { type Column, tableSize } from "../TableFlow.ts"
import { tableSlides } from "../TableSizes.ts"
import { minChartsHeight, type TeamWeeks, weekCharts } from "./WeekCharts.ts"

const base = "Done, expected, gap and behind count open, measured objectives with a due date"

/** Each of more teams has one line. */
const fewTeams = 8

const number = (head: string, width: number, numberOf: (row: TeamRow) => number): Column<TeamRow> => ({
  ...{ head, width, align: "center" },
  cellOf: (row) => numberCell(numberOf(row))
})

const scheduled = (head: string, width: number, cellOf: (schedule: Schedule) => Cell): Column<TeamRow> => ({
  ...{ head, width, align: "end" },
  cellOf: ({ schedule }) => (schedule === null ? dash : cellOf(schedule))
})

const gapCell = ({ gap }: Schedule): Cell =>
  runsCell([{ text: pointsText(-gap), ...(gap >= atRiskPoints && { bold: true, color: "bad" }) }])

/**
 * The objective to decide about first, else the one that needs attention most, and below it its owner, who stands alone
 * where each team has one line.
 */
const worstCell = ({ input, attentions }: TeamRow, room: Room): Cell => {
  const worst = asksOf([input])[0]?.attention ?? attentions[0]
  if (worst === undefined) return dash
  const { objective } = worst
  const owner = objective.owner === "" ? "No owner" : objective.owner
  if (room.lines > 1) return objectiveCell(objective, input.team, { ...room, lines: 3 }, { below: owner })
  const links = { key: objectiveKey(objective.id), page: objectivePage(input.team, objective) }
  return namedCell(owner, { ...links, color: "muted" }, room)
}

const columnsOf = (isFew: boolean): ReadonlyArray<Column<TeamRow>> => [
  {
    ...{ head: "Team", share: isFew ? 0.38 : 0.55 },
    cellOf: ({ input }, room) =>
      namedCell(input.team.name, { key: subjectKey(input, "summary"), page: teamPage(input.team) }, room)
  },
  number("All", 0.55, ({ all }) => all),
  number("Off track, missed", 0.95, ({ counts }) => badOf(counts)),
  scheduled("Done", 0.75, ({ done }) => cell(percentText(done))),
  scheduled("Expected", 1, ({ expected }) => cell(percentText(expected))),
  scheduled("Gap", 1.2, gapCell),
  { ...scheduled("Behind", 0.8, ({ behind, of }) => cell(`${behind} of ${of}`)), align: "center" },
  number("Forecast below target", 1.2, ({ belowTarget }) => belowTarget),
  number("Silent", 0.75, ({ silent }) => silent),
  {
    head: isFew ? "Needs attention most" : "Owner of what needs attention most",
    // More where the other column has owners only.
    share: isFew ? 0.62 : 0.45,
    cellOf: worstCell
  }
]

/** `2 of 6 teams are 20 points or more behind schedule, most of all “Sales”, by 38 points`. */
const titleOf = (rows: ReadonlyArray<TeamRow>): SeriesTitle => {
  const [first] = rows
  if (first === undefined || first.schedule === null) return "No team has measured open objectives with a due date"
  const { gap } = first.schedule
  const far = rows.filter(({ schedule }) => schedule !== null && schedule.gap >= atRiskPoints).length
  const least = far === 0 ? "" : `${atRiskPoints} points or more `
  const verbs = { is: `is ${least}behind schedule`, are: `are ${least}behind schedule` }
  const late = far === 0 ? rows.filter(({ schedule }) => schedule !== null && schedule.gap > 0).length : far
  const share = shareTitle(late, rows.length, { one: "team", many: "teams", ...verbs })
  if (gap <= 0) return share
  const most = late === 1 ? ":" : ", most of all"
  return {
    names: [first.input.team.name],
    words: (name = "") => `${share}${most} “${inLine(name)}”, by ${counted(gap, "point")}`
  }
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
  const isFew = rows.length <= fewTeams
  const [first = [], ...others] = tableSlides(
    {
      ...{ columns: columnsOf(isFew), rows, remarks: isFew && weeks.length === 0 ? [remark(base)] : [] },
      ...{ lines: [isFew ? 2 : 1], maxSize: isFew ? 14 : tableSize },
      more: (left) => `and ${counted(left, "more team")}, less far behind`,
      alt: `${counted(rows.length, "team")}, the one furthest behind first`
    },
    { maxSlides: 3, box }
  )
  const used = first.reduce((most, block) => Math.max(most, block.box.h), 0)
  const charts =
    weeks.length === 0 || others.length > 0
      ? []
      : weekCharts(
          weeks,
          `${base} · below, the last eight weeks: done (solid) and expected (dotted)`,
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
