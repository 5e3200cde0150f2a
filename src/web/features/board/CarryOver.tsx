import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { carryOverTo } from "../../../shared/ChangeSetNames.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { Check } from "../../parts/fields/Check.tsx"
import { StatusShape } from "../../parts/status/Status.tsx"
import { serverToday } from "../../texts/values/Clock.ts"
import { dateChanges } from "../../workspace/objective/PlannedDates.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { periods, carryOver as texts } from "./BoardTexts.ts"
import { carriedOver, leftOver, nextQuarter } from "./CarryOverPlan.ts"

interface Props {
  readonly team: Team
  readonly onClose: () => void
}

const objectivesOf = ({ objectives: { ids, byId } }: Team): ReadonlyArray<Objective> =>
  ids.peek().flatMap((id) => byId.get(id)?.peek() ?? [])

/** Asks which open objectives move to the next quarter, and moves their dates as one change set. */
export const CarryOver = ({ team, onClose }: Props) => {
  const { outbox, toasts, newId } = useWorkspace()
  const left = useMemo(() => leftOver(objectivesOf(team), serverToday()), [])
  const staying = useSignal<ReadonlySet<string>>(new Set())
  const next = nextQuarter(serverToday())
  const name = periods.quarterOf(next.from)
  const moving = left.filter(({ id }) => !staying.value.has(id))
  const submit = async () => {
    const sequenceNumber = team.sequenceNumber.peek()
    const changes = moving.flatMap((objective) =>
      dateChanges({ ...objective, teamId: team.id, sequenceNumber }, carriedOver(objective, next))
    )
    void outbox.edits.saveSet(changes, { id: newId(), name: carryOverTo(name) })
    toasts.show(texts.done(moving.length, name))
    return ""
  }
  return (
    <FormDialog
      title={texts.title(name)}
      label={texts.submit}
      isDisabled={moving.length === 0}
      submit={submit}
      onClose={onClose}
    >
      <p class="quiet">{texts.hint}</p>
      <ul class="carried">
        {left.map((objective) => (
          <li key={objective.id}>
            <Check
              class="check"
              isChecked={!staying.value.has(objective.id)}
              onChange={(isMoving) => {
                const others = [...staying.peek()].filter((id) => id !== objective.id)
                staying.value = new Set(isMoving ? others : [...others, objective.id])
              }}
            >
              <StatusShape status={objective.status} /> <span dir="auto">{objective.title}</span>{" "}
              <span class="quiet small-text">{periods.periodText(objective)}</span>
            </Check>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
