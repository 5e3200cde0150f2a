import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { type Doubt, doubtsOf, suggestionOn } from "../../../shared/Pace.ts"
import { worstOf, wrongWayBy } from "../../../shared/Percent.ts"
import { doubtPhrase } from "../../../shared/words/Doubts.ts"
import { capitalized } from "../../../shared/words/Nouns.ts"
import { shownDay } from "../../session/Moment.ts"
import * as texts from "../../texts/ContradictionTexts.ts"
import { days } from "../../texts/values/Clock.ts"
import { pageFormats } from "../../texts/values/PageFormats.ts"
import { field } from "../../workspace/Field.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"
import { reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ObjectiveStatusNotice } from "../dialogs/ObjectiveStatus.tsx"
import { usePopover } from "../dialogs/UsePopover.ts"
import { PeriodNotices } from "../fields/PeriodField.tsx"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { Icon } from "./Icon.tsx"
import { expectedToday } from "./MeasureProgress.ts"
import { statusText } from "./Status.tsx"

type Doubtful = Pick<
  OverviewObjective,
  | "id"
  | "title"
  | "status"
  | "statusNote"
  | "startDate"
  | "dueDate"
  | "percent"
  | "expectedPercent"
  | "doubts"
  | "suggestedStatus"
  | "wrongWay"
> & { readonly teamId: string }

interface Props {
  readonly objective: Doubtful
  /** The log position of the view that has the objective. */
  readonly sequenceNumber: number
}

const sentenceOf = (doubt: Doubt, objective: Doubtful): string =>
  `${capitalized(doubtPhrase(doubt, objective, pageFormats))}.`

const MoveDate = ({ objective: { id, teamId, title, dueDate }, sequenceNumber }: Props) => {
  const { outbox, teams } = useWorkspace()
  const isOpen = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.focus()
  }, [isOpen.value])
  const close = (next: string): void => {
    if (!isOpen.peek()) return
    isOpen.value = false
    if (next === "" || next === dueDate) return
    void outbox.edits.saveValue(field("objective.dueDate", teamId, id), { value: dueDate, sequenceNumber }, next)
    teams.queueLoad(teamId)
  }
  return isOpen.value ? (
    <input
      ref={input}
      type="date"
      aria-label={texts.newDate(title)}
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
      aria-label={texts.of(texts.moveDate, title)}
      onClick={() => (isOpen.value = true)}
    >
      {texts.moveDate}
    </button>
  )
}

const Mend = ({ doubt, ...props }: Props & { readonly doubt: Doubt }) => {
  const { outbox, teams } = useWorkspace()
  if (doubt === "on_track_overdue") return <MoveDate {...props} />
  if (doubt === "worse_than_start") return null
  const { objective, sequenceNumber } = props
  const { id, teamId, title, suggestedStatus } = objective
  const next = suggestedStatus ?? "on_track"
  const label = (doubt === "achieved_below_target" ? texts.reopen : texts.set)(statusText(next))
  return (
    <button
      type="button"
      class="small"
      aria-label={texts.of(label, title)}
      onClick={() => {
        const shown = { value: reasonedStatusOf(objective), sequenceNumber }
        void outbox.edits.saveValue(field("objective.status", teamId, id), shown, { status: next, note: "" })
        teams.queueLoad(teamId)
      }}
    >
      {label}
    </button>
  )
}

/** The notices of edits of status and dates that are not saved. */
export const DoubtNotices = ({ objective, sequenceNumber }: Props) => (
  <>
    <ObjectiveStatusNotice teamId={objective.teamId} objective={objective} onEdit={null} />
    <PeriodNotices planned={{ ...objective, sequenceNumber }} />
  </>
)

/** What does not go together in an objective, in words, each with the click that mends it. */
export const Doubts = (props: Props) => {
  const { outbox, session } = useWorkspace()
  const { id, teamId, doubts } = props.objective
  const isMending = (["objective.status", "objective.dueDate"] as const).some(
    (kind) => outbox.edits.of(field(kind, teamId, id)).value !== undefined
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

/** One quiet sign for a row: its sentence and the click that mends it stand beside it once it is pressed. */
export const DoubtSign = (props: Props) => {
  const popover = usePopover()
  const { doubts } = props.objective
  const tabIndex = useRowTabIndex()
  if (doubts.length === 0) return null
  const label = doubts.map((doubt) => sentenceOf(doubt, props.objective)).join(" ")
  return (
    <>
      <button
        {...popover.opener}
        type="button"
        class="icon-button doubt-sign"
        tabIndex={tabIndex}
        aria-label={texts.of(props.objective.title, label)}
        title={label}
      >
        <Icon name="warning" />
      </button>
      {popover.isOpen.value && (
        <div {...popover.content} class="menu">
          <Doubts {...props} />
        </div>
      )}
    </>
  )
}

interface OfTeam {
  readonly team: Team
  readonly objective: Objective
}

/** The doubts about an objective of a team's view, by what is known of it now. */
const doubtfulOf = ({ team, objective }: OfTeam): Props => {
  const paced = { ...objective, expectedPercent: expectedToday(objective) }
  const worst = worstOf(objective.progress)
  const doubtful = {
    ...paced,
    teamId: team.id,
    suggestedStatus: suggestionOn(objective, shownDay(), days()),
    wrongWay: worst === undefined ? null : { ...worst, by: wrongWayBy(worst) },
    doubts: doubtsOf(paced, shownDay())
  }
  return { objective: doubtful, sequenceNumber: team.sequenceNumber.peek() }
}

export const ObjectiveDoubts = (props: OfTeam) => <Doubts {...doubtfulOf(props)} />

export const ObjectiveDoubtSign = (props: OfTeam) => <DoubtSign {...doubtfulOf(props)} />
