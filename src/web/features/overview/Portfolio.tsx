import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { worstFirst } from "../../../shared/Statuses.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Meter } from "../../parts/status/Meter.tsx"
import { PinButton } from "../../parts/status/PinButton.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { moment, pathOf } from "../../session/Route.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import type { Overview, OverviewBody, Trend } from "../../workspace/LiveOverview.ts"
import { noFilter, queryOf } from "./OverviewFilter.ts"
import * as texts from "./OverviewTexts.ts"
import { type PortfolioRow, portfolioRows } from "./PortfolioRows.ts"
import { height, trendLine, width } from "./TrendLine.ts"

/** More teams are folded to the line of all together. */
const maxTeams = 6

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

interface FromToProps {
  readonly from: number | undefined
  readonly to: number
  readonly format?: (number: number) => string
}

/** How an earlier number became a later one; one number where they are the same or there is no earlier one. */
const FromTo = ({ from, to, format = formatNumber }: FromToProps) =>
  from === undefined || from === to ? (
    <span>{format(to)}</span>
  ) : (
    <span class="from-to">
      {format(from)} <Icon name="right" size={12} />
      <span class="hidden">{texts.overview.compare.became}</span> <strong>{format(to)}</strong>
    </span>
  )

interface ComparedRow {
  readonly row: PortfolioRow
  /** The same row at the earlier of two moments; undefined if there is only one. */
  readonly before: PortfolioRow | undefined
}

const Statuses = ({ row: { byStatus }, before }: ComparedRow) => (
  <ul>
    {worstFirst.map(
      (status, index) =>
        byStatus[status] + (before?.byStatus[status] ?? 0) > 0 && (
          <li key={status} title={statusText(status)} style={{ gridColumn: index + 1 }}>
            <StatusShape status={status} /> <FromTo from={before?.byStatus[status]} to={byStatus[status]} />{" "}
            <span class="hidden">{statusText(status)}</span>
          </li>
        )
    )}
  </ul>
)

interface CountProps {
  readonly count: number
  readonly before: number | undefined
  readonly word: string
}

/** A number that is nothing to see to where it is 0. The word is for small screens, where the columns have no heads. */
const Count = ({ count, before, word }: CountProps) => (
  <td class={`count ${count + (before ?? 0) === 0 ? "none" : ""}`}>
    <FromTo from={before} to={count} /> <span class="word">{word.toLowerCase()}</span>
  </td>
)

interface ChangeProps {
  readonly row: { readonly percent: number | null }
  /** Undefined where it was created between the moments. */
  readonly before: { readonly percent: number | null } | undefined
}

/** What became of a progress between two moments; of what was created between them, that it is new. */
export const Change = ({ row, before }: ChangeProps) => {
  if (before === undefined) return <td class="became">{texts.overview.compare.isNew}</td>
  const [from, to] = [before.percent, row.percent]
  const points = from === null || to === null ? undefined : to - from
  return (
    <td class={`became ${points === undefined || points === 0 ? "" : points > 0 ? "up" : "down"}`}>
      {from !== null && to !== null && <FromTo from={from} to={to} format={texts.overview.portfolio.percent} />}
      {points !== undefined && ` ${texts.overview.compare.points(points)}`}
    </td>
  )
}

interface LineProps extends ComparedRow {
  readonly isCompared: boolean
  readonly dates: ReadonlyArray<string>
  /** The name of the line for all teams together. */
  readonly together: string
  /** The button in that line that shows the others. */
  readonly unfold: ComponentChildren
}

const Line = ({ row, before, isCompared, dates, together, unfold }: LineProps) => {
  const { team, percent, expected, percents, overdue, stale } = row
  const words = texts.overview.portfolio
  return (
    <tr class={team === undefined ? "company" : ""}>
      <th scope="row">
        {team === undefined ? (
          <>
            {together} {unfold}
          </>
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
        <Statuses row={row} before={before} />
      </td>
      <td class={`mean ${percent !== null && expected !== null && percent < expected ? "is-behind" : ""}`}>
        {percent !== null && <Meter percent={percent} pace={expected} label={words.progress(percent)} />}
      </td>
      {isCompared ? (
        <Change row={row} before={before} />
      ) : (
        <td class="expected">{expected !== null && words.percent(expected)}</td>
      )}
      {dates.length > 0 && (
        <td class="course">{percents !== undefined && <Sparkline percents={percents} dates={dates} />}</td>
      )}
      <Count count={overdue} before={before?.overdue} word={texts.overview.flags.overdue} />
      <Count count={stale} before={before?.stale} word={texts.overview.flags.stale} />
    </tr>
  )
}

interface TableProps {
  readonly overview: Overview
  readonly body: OverviewBody
  /** The id of the only team that is shown; empty for all. */
  readonly chosen?: string
  /** Whether only the line of all teams together is shown at first, however few they are. */
  readonly isFolded?: boolean
  readonly together?: string
  /** The overview at the earlier moment of a comparison. */
  readonly before?: OverviewBody | undefined
}

const useTrend = (overview: Overview, isWanted: boolean): Trend | undefined => {
  const trend = useMemo(() => overview.trend(), [overview])
  useEffect(() => (isWanted ? trend.follow() : undefined), [trend, isWanted])
  return isWanted ? trend.value.value : undefined
}

/** A line for all teams of `body` together, and one for each. */
export const PortfolioTable = ({
  overview,
  body,
  before,
  chosen = "",
  isFolded = false,
  together = texts.overview.portfolio.company
}: TableProps) => {
  const isCompared = before !== undefined
  // Of an earlier moment there is no trend, and beside another moment no room for it.
  const trend = useTrend(overview, moment.value === "" && !isCompared)
  const isWhole = useSignal(false)
  const rows = useMemo(() => portfolioRows(body, trend), [body, trend])
  const earlier = useMemo(
    () => new Map(before && portfolioRows(before, undefined).map((row) => [row.team?.id, row])),
    [before]
  )
  const dates = useMemo(() => trend?.weeks.map(({ date }) => date) ?? [], [trend])
  const wanted = rows.filter(({ team }) => team === undefined || chosen === "" || team.id === chosen)
  const isLong = !isCompared && chosen === "" && (isFolded || wanted.length > maxTeams + 1)
  const shown = isLong && !isWhole.value ? wanted.slice(0, 1) : wanted
  const words = texts.overview.portfolio
  const unfold = isLong && (
    <button type="button" class="small" aria-expanded={isWhole.value} onClick={() => (isWhole.value = !isWhole.peek())}>
      {isWhole.value ? words.fold : words.unfold(wanted.length - 1)}
    </button>
  )
  return (
    <section aria-label={words.title}>
      <table class={`portfolio ${isCompared ? "compared" : ""}`}>
        <thead>
          <tr>
            <th scope="col">{texts.overview.team}</th>
            <th scope="col">{texts.overview.list}</th>
            <th scope="col">{words.mean}</th>
            <th scope="col">{isCompared ? texts.overview.compare.change : words.expected}</th>
            {dates.length > 0 && <th scope="col">{words.weeks}</th>}
            <th scope="col">{texts.overview.flags.overdue}</th>
            <th scope="col">{texts.overview.flags.stale}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line
              key={row.team?.id ?? ""}
              row={row}
              before={earlier.get(row.team?.id)}
              isCompared={isCompared}
              dates={dates}
              together={together}
              unfold={unfold}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
