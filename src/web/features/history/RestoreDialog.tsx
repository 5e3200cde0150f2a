import { type Signal, useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { failureText, refusalText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { retryWhileBusy } from "../../workspace/RetryWhileBusy.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { oneAtATime } from "./OneAtATime.ts"
import { PreviewList } from "./PreviewList.tsx"
import * as restoring from "./RestoreTexts.ts"

interface ChoiceProps {
  readonly legend: string
  readonly options: readonly [string, string]
  readonly isSecond: Signal<boolean>
}

const Choice = ({ legend, options, isSecond }: ChoiceProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {options.map((label, index) => (
      <label key={label}>
        <input
          type="radio"
          name={legend}
          checked={isSecond.value === index > 0}
          onChange={() => (isSecond.value = index > 0)}
        />
        {label}
      </label>
    ))}
  </fieldset>
)

/** What the restore would change, or why that is not known; loaded again after each change by others. */
const usePreview = (sequenceNumber: number, teamId: string | undefined): RestorePreview | string => {
  const { api, lifetime, stream } = useWorkspace()
  const preview = useSignal<RestorePreview | string>("")
  useEffect(() => {
    let isMounted = true
    // The changes of a burst share one request, because each makes the server compute an earlier state.
    const load = oneAtATime(async () => {
      const answer = await retryWhileBusy(lifetime, () => api.restorePreview(sequenceNumber, teamId), {
        isWanted: () => isMounted,
        onPause: () => {
          if (typeof preview.peek() === "string") preview.value = restoring.slow
        }
      })
      if (isMounted) preview.value = answer.ok ? answer.value : failureText(answer.failure)
    })
    preview.value = texts.common.loading
    void load()
    const unsubscribe = stream.onChange(load)
    return () => {
      isMounted = false
      unsubscribe()
    }
  }, [sequenceNumber, teamId])
  return preview.value
}

/** The dialog that previews a restore and submits it. */
export const RestoreDialog = ({ target }: { readonly target: RestoreTarget }) => {
  const { outbox, panels, teams, toasts, undo } = useWorkspace()
  const isWhole = useSignal(target.teamId === undefined)
  const isBefore = useSignal(target.isBefore)
  const isRestoring = useSignal(false)
  const sequenceNumber = target.sequenceNumber - (isBefore.value ? 1 : 0)
  const teamId = isWhole.value ? undefined : target.teamId
  const name = target.teamId && (teams.nameOf(target.teamId) ?? restoring.teamGone)
  const subject = (teamId && name) || restoring.strategy
  const preview = usePreview(sequenceNumber, teamId)
  const known = typeof preview === "string" ? undefined : preview
  useEffect(() => {
    if (teams.list.peek() === undefined) void teams.refresh()
  }, [])
  const restore = async (): Promise<string> => {
    isRestoring.value = true
    const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
    const answer = await outbox.submit(
      { eventType: "restore_history", data },
      { isWanted: () => panels.restore.peek() === target }
    )
    isRestoring.value = false
    const refusal = refusalText(answer)
    if (!answer.ok || refusal !== "") return refusal
    panels.closeHistory()
    const { status, sequenceNumber: restored } = answer.value
    if (status === "no_change") toasts.show(restoring.nothing)
    else {
      const step = { sequenceNumber: restored, subject: texts.undo.restoreOf(subject) }
      undo.offer(step, restoring.done(subject), 15_000)
    }
    return ""
  }
  return (
    <FormDialog
      title={restoring.title}
      label={restoring.confirm(subject)}
      class="restore"
      isDisabled={!known?.totals.length}
      submit={restore}
      onClose={panels.closeRestore}
    >
      {name && <Choice legend={restoring.scope} options={[restoring.only(name), restoring.whole]} isSecond={isWhole} />}
      <Choice legend={restoring.position} options={[restoring.after, restoring.before]} isSecond={isBefore} />
      <p class="restore-target" role="status">
        <strong>{restoring.target(subject, target, isBefore.value)}</strong>
        <span>{isRestoring.value ? restoring.inProgress : known ? restoring.summary(known) : preview}</span>
      </p>
      {known && <PreviewList preview={known} teamName={teamId === undefined ? teams.nameOf : () => undefined} />}
      <p class="quiet small-text">{restoring.undoable}</p>
    </FormDialog>
  )
}
