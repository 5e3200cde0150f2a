import { useEffect, useRef } from "preact/hooks"
import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import type { Result } from "../../contract/Result.ts"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/Formats.ts"
import * as texts from "../../texts/Texts.ts"
import { askAgain } from "../../workspace/AskAgain.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { PreviewList } from "./PreviewList.tsx"
import * as restoring from "./RestoreTexts.ts"

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

/** What the restore would change, or what is said until that is known; loaded again after each change by others. */
const usePreview = (sequenceNumber: number, teamId: string | undefined): Result<RestorePreview> | string => {
  const { api, lifetime, stream } = useWorkspace()
  const preview = useSignal<Result<RestorePreview> | string>(texts.common.loading)
  useEffect(() => {
    let [isUnmounted, isLoading, isStale] = [false, false, false]
    /** The changes of a burst share one request, because each makes the server compute an earlier state. */
    const load = async (): Promise<void> => {
      isStale = isLoading
      if (isLoading) return
      isLoading = true
      const answer = await askAgain(lifetime, () => api.restorePreview(sequenceNumber, teamId), {
        isWanted: () => !isUnmounted,
        onPause: () => {
          if (typeof preview.peek() === "string") preview.value = restoring.slow
        }
      })
      isLoading = false
      if (isUnmounted) return
      preview.value = answer
      if (isStale) void load()
    }
    preview.value = texts.common.loading
    void load()
    const unsubscribe = stream.onChange(() => void load())
    return () => {
      isUnmounted = true
      unsubscribe()
    }
  }, [sequenceNumber, teamId])
  return preview.value
}

/** Submits the restore; returns why it was not applied, or an empty text. */
const submitRestore = async (
  { panels, submissions, toasts }: Workspace,
  sequenceNumber: number,
  teamId: string | undefined,
  subject: string,
  isWanted: () => boolean
): Promise<string> => {
  const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
  const answer = await submissions.restore(data, { isWanted })
  if (!answer.ok) return failureText(answer.failure)
  const { status, rejectionReason, sequenceNumber: restored } = answer.value
  if (status === "rejected") return restoring.refused(rejectionReason ?? "")
  panels.closeHistory()
  if (status === "no_change") {
    toasts.show(restoring.nothing)
    return ""
  }
  const undone = { sequenceNumber: restored, timestamp: undefined, teamId: teamId ?? null, isBefore: true }
  const action = { label: texts.common.undo, run: () => panels.openRestore(undone) }
  toasts.show(restoring.done(subject, restored), { action, durationMs: 15_000 })
  return ""
}

/** What a preview says in one sentence. */
const summaryOf = (preview: Result<RestorePreview> | string): string => {
  if (typeof preview === "string") return preview
  if (!preview.ok) return ""
  const { rejectionReason, totals } = preview.value
  if (rejectionReason !== null) return restoring.refused(rejectionReason)
  return totals.length === 0 ? restoring.same : `${restoring.summary(totals)}.`
}

interface SummaryProps {
  readonly target: string
  readonly preview: Result<RestorePreview> | string
}

const Summary = ({ target, preview }: SummaryProps) => (
  <>
    <p class="restore-target" role="status">
      <strong>{target}</strong>
      <span class={typeof preview === "string" ? "quiet" : ""}>{summaryOf(preview)}</span>
    </p>
    {typeof preview !== "string" && !preview.ok && (
      <p class="trouble" role="alert">
        {failureText(preview.failure)}
      </p>
    )}
  </>
)

/** The dialog that previews a restore and submits it. */
export const RestoreDialog = ({ target }: { readonly target: RestoreTarget }) => {
  const workspace = useWorkspace()
  const { panels, teams } = workspace
  const isWhole = useSignal(target.teamId === null)
  const isBefore = useSignal(target.isBefore)
  const sequenceNumber = target.sequenceNumber - (isBefore.value ? 1 : 0)
  const teamId = isWhole.value || target.teamId === null ? undefined : target.teamId
  const name = target.teamId === null ? undefined : (teams.nameOf(target.teamId) ?? restoring.teamGone)
  const subject = teamId === undefined ? restoring.strategy : (name ?? "")
  const preview = usePreview(sequenceNumber, teamId)
  const known = typeof preview !== "string" && preview.ok ? preview.value : undefined
  const isRestoring = useSignal(false)
  const isClosed = useRef(false)
  useEffect(() => {
    if (teams.list.peek() === undefined) void teams.refresh()
    return () => {
      isClosed.current = true
    }
  }, [])
  const restore = async (): Promise<string> => {
    isRestoring.value = true
    const refusal = await submitRestore(workspace, sequenceNumber, teamId, subject, () => !isClosed.current)
    isRestoring.value = false
    return refusal
  }
  const timestamp = target.timestamp === undefined ? "" : formatTimestamp(target.timestamp)
  const isPossible = known !== undefined && known.rejectionReason === null && known.totals.length > 0
  return (
    <FormDialog
      title={restoring.title}
      label={restoring.confirm(subject)}
      class="restore"
      isDisabled={!isPossible}
      submit={restore}
      onClose={panels.closeRestore}
    >
      {name !== undefined && (
        <Choice
          name="restore-scope"
          legend={restoring.scope}
          options={[restoring.only(name), restoring.whole]}
          isSecond={isWhole.value}
          onChoose={(isSecond) => (isWhole.value = isSecond)}
        />
      )}
      <Choice
        name="restore-position"
        legend={restoring.position}
        options={[restoring.after, restoring.before]}
        isSecond={isBefore.value}
        onChoose={(isSecond) => (isBefore.value = isSecond)}
      />
      <Summary
        target={restoring.target(subject, timestamp, target.sequenceNumber, isBefore.value)}
        preview={isRestoring.value ? restoring.inProgress : preview}
      />
      {known !== undefined && (
        <PreviewList preview={known} teamName={teamId === undefined ? teams.nameOf : undefined} />
      )}
      <p class="quiet small-text">{restoring.undoable}</p>
    </FormDialog>
  )
}
