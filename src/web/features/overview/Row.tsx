import { isBehind, isOverdue, isStale } from "../../../shared/Pace.ts"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { SelectBox } from "../../parts/lists/SelectBox.tsx"
import { useSelection } from "../../parts/lists/Selection.ts"
import { useOpening } from "../../parts/Opening.ts"
import { DoubtNotices, DoubtSign } from "../../parts/status/Contradictions.tsx"
import { Meter } from "../../parts/status/Meter.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { StatusNote } from "../../parts/status/StatusNote.tsx"
import { shownDay } from "../../session/Moment.ts"
import { pathOf } from "../../session/Route.ts"
import { days } from "../../texts/values/Clock.ts"
import { formatDay, formatTimestamp, timeAgo } from "../../texts/values/PageFormats.ts"
import { field } from "../../workspace/Field.ts"
import type { OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { checkInAddress } from "../../workspace/objective/CheckInAddress.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./OverviewTexts.ts"

interface Props {
  readonly objective: OverviewObjective
  /** Shown unless the list is grouped by team. */
  readonly team: OverviewTeam["team"] | undefined
  readonly isInTeam: boolean
  /** The log position of the overview. */
  readonly sequenceNumber: number
  readonly position: number
  readonly count: number
}

interface ProgressProps {
  readonly objective: OverviewObjective
  readonly today: number
}

const Progress = ({ objective, today }: ProgressProps) => {
  const { percent, expectedPercent, measures, initiatives, lastCheckInOn } = objective
  const said = lastCheckInOn === null ? texts.overview.neverCheckedIn : formatDay(lastCheckInOn)
  return (
    <span class={`done-so-far ${isBehind(objective) ? "is-behind" : ""}`}>
      {percent !== null ? (
        <Meter percent={percent} pace={expectedPercent} label={texts.overview.progress(percent, measures)} />
      ) : (
        initiatives.total > 0 && (
          <span class="small-text">{texts.overview.initiatives(initiatives.done, initiatives.total)}</span>
        )
      )}
      {isStale(objective, today, days()) && (
        <span class="tag" title={texts.overview.staleHint(said)}>
          {texts.overview.stale}
        </span>
      )}
    </span>
  )
}

/** One objective. While it is open, its panel has the notices of its fields. */
export const Row = ({ objective, team, isInTeam, sequenceNumber, position, count }: Props) => {
  const today = shownDay()
  const { called } = useFeatureState(makePeople)
  const { id, title, status, updatedAt, updatedBy } = objective
  const owned = { field: field("objective.owner", objective.teamId, id), value: objective.owner, sequenceNumber }
  const isSelecting = useSelection().isActive.value
  const { isOpen, toggle } = useOpening(objective)
  const checkIn = checkInAddress(useWorkspace(), objective.teamId, objective, objective.measures)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see `WindowedList`
    <div
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      class={`overview-item ${isOpen ? "open" : ""}`}
      data-id={id}
      data-address={pathOf.objective(objective.teamId, id)}
    >
      <div class="overview-row" data-row data-check-in={checkIn}>
        {isSelecting && <SelectBox id={id} title={title} />}
        <span class="state">
          <Status status={status} />
          <DoubtSign objective={objective} sequenceNumber={sequenceNumber} />
        </span>
        <button type="button" class="title" aria-expanded={isOpen} onClick={toggle}>
          <span>
            <span dir="auto">{title}</span>
            <StatusNote note={objective.statusNote} />
          </span>
        </button>
        {!isInTeam && team !== undefined && (
          <a class="of-team" href={pathOf.team(team.id)} tabIndex={-1} style={{ "--color": team.color }}>
            <span dir="auto">{team.name}</span>
          </a>
        )}
        <OwnerField {...owned} of={title} />
        <Progress objective={objective} today={today} />
        <span class="due">
          <span>{texts.periods.shortPeriodText(objective)}</span>
          {isOverdue(objective, today) && <span class="late">{texts.overview.overdue}</span>}
        </span>
        <span class="changed quiet" title={texts.overview.changed(called(updatedBy), formatTimestamp(updatedAt))}>
          {texts.overview.changedAgo(timeAgo(updatedAt))}
        </span>
      </div>
      {!isOpen && (
        <>
          <OwnerNotice {...owned} />
          <DoubtNotices objective={objective} sequenceNumber={sequenceNumber} />
        </>
      )}
    </div>
  )
}
