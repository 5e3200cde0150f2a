import type { Signal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { suggestionOn } from "../../../shared/Pace.ts"
import { percentOf } from "../../../shared/Percent.ts"
import type { ObjectiveStatus } from "../../../shared/Statuses.ts"
import { ObjectiveStatusNotice, ObjectiveStatusPicker } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { expectedIfStarted, expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { ObjectiveLink } from "../../parts/status/ObjectiveLink.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { StatusNote } from "../../parts/status/StatusNote.tsx"
import { days, serverToday } from "../../texts/values/Clock.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CheckInRow } from "./CheckInRow.tsx"
import type { CheckInState } from "./CheckInState.ts"
import * as texts from "./CheckInTexts.ts"
import { ReasonBox } from "./ReasonBox.tsx"

interface HeadProps {
  readonly state: CheckInState
  readonly objective: Objective
}

/** The percentage that the objective has with what is typed. */
const percentWithTyped = (state: CheckInState, { progress }: Objective): number | null =>
  percentOf(
    progress.map((measure) => {
      const typed = state.typed(measure)?.value
      return typeof typed === "number" ? { ...measure, value: typed } : measure
    })
  )

interface SuggestionProps extends HeadProps {
  readonly onChoose: (status: ObjectiveStatus) => void
}

/** Offers the status that the progress suggests, which is set by nobody but the user. */
const Suggestion = ({ state, objective, onChoose }: SuggestionProps) => {
  const { session } = useWorkspace()
  const { title, status } = objective
  const percent = percentWithTyped(state, objective)
  const expected = expectedIfStarted(objective)
  const suggested = suggestionOn({ ...objective, percent }, serverToday(), days())
  if (suggested === null || suggested === status || percent === null || !session.canEdit.value) return null
  if (state.reasons.typed(objective) !== undefined) return null
  return (
    <button
      type="button"
      class="chip suggestion"
      title={texts.suggestionHint(percent, expected)}
      aria-label={texts.suggestion(statusText(suggested), title)}
      onClick={() => onChoose(suggested)}
    >
      <StatusShape status={suggested} /> {texts.suggested(statusText(suggested))}
    </button>
  )
}

const Head = ({ state, objective }: HeadProps) => {
  const { session } = useWorkspace()
  const { id, title, statusNote } = objective
  const row = useRef<HTMLTableRowElement>(null)
  const [percent, expected] = [percentWithTyped(state, objective), expectedToday(objective)]
  const owned = { field: field("objective.owner", state.team.id, id), value: objective.owner }
  const focusReason = () => row.current?.querySelector("textarea")?.focus()
  const choose = (status: ObjectiveStatus): void => {
    state.reasons.type(objective, { status })
    focusReason()
  }
  return (
    <tr ref={row} class="check-in-objective">
      <th colSpan={session.canEdit.value ? 6 : 3} scope="rowgroup">
        <div>
          <ObjectiveLink {...{ id, title }} teamId={state.team.id} class="title" />
          <OwnerField {...owned} of={title} />
          {percent !== null && <Meter percent={percent} pace={expected} label={texts.progress} />}
          <ObjectiveStatusPicker teamId={state.team.id} objective={objective} onChoose={choose} />
          <Suggestion state={state} objective={objective} onChoose={choose} />
          <StatusNote note={statusNote} />
          {session.canEdit.value && <ReasonBox state={state} objective={objective} />}
        </div>
        <OwnerNotice {...owned} />
        <ObjectiveStatusNotice teamId={state.team.id} objective={objective} onEdit={focusReason} isInForm />
      </th>
    </tr>
  )
}

interface Props {
  readonly state: CheckInState
  readonly objective: Signal<Objective>
  readonly measureIds: ReadonlyArray<string>
}

/** An objective with its status, and a row for each of its measures. */
export const CheckInObjective = ({ state, objective, measureIds }: Props) => {
  const body = objective.value
  const expected = expectedToday(body)
  return (
    <tbody data-objective={body.id}>
      <Head state={state} objective={body} />
      {measureIds.map((id) => {
        const measure = body.progress.find((each) => each.id === id)
        return (
          measure && (
            <CheckInRow
              key={id}
              state={state}
              objectiveId={body.id}
              measure={measure}
              staleAfter={body.staleAfter}
              expected={expected}
            />
          )
        )
      })}
    </tbody>
  )
}
