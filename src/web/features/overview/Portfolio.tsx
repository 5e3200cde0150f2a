import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { Meter } from "../../parts/Meter.tsx"
import { PinButton } from "../../parts/PinButton.tsx"
import { StatusShape, statusText } from "../../parts/Status.tsx"
import { statusOrder } from "../../parts/StatusOrder.ts"
import { pathOf } from "../../session/Route.ts"
import { formatDay, formatNumber } from "../../texts/Formats.ts"
import type { Overview, OverviewBody } from "../../workspace/Overview.ts"
import { noFilter, queryOf } from "./OverviewFilter.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { type PortfolioRow, portfolioRows } from "./PortfolioRows.ts"
import { height, trendLine, width } from "./TrendLine.ts"

/** Teams shown at first. */
const maxTeams = 20

interface SparklineProps {
  readonly percents: ReadonlyArray<number | null>
  /** The dates of the columns, `YYYY-MM-DD`. */
  readonly dates: ReadonlyArray<string>
}

const Sparkline = ({ percents, dates }: SparklineProps) => {
  const drawn = trendLine(percents)
  if (drawn === undefined) return <span class="hidden">{texts.overview.portfolio.noTrend}</span>
  const first = percents.findIndex((percent) => percent !== null)
  const last = percents.findLastIndex((percent) => percent !== null)
  const label = texts.overview.portfolio.trend(
    percents[first] ?? 0,
    formatDay(dates[first] ?? ""),
    percents[last] ?? 0,
    last === dates.length - 1
      ? texts.overview.portfolio.today
      : texts.overview.portfolio.on(formatDay(dates[last] ?? ""))
  )
  return (
    <svg class="trend" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={drawn.path} />
      <circle cx={drawn.end.x} cy={drawn.end.y} r="2.5" />
    </svg>
  )
}

const Statuses = ({ byStatus }: Pick<PortfolioRow, "byStatus">) => (
  <ul>
    {statusOrder.map(
      (status) =>
        byStatus[status] > 0 && (
          <li key={status} title={statusText(status)}>
            <StatusShape status={status} /> {formatNumber(byStatus[status])}{" "}
            <span class="hidden">{statusText(status)}</span>
          </li>
        )
    )}
  </ul>
)

/** A number that is nothing to see to where it is 0. The word is for small screens, where the columns have no heads. */
const Count = ({ count, word }: { readonly count: number; readonly word: string }) => (
  <td class={`count ${count === 0 ? "none" : ""}`}>
    {formatNumber(count)} <span class="word">{word.toLowerCase()}</span>
  </td>
)

interface LineProps {
  readonly row: PortfolioRow
  readonly dates: ReadonlyArray<string>
  /** The name of the line for all teams together. */
  readonly together: string
}

const Line = ({ row, dates, together }: LineProps) => {
  const { team, byStatus, percent, expected, percents, overdue, stale } = row
  const words = texts.overview.portfolio
  return (
    <tr class={team === undefined ? "company" : ""}>
      <th scope="row">
        {team === undefined ? (
          together
        ) : (
          <>
            <a
              class="of-team"
              href={pathOf.overview + queryOf({ ...noFilter, team: team.id })}
              style={{ "--color": team.color }}
            >
              <span dir="auto">{team.name}</span> <span class="hidden">{words.objectivesOf}</span>
            </a>
            <PinButton teamId={team.id} name={team.name} />
          </>
        )}
      </th>
      <td class="by-status">
        <Statuses byStatus={byStatus} />
      </td>
      <td class={`mean ${percent !== null && expected !== null && percent < expected ? "is-behind" : ""}`}>
        {percent !== null && <Meter percent={percent} pace={expected} label={words.progress(percent, expected)} />}
      </td>
      <td class="expected">{expected !== null && words.expectedPercent(expected)}</td>
      <td class="course">{percents !== undefined && <Sparkline percents={percents} dates={dates} />}</td>
      <Count count={overdue} word={texts.overview.flags.overdue} />
      <Count count={stale} word={texts.overview.flags.stale} />
    </tr>
  )
}

interface TableProps {
  readonly overview: Overview
  readonly body: OverviewBody
  /** The id of the only team that is shown; empty for all. */
  readonly chosen?: string
  readonly together: string
}

/** A line for all teams of `body` together, and one for each. */
export const PortfolioTable = ({ overview, body, chosen = "", together }: TableProps) => {
  const trend = useMemo(() => overview.trend(), [overview])
  useEffect(trend.follow, [trend])
  const shownTrend = trend.value.value
  const isWhole = useSignal(false)
  const rows = useMemo(() => portfolioRows(body, shownTrend), [body, shownTrend])
  const dates = useMemo(() => shownTrend?.weeks.map(({ date }) => date) ?? [], [shownTrend])
  const wanted = rows.filter(({ team }) => team === undefined || chosen === "" || team.id === chosen)
  const shown = isWhole.value ? wanted : wanted.slice(0, maxTeams + 1)
  const words = texts.overview.portfolio
  return (
    <section aria-label={words.title}>
      <table class="portfolio">
        <thead>
          <tr>
            <th scope="col">{texts.overview.team}</th>
            <th scope="col">{texts.overview.list}</th>
            <th scope="col">{words.mean}</th>
            <th scope="col">{words.expected}</th>
            <th scope="col">{words.weeks}</th>
            <th scope="col">{texts.overview.flags.overdue}</th>
            <th scope="col">{texts.overview.flags.stale}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line key={row.team?.id ?? ""} row={row} dates={dates} together={together} />
          ))}
        </tbody>
      </table>
      {shown.length < wanted.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.overview.changes.moreTeams(wanted.length - shown.length)}
        </button>
      )}
    </section>
  )
}

interface Props {
  readonly state: OverviewState
  readonly body: OverviewBody
}

/** How all teams together and each of them stand, and how they got there. One team alone is told by the list. */
export const Portfolio = ({ state, body }: Props) =>
  body.teams.length < 2 ? null : (
    <PortfolioTable
      overview={state.overview}
      body={body}
      chosen={state.filter.value.team}
      together={texts.overview.portfolio.company}
    />
  )
