import type { Signal } from "@preact/signals"
import { suggestionOn } from "../../../shared/Pace.ts"
import { percentOf } from "../../../shared/Percent.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { StatusNotice, StatusPicker } from "../../parts/dialogs/StatusPicker.tsx"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { expectedIfStarted, expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { pathOf } from "../../session/Route.ts"
import { days, serverToday } from "../../texts/values/Clock.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CheckInRow } from "./CheckInRow.tsx"
import type { CheckInState } from "./CheckInState.ts"
import * as texts from "./CheckInTexts.ts"

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

/** Offers the status that the progress suggests, which is set by nobody but the user. */
const Suggestion = ({ state, objective }: HeadProps) => {
  const { outbox, session, teams } = useWorkspace()
  const { id, title, status } = objective
  const ofStatus = field("objective.status", state.team.id, id)
  const percent = percentWithTyped(state, objective)
  const expected = expectedIfStarted(objective)
  const suggested = suggestionOn({ ...objective, percent }, serverToday(), days())
  const from = teams.valueAsShown(state.team.id, status)
  if (suggested === null || suggested === status || percent === null || !session.canEdit.value) return null
  if (outbox.edits.of(ofStatus).value !== undefined) return null
  return (
    <button
      type="button"
      class="chip suggestion"
      title={texts.suggestionHint(percent, expected)}
      aria-label={texts.suggestion(statusText(suggested), title)}
      onClick={() => void outbox.edits.saveValue(ofStatus, from, suggested)}
    >
      <StatusShape status={suggested} /> {texts.suggested(statusText(suggested))}
    </button>
  )
}

const Head = ({ state, objective }: HeadProps) => {
  const { session } = useWorkspace()
  const { id, title, status } = objective
  const ofStatus = field("objective.status", state.team.id, id)
  const [percent, expected] = [percentWithTyped(state, objective), expectedToday(objective)]
  const owned = { field: field("objective.owner", state.team.id, id), value: objective.owner }
  const label = texts.progress(expected === null ? "" : texts.common.expectedToday(expected))
  return (
    <tr class="check-in-objective">
      <th colSpan={session.canEdit.value ? 6 : 3} scope="rowgroup">
        <div>
          <a class="title" href={pathOf.objective(state.team.id, id)} dir="auto">
            {title}
          </a>
          <OwnerField {...owned} of={title} />
          {percent !== null && <Meter percent={percent} pace={expected} label={label} />}
          <StatusPicker field={ofStatus} value={status} options={objectiveStatuses} of={title} />
          <Suggestion state={state} objective={objective} />
        </div>
        <OwnerNotice {...owned} />
        <StatusNotice field={ofStatus} value={status} options={objectiveStatuses} />
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
          measure && <CheckInRow key={id} state={state} objectiveId={body.id} measure={measure} expected={expected} />
        )
      })}
    </tbody>
  )
}
