import type { Signal } from "@preact/signals"
import { useId } from "preact/hooks"
import { isBehind, isOverdue, isStale, isOpen as isUnfinished } from "../../../shared/Pace.ts"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { SelectBox } from "../../parts/lists/SelectBox.tsx"
import { useSelection } from "../../parts/lists/Selection.ts"
import { DoubtNotices, DoubtSign } from "../../parts/status/Contradictions.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { Meter } from "../../parts/status/Meter.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { StatusNote } from "../../parts/status/StatusNote.tsx"
import { shownDay } from "../../session/Moment.ts"
import { pathOf } from "../../session/Route.ts"
import { days } from "../../texts/values/Clock.ts"
import { formatDay, formatTimestamp, timeAgo } from "../../texts/values/PageFormats.ts"
import { field } from "../../workspace/Field.ts"
import type { OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Details, type DetailsProps } from "./Details.tsx"
import * as texts from "./OverviewTexts.ts"

export interface RowProps extends DetailsProps {
  /** Shown unless the list is grouped by team. */
  readonly team: OverviewTeam["team"] | undefined
  readonly isInTeam: boolean
  /** The log position of the overview. */
  readonly sequenceNumber: number
  readonly position: number
  readonly count: number
  /** The ids of the open rows. */
  readonly open: Signal<ReadonlySet<string>>
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
        <Meter
          percent={percent}
          pace={expectedPercent}
          label={texts.overview.progress(percent, measures, expectedPercent)}
        />
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

/** One objective; opened, it shows its details below. */
export const Row = ({ objective, team, isInTeam, sequenceNumber, position, count, open, Inside }: RowProps) => {
  const detailsId = useId()
  const today = shownDay()
  const { called } = useFeatureState(makePeople)
  const { id, title, status, updatedAt, updatedBy } = objective
  const owned = { field: field("objective.owner", objective.teamId, id), value: objective.owner, sequenceNumber }
  const isSelecting = useSelection().isActive.value
  const isOpen = open.value.has(id)
  const mayCheckIn = useWorkspace().session.canEdit.value && objective.measures > 0 && isUnfinished(status)
  const checkIn = mayCheckIn ? pathOf.checkInOn(objective.teamId, id) : undefined
  const toggle = (): void => {
    const next = new Set(open.peek())
    if (!next.delete(id)) next.add(id)
    open.value = next
  }
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
          {/* Opened, it has the sentence inside. */}
          {!isOpen && <DoubtSign objective={objective} sequenceNumber={sequenceNumber} />}
        </span>
        <button
          type="button"
          class="title"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={toggle}
        >
          <Icon name="chevron" />
          <span>
            <span dir="auto">{title}</span>
            {!isOpen && <StatusNote note={objective.statusNote} />}
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
          {timeAgo(updatedAt)}
        </span>
      </div>
      <OwnerNotice {...owned} />
      <DoubtNotices objective={objective} sequenceNumber={sequenceNumber} hasPicker={isOpen} />
      {isOpen && (
        <div class="overview-inside" id={detailsId}>
          <Details objective={objective} Inside={Inside} />
        </div>
      )}
    </div>
  )
}
