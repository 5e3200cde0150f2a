import type { Block, Box, ChartBlock } from "../../DeckPlan.ts"
import { percentText } from "../../facts/DeckNumbers.ts"
import type { WeekEnd } from "../../facts/WeekFacts.ts"
import { clip, textBlock } from "../../text/Fit.ts"
import { lineHeight } from "../../text/Metrics.ts"
import { below, columnsOf } from "../Paging.ts"

export interface TeamWeeks {
  readonly name: string
  /** Two or more. */
  readonly weeks: ReadonlyArray<WeekEnd>
}

/** Inches: charts are not lower, with the line that explains them and their names. */
export const minChartsHeight = 1.9

/** Points, of the names and the explanation. */
const size = 12

const altOf = ({ name, weeks }: TeamWeeks): string => {
  const [from, to] = [weeks[0], weeks.at(-1)].map((week) => percentText(week?.done ?? null))
  return `${name}: from ${from} to ${to} done, ${percentText(weeks.at(-1)?.expected ?? null)} expected`
}

const chartOf = (team: TeamWeeks, box: Box, most: number): ChartBlock => {
  const pointsOf = (of: "done" | "expected") => team.weeks.map((week) => ({ date: week.date, value: week[of] }))
  return {
    kind: "chart",
    box,
    legend: false,
    range: [0, most],
    lines: [
      { name: "Done", points: pointsOf("done"), color: "accent", stroke: "solid" },
      { name: "Expected", points: pointsOf("expected"), color: "muted", stroke: "dotted" }
    ],
    alt: altOf(team)
  }
}

/** What the teams have done in the last weeks, in per cent, beside each other over the same scale, under an explanation. */
export const weekCharts = (teams: ReadonlyArray<TeamWeeks>, explanation: string, box: Box): ReadonlyArray<Block> => {
  const most = Math.max(...teams.flatMap(({ weeks }) => weeks.flatMap(({ done, expected }) => [done, expected])))
  const h = lineHeight(size)
  const columns = columnsOf(below(box, h), teams.length)
  return [
    textBlock({ box: { ...box, h }, paragraphs: [{ runs: [{ text: explanation }] }], size, color: "muted" }),
    ...teams.flatMap((team, at): ReadonlyArray<Block> => {
      const column = columns[at] ?? box
      const name = { text: clip(team.name, size, true, column.w, 1), bold: true }
      const nameHeight = lineHeight(size, true)
      return [
        textBlock({ box: { ...column, h: nameHeight }, paragraphs: [{ runs: [name] }], size }),
        chartOf(team, { ...column, y: column.y + nameHeight, h: column.h - nameHeight }, most)
      ]
    })
  ]
}
