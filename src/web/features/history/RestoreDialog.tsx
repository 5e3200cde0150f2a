import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { moment } from "../../texts/Formats.ts"
import { texts } from "../../texts/Texts.ts"
import { troubleOf } from "../../texts/Trouble.ts"
import type { RestoreOf } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { PreviewList } from "./PreviewList.tsx"
import { restoring } from "./Texts.ts"

interface ChoiceProps {
  readonly name: string
  readonly legend: string
  readonly options: readonly [string, string]
  readonly isSecond: boolean
  readonly onChoose: (isSecond: boolean) => void
}

const Choice = ({ name, legend, options, isSecond, onChoose }: ChoiceProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {options.map((label, index) => (
      <label key={label}>
        <input type="radio" name={name} checked={isSecond === (index === 1)} onChange={() => onChoose(index === 1)} />
        {label}
      </label>
    ))}
  </fieldset>
)

const Panel = ({ of }: { readonly of: RestoreOf }) => {
  const { api, panels, stream, submissions, teams, toasts } = useWorkspace()
  const isWhole = useSignal(of.teamId === null)
  const isBefore = useSignal(of.isBefore)
  const preview = useSignal<RestorePreview | undefined>(undefined)
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const sequenceNumber = of.sequenceNumber - (isBefore.value ? 1 : 0)
  const teamId = isWhole.value || of.teamId === null ? undefined : of.teamId
  const name = of.teamId === null ? undefined : (teams.nameOf(of.teamId) ?? restoring.teamGone)
  const subject = teamId === undefined ? restoring.strategy : (name ?? "")

  useEffect(() => {
    if (teams.list.peek() === undefined) void teams.refresh()
  }, [])
  useEffect(() => {
    let [isGone, isLoading, isStale] = [false, false, false]
    /** The changes of a burst share the next one: the server goes back in time for each. */
    const load = async (): Promise<void> => {
      isStale = isLoading
      if (isLoading) return
      isLoading = true
      const answer = await api.restorePreview(sequenceNumber, teamId)
      isLoading = false
      if (isGone) return
      preview.value = answer.ok ? answer.value : undefined
      trouble.value = answer.ok ? "" : troubleOf(answer.failure)
      if (isStale) void load()
    }
    preview.value = undefined
    void load()
    const stop = stream.onChange(() => void load())
    return () => {
      isGone = true
      stop()
    }
  }, [sequenceNumber, teamId])

  const restore = async (): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
    const answer = await submissions.once({ eventType: "restore_history", data })
    isBusy.value = false
    if (!answer.ok) {
      trouble.value = troubleOf(answer.failure)
      return
    }
    const { status, rejectionReason, sequenceNumber: made } = answer.value
    if (status === "rejected") {
      trouble.value = restoring.refused(rejectionReason ?? "")
      return
    }
    panels.closeRestore()
    panels.closeHistory()
    if (status === "no_change") toasts.show(restoring.nothing)
    else {
      const back = { sequenceNumber: made, timestamp: undefined, teamId: teamId ?? null, isBefore: true }
      const action = { label: texts.common.undo, run: () => panels.openRestore(back) }
      toasts.show(restoring.done(subject, made), { action, milliseconds: 15_000 })
    }
  }

  const seen = preview.value
  const when = of.timestamp === undefined ? "" : moment(of.timestamp)
  const target = restoring.target(subject, when, of.sequenceNumber, isBefore.value)
  const isIdle = seen === undefined || seen.rejectionReason !== null || seen.totals.length === 0
  return (
    <Dialog title={restoring.title} onClose={panels.closeRestore}>
      <div class="restore">
        {name !== undefined && (
          <Choice
            name="restore-scope"
            legend={restoring.scope}
            options={[restoring.only(name), restoring.whole]}
            isSecond={isWhole.value}
            onChoose={(isSecond) => {
              isWhole.value = isSecond
            }}
          />
        )}
        <Choice
          name="restore-moment"
          legend={restoring.moment}
          options={[restoring.after, restoring.before]}
          isSecond={isBefore.value}
          onChoose={(isSecond) => {
            isBefore.value = isSecond
          }}
        />
        <p class="restore-target" role="status">
          <strong>{target}</strong>
          {seen === undefined && trouble.value === "" && <span class="quiet">{texts.common.loading}</span>}
          {seen !== undefined && seen.rejectionReason !== null && restoring.refused(seen.rejectionReason)}
          {seen !== undefined && seen.rejectionReason === null && (
            <span>{seen.totals.length === 0 ? restoring.same : `${restoring.summary(seen.totals)}.`}</span>
          )}
        </p>
        {seen !== undefined && (
          <PreviewList preview={seen} teamName={teamId === undefined ? teams.nameOf : undefined} />
        )}
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
        <p class="quiet small-text">{restoring.undoable}</p>
        <p class="actions">
          <button type="button" class="button" onClick={panels.closeRestore}>
            {texts.common.cancel}
          </button>
          <button type="button" class="primary" disabled={isIdle || isBusy.value} onClick={restore}>
            {restoring.confirm(subject)}
          </button>
        </p>
      </div>
    </Dialog>
  )
}

/** What a restore would change, and the button that does it. */
export const RestoreDialog = () => {
  const { panels } = useWorkspace()
  const of = panels.restore.value
  return of === undefined ? null : <Panel of={of} />
}
