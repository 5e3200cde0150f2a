import { useSignal } from "@preact/signals"
import { monthsLater } from "../../../shared/calendar/CalendarPeriods.ts"
import { dateOfDay } from "../../../shared/Days.ts"
import { isOverdue } from "../../../shared/Pace.ts"
import { useChosenDates } from "../../parts/fields/ChosenDates.ts"
import { PeriodField, PeriodNotices } from "../../parts/fields/PeriodField.tsx"
import { useWindowEvents } from "../../parts/keys/WindowEvents.ts"
import { ObjectiveLink } from "../../parts/status/ObjectiveLink.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { shownDay } from "../../session/Moment.ts"
import { moment } from "../../session/Route.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { type Dates, type Planned, setDates } from "../../workspace/objective/PlannedDates.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { dragBar } from "./DragBar.ts"
import type { OverviewList } from "./OverviewList.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { barOf, type TimelineAxis, timelineAxis } from "./TimelineAxis.ts"

/** Lines shown at first. */
const maxShown = 100

const monthsOfQuarter = 3

const shifted = ({ startDate, dueDate }: Dates, quarters: number): Dates => {
  const later = (date: string | null) => date && monthsLater(date, quarters * monthsOfQuarter)
  return { startDate: later(startDate), dueDate: later(dueDate) }
}

interface BarProps {
  readonly planned: Planned
  readonly percent: number | null
  readonly axis: TimelineAxis
}

/** From start to due date; editors drag it to another quarter. */
const Bar = ({ planned, percent, axis }: BarProps) => {
  const workspace = useWorkspace()
  const dates = useChosenDates(planned)
  const bar = barOf(dates, axis)
  if (bar === undefined) return null
  return (
    <span
      class={`span-bar ${workspace.session.canEdit.value ? "draggable" : ""}`}
      style={{ insetInlineStart: `${bar.begin * 100}%`, width: `${bar.length * 100}%` }}
      aria-hidden="true"
      title={texts.periods.periodText(dates)}
      onPointerDown={(event) => {
        if (!workspace.session.canEdit.peek()) return
        dragBar(event, axis.quarters.length, (quarters) => setDates(workspace, planned, shifted(dates, quarters)))
      }}
    >
      <span style={{ width: `${percent ?? 0}%` }} />
    </span>
  )
}

interface LineProps extends Pick<BarProps, "axis"> {
  readonly objective: OverviewObjective
  readonly team: OverviewTeam["team"] | undefined
  readonly isInTeam: boolean
  /** The log position of the overview. */
  readonly sequenceNumber: number
}

const Line = ({ objective, team, isInTeam, sequenceNumber, axis }: LineProps) => {
  const { id, teamId, title, status, percent } = objective
  const planned = { ...objective, sequenceNumber }
  return (
    <li style={{ "--color": team?.color }}>
      <div class="bar-name">
        <StatusShape status={status} /> <span class="hidden">{statusText(status)}</span>
        <ObjectiveLink {...{ teamId, id, title }} />
        {!isInTeam && (
          <span class="of-team quiet" dir="auto">
            {team?.name}
          </span>
        )}
        {isOverdue(objective, shownDay()) && <span class="late">{texts.overview.overdue}</span>}
        <PeriodField planned={planned} />
      </div>
      <div class="track">
        <Bar planned={planned} percent={percent} axis={axis} />
      </div>
      <PeriodNotices planned={planned} control=".period" />
    </li>
  )
}

interface Props {
  readonly state: OverviewState
  readonly body: OverviewBody
  readonly list: OverviewList
}

/** The objectives that the filter shows as bars along the quarters, with a line for the day that is shown. */
export const Timeline = ({ state, body, list: { items } }: Props) => {
  const isWhole = useSignal(false)
  useWindowEvents(["beforeprint"], () => {
    isWhole.value = true
  })
  const teams = new Map<string, OverviewTeam["team"]>(body.teams.map(({ team }) => [team.id, team]))
  const today = shownDay()
  const axis = timelineAxis(
    items.flatMap((item) => (item.kind === "objective" ? [item.objective] : [])),
    today
  )
  const shown = isWhole.value ? items : items.slice(0, maxShown)
  const day = formatDay(dateOfDay(today))
  const isInTeam = state.filter.value.grouping === "team"
  return (
    <section
      class="timeline"
      aria-label={texts.common.views.timeline}
      style={{ "--quarters": axis.quarters.length, "--today": `${axis.at(today) * 100}%` }}
    >
      <div class="axis">
        <p class="track" aria-hidden="true">
          {axis.quarters.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
        <p class="today-line">
          <span>{moment.value === "" ? texts.overview.timeline.today(day) : day}</span>
        </p>
      </div>
      <ol>
        {shown.map((item) =>
          item.kind === "objective" ? (
            <Line
              key={item.id}
              objective={item.objective}
              team={teams.get(item.objective.teamId)}
              {...{ isInTeam, axis }}
              sequenceNumber={body.sequenceNumber}
            />
          ) : (
            <li key={item.id} class="bar-group">
              <h3>{item.kind === "team" ? item.row.team.name : item.id}</h3>
            </li>
          )
        )}
      </ol>
      {shown.length < items.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.overview.timeline.more(items.length - shown.length)}
        </button>
      )}
    </section>
  )
}
