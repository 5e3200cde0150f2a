import { useSignal } from "@preact/signals"
import { dateOfDay } from "../../../shared/Days.ts"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { shownDay } from "../../session/Moment.ts"
import { moment, pathOf } from "../../session/Route.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { views } from "./OverviewFilter.ts"
import type { OverviewList } from "./OverviewList.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { type TimelineColumn, timelineColumns } from "./TimelineColumns.ts"

/** The choice between the list and the timeline. */
export const ViewTabs = ({ state }: { readonly state: OverviewState }) => (
  <fieldset class="tabs overview-views">
    <legend class="hidden">{texts.overview.timeline.view}</legend>
    {views.map((view) => (
      <button
        key={view}
        type="button"
        aria-pressed={state.filter.value.view === view}
        onClick={() => state.changeFilter({ view })}
      >
        {texts.overview.timeline.views[view]}
      </button>
    ))}
    <a href={pathOf.companyTree}>{texts.overview.timeline.tree}</a>
  </fieldset>
)

/** Objectives shown of a column at first. */
const maxShown = 50

type Teams = ReadonlyMap<string, OverviewTeam["team"]>

interface CardProps {
  readonly objective: OverviewObjective
  readonly team: OverviewTeam["team"] | undefined
}

const Card = ({ objective: { id, teamId, title, status, dueDate, percent }, team }: CardProps) => (
  <li style={{ "--color": team?.color }}>
    <p>
      <StatusShape status={status} /> <span class="hidden">{statusText(status)}</span>{" "}
      <a href={pathOf.objective(teamId, id)} dir="auto">
        {title}
      </a>
    </p>
    <p class="quiet small-text">
      <span class="of-team" dir="auto">
        {team?.name}
      </span>
      {dueDate !== null && ` · ${formatDay(dueDate)}`}
      {percent !== null && ` · ${percent}%`}
    </p>
  </li>
)

interface ColumnProps {
  readonly column: TimelineColumn
  readonly teams: Teams
}

const headOf = ({ quarter, isOverdue }: TimelineColumn): string => {
  if (quarter !== undefined) return texts.overview.timeline.quarter(quarter.quarter, quarter.year)
  return isOverdue ? texts.overview.timeline.overdue : texts.overview.timeline.none
}

const Column = ({ column, teams }: ColumnProps) => {
  const isWhole = useSignal(false)
  const { objectives, isOverdue } = column
  const shown = isWhole.value ? objectives : objectives.slice(0, maxShown)
  const head = headOf(column)
  return (
    <li class={isOverdue ? "late-column" : ""}>
      <h3>
        {head} <span class="quiet">{objectives.length}</span>
      </h3>
      <ul aria-label={head}>
        {shown.map((objective) => (
          <Card key={objective.id} objective={objective} team={teams.get(objective.teamId)} />
        ))}
      </ul>
      {shown.length < objectives.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.overview.timeline.more(objectives.length - shown.length)}
        </button>
      )}
    </li>
  )
}

interface Props {
  readonly body: OverviewBody
  readonly list: OverviewList
}

/** The objectives that the filter shows by quarter of their due date, with a line for the day that is shown. */
export const Timeline = ({ body, list }: Props) => {
  const teams: Teams = new Map(body.teams.map(({ team }) => [team.id, team]))
  const objectives = list.items.flatMap((item) => (item.kind === "objective" ? [item.objective] : []))
  const columns = timelineColumns(objectives, shownDay())
  const column = (each: TimelineColumn) => <Column key={each.key} column={each} teams={teams} />
  const day = formatDay(dateOfDay(shownDay()))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it where it is too wide
    <section class="timeline" aria-label={texts.overview.timeline.views.timeline} tabIndex={0}>
      <ol>
        {columns.filter(({ isPast }) => isPast).map(column)}
        <li class="today-line">
          <span>{moment.value === "" ? texts.overview.timeline.today(day) : day}</span>
        </li>
        {columns.filter(({ isPast }) => !isPast).map(column)}
      </ol>
    </section>
  )
}
