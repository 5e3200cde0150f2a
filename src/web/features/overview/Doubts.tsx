import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { type Doubt, isOverdue } from "../../../shared/Pace.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { statusText } from "../../parts/Status.tsx"
import { StatusNotice } from "../../parts/StatusPicker.tsx"
import { todayUtc } from "../../texts/Clock.ts"
import { formatDay } from "../../texts/Formats.ts"
import { field } from "../../workspace/Field.ts"
import type { OverviewObjective } from "../../workspace/Overview.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./OverviewTexts.ts"

interface Props {
  readonly objective: OverviewObjective
  /** The log position of the overview that has the objective. */
  readonly sequenceNumber: number
}

const sentenceOf = (doubt: Doubt, { percent, expectedPercent, dueDate }: OverviewObjective): string => {
  switch (doubt) {
    case "achieved_below_target":
      return texts.overview.doubts.achievedBelowTarget(percent ?? 0)
    case "draft_with_progress":
      return texts.overview.doubts.draftWithProgress(percent ?? 0)
    case "on_track_behind":
      return texts.overview.doubts.onTrackBehind(percent ?? 0, expectedPercent ?? 0)
    case "on_track_overdue":
      return texts.overview.doubts.onTrackOverdue(formatDay(dueDate ?? ""))
  }
}

/** The status that mends a doubt; an objective that is past its due date cannot be on track again. */
const mendedStatus = (doubt: Exclude<Doubt, "on_track_overdue">, { dueDate }: OverviewObjective) =>
  doubt === "on_track_behind" || isOverdue({ status: "on_track", dueDate }, todayUtc()) ? "at_risk" : "on_track"

const MoveDate = ({ objective: { id, teamId, title, dueDate }, sequenceNumber }: Props) => {
  const { drafts, teams } = useWorkspace()
  const isOpen = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.focus()
  }, [isOpen.value])
  const close = (next: string): void => {
    if (!isOpen.peek()) return
    isOpen.value = false
    if (next === "" || next === dueDate) return
    void drafts.saveValue(field("objective.dueDate", teamId, id), { text: dueDate ?? "", sequenceNumber }, next)
    teams.queueLoad(teamId)
  }
  return isOpen.value ? (
    <input
      ref={input}
      type="date"
      aria-label={texts.overview.doubts.newDate(title)}
      defaultValue={dueDate ?? ""}
      max="9999-12-31"
      onKeyDown={(event) => {
        if (event.key === "Enter") close(event.currentTarget.value)
        if (event.key !== "Escape") return
        event.stopPropagation()
        close("")
      }}
      onBlur={({ currentTarget }) => close(currentTarget.value)}
    />
  ) : (
    <button
      type="button"
      class="small"
      aria-label={texts.overview.doubts.of(texts.overview.doubts.moveDate, title)}
      onClick={() => (isOpen.value = true)}
    >
      {texts.overview.doubts.moveDate}
    </button>
  )
}

const Mend = ({ doubt, ...props }: Props & { readonly doubt: Doubt }) => {
  const { drafts, teams } = useWorkspace()
  if (doubt === "on_track_overdue") return <MoveDate {...props} />
  const { objective, sequenceNumber } = props
  const { id, teamId, title, status } = objective
  const next = mendedStatus(doubt, objective)
  const words = texts.overview.doubts
  const label = (doubt === "achieved_below_target" ? words.reopen : words.set)(statusText(next))
  return (
    <button
      type="button"
      class="small"
      aria-label={words.of(label, title)}
      onClick={() => {
        void drafts.saveValue(field("objective.status", teamId, id), { text: status, sequenceNumber }, next)
        teams.queueLoad(teamId)
      }}
    >
      {label}
    </button>
  )
}

/** The notices of edits that mend a doubt and are not saved. */
export const DoubtNotices = ({ objective, sequenceNumber }: Props) => {
  const { drafts } = useWorkspace()
  const { id, teamId, status, dueDate } = objective
  const ofDate = field("objective.dueDate", teamId, id)
  return (
    <>
      <StatusNotice field={field("objective.status", teamId, id)} value={status} options={objectiveStatuses} />
      {drafts.of(ofDate).value !== undefined && (
        <FieldNotice
          field={ofDate}
          shown={() => ({ text: dueDate ?? "", sequenceNumber })}
          format={formatDay}
          label={texts.overview.doubts.dueDate}
        />
      )}
    </>
  )
}

/** What does not go together in an objective, in words, each with the click that mends it. */
export const Doubts = (props: Props) => {
  const { drafts, session } = useWorkspace()
  const { id, teamId, doubts } = props.objective
  const isMending = (["objective.status", "objective.dueDate"] as const).some(
    (kind) => drafts.of(field(kind, teamId, id)).value !== undefined
  )
  if (doubts.length === 0 || isMending) return null
  return (
    <ul class="doubts">
      {doubts.map((doubt) => (
        <li key={doubt}>
          <span>{sentenceOf(doubt, props.objective)}</span> {session.canEdit.value && <Mend doubt={doubt} {...props} />}
        </li>
      ))}
    </ul>
  )
}
