import type { Block, Box, Line } from "../../DeckPlan.ts"
import { percentText } from "../../facts/DeckNumbers.ts"
import type { WeekEnd } from "../../facts/WeekFacts.ts"
import { textBlock } from "../../text/Fit.ts"
import { lineHeight } from "../../text/Metrics.ts"
import { below, columnsOf } from "../Paging.ts"
import { namedChart } from "../TrendCharts.ts"

export interface TeamWeeks {
  readonly name: string
  /** Two or more. */
  readonly weeks: ReadonlyArray<WeekEnd>
}

/** Inches: charts are not lower, with the line that explains them and their names. */
export const minChartsHeight = 1.9

/** Points, of the explanation. */
const size = 12

const altOf = ({ name, weeks }: TeamWeeks): string => {
  const [from, to] = [weeks[0], weeks.at(-1)].map((week) => percentText(week?.done ?? null))
  return `${name}: from ${from} to ${to} done, ${percentText(weeks.at(-1)?.expected ?? null)} expected`
}

const linesOf = ({ weeks }: TeamWeeks): ReadonlyArray<Line> => {
  const pointsOf = (of: "done" | "expected") => weeks.map((week) => ({ date: week.date, value: week[of] }))
  return [
    { name: "Done", points: pointsOf("done"), color: "accent", stroke: "solid" },
    { name: "Expected", points: pointsOf("expected"), color: "muted", stroke: "dotted" }
  ]
}

/** What the teams have done in the last weeks, in per cent, beside each other over the same scale, under an explanation. */
export const weekCharts = (teams: ReadonlyArray<TeamWeeks>, explanation: string, box: Box): ReadonlyArray<Block> => {
  const most = Math.max(...teams.flatMap(({ weeks }) => weeks.flatMap(({ done, expected }) => [done, expected])))
  const h = lineHeight(size)
  const columns = columnsOf(below(box, h), teams.length)
  return [
    textBlock({ box: { ...box, h }, paragraphs: [{ runs: [{ text: explanation }] }], size, color: "muted" }),
    ...teams.flatMap((team, at) => {
      const chart = { box: columns[at] ?? box, lines: linesOf(team), alt: altOf(team) }
      return namedChart([team.name], { ...chart, legend: false, unit: "%", range: [0, most] })
    })
  ]
}
