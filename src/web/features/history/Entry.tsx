import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import type { Outcome } from "../../../domain/Outcome.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { copyLinkKey, copyText } from "../../parts/CopyText.ts"
import { Icon } from "../../parts/Icon.tsx"
import { pathOf } from "../../session/Route.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp, timeAgo } from "../../texts/Formats.ts"
import { texts } from "../../texts/Texts.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Change } from "./Change.tsx"
import { canReapply, submissionOf } from "./Reapply.ts"
import { history } from "./Texts.ts"

interface Props {
  readonly entry: HistoryEntry
  /** The newest sequence number in the list: the user has seen the changes up to it. */
  readonly sequenceNumber: number
  /** Shown in lists with entries of several teams. */
  readonly teamName?: string
  /** Whether the page's address names it. */
  readonly isShown: boolean
}

/** The address of an entry: in the history of what it is about, or in the log where it is about no single thing. */
const addressOf = ({ teamId, entityId, sequenceNumber }: HistoryEntry): string =>
  teamId === null ? pathOf.logFrom(sequenceNumber) : pathOf.history(teamId, entityId ?? teamId, sequenceNumber)

const classOf = ({ isTransitive, status }: HistoryEntry, isShown: boolean): string =>
  ["entry", isTransitive && "transitive", status === "rejected" && "rejected", isShown && "shown"]
    .filter(Boolean)
    .join(" ")

const isCopyKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === copyLinkKey && !ctrlKey && !metaKey && !altKey

const copy = async (entry: HistoryEntry): Promise<string> => {
  const address = `${location.origin}${addressOf(entry)}`
  return (await copyText(address)) ? texts.common.linkCopied : texts.common.linkNotCopied(address)
}

const outcomeText = ({ status, sequenceNumber, rejectionReason, conflictingServerValue }: Outcome): string => {
  if (status === "applied") return history.reapplied(sequenceNumber)
  if (status === "no_change") return history.noChange
  if (conflictingServerValue !== null) return history.conflicted(conflictingServerValue)
  const reason = rejectionReason ?? ""
  return reason.endsWith("was deleted") ? history.isGone : history.notApplied(reason)
}

/** What "Restore" offers: the state before a deletion, the same again for a restore, else the state after the event. */
const restoreTargetOf = ({ sequenceNumber, timestamp, teamId, eventType, data }: HistoryEntry): RestoreTarget => {
  const isRestore = eventType === "restore_history" && typeof data.sequenceNumber === "number"
  return isRestore
    ? { sequenceNumber: Number(data.sequenceNumber), timestamp: undefined, teamId, isBefore: false }
    : { sequenceNumber, timestamp, teamId, isBefore: eventType.startsWith("delete_") }
}

const Actions = ({ entry, sequenceNumber, result }: Props & { readonly result: Signal<string> }) => {
  const { panels, session, submissions, teams } = useWorkspace()
  const isBusy = useSignal(false)
  const reapply = async (): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    const shown = entry.teamId === null ? 0 : teams.of(entry.teamId).sequenceNumber.peek()
    const answer = await submissions.submitOnce(submissionOf(entry, Math.max(shown, sequenceNumber)))
    isBusy.value = false
    result.value = answer.ok ? outcomeText(answer.value) : failureText(answer.failure)
  }
  const mayReapply = canReapply(entry, { edit: session.canEdit.value, admin: session.isAdmin.value })
  return (
    <>
      <span class="entry-actions">
        {mayReapply && (
          <button type="button" class="link" aria-disabled={isBusy.value} onClick={reapply}>
            {history.reapply}
          </button>
        )}
        {session.isAdmin.value && (
          <button type="button" class="link" onClick={() => panels.openRestore(restoreTargetOf(entry))}>
            {entry.eventType === "restore_history" && entry.status === "applied"
              ? history.restoreAgain
              : history.restoreHere}
          </button>
        )}
        <button
          type="button"
          class="link"
          aria-keyshortcuts={copyLinkKey}
          onClick={async () => {
            result.value = await copy(entry)
          }}
        >
          {texts.common.copyLink}
        </button>
      </span>
      <p class="entry-said" role="status">
        {result.value}
      </p>
    </>
  )
}

/** One event: who did what and when, and the values it changed. */
export const Entry = (props: Props) => {
  const { entry, teamName, isShown } = props
  const item = useRef<HTMLLIElement>(null)
  const result = useSignal("")
  useEffect(() => {
    if (!isShown) return
    item.current?.scrollIntoView({ block: "center" })
    item.current?.focus()
  }, [isShown])
  const { actorName, timestamp, fieldName, oldValue, newValue, isTransitive, status, rejectionReason } = entry
  const isRejected = status === "rejected"
  const hasValues = fieldName !== null && (oldValue !== null || newValue !== null)
  const isCheckIn = entry.eventType === "update_progress_value" && !isTransitive
  const { confidence, note } = isCheckIn ? entry.data : {}
  return (
    <li
      ref={item}
      tabIndex={isShown ? -1 : undefined}
      class={classOf(entry, isShown)}
      onKeyDown={async (event) => {
        if (isCopyKey(event)) result.value = await copy(entry)
      }}
    >
      <p class="entry-what">
        <strong>{actorName}</strong> {isRejected ? history.rejectedTitle(entry.eventType) : entry.description}
        {isTransitive && <span class="tag">{history.consequence}</span>}
        {isRejected && (
          <span class="tag bad">
            <Icon name="warning" size={12} /> {history.rejected}
          </span>
        )}
      </p>
      {hasValues && (
        <dl class="changes">
          <Change name={fieldName} before={oldValue} after={newValue}>
            {typeof confidence === "number" && history.confidence(confidence)}
          </Change>
        </dl>
      )}
      {typeof note === "string" && note !== "" && <p class="quoted-note">{note}</p>}
      {rejectionReason !== null && <p class="entry-reason">{history.reason(rejectionReason)}</p>}
      <p class="entry-meta">
        <time dateTime={timestamp} title={formatTimestamp(timestamp)}>
          {timeAgo(timestamp)}
        </time>
        <span>{history.event(entry.sequenceNumber)}</span>
        {teamName !== undefined && <span>{teamName}</span>}
      </p>
      <Actions {...props} result={result} />
    </li>
  )
}
