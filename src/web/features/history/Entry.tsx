import type { Signal } from "@preact/signals-core"
import { useEffect, useRef } from "preact/hooks"
import type { Outcome } from "../../../domain/Outcome.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Result } from "../../contract/Result.ts"
import { Ago } from "../../parts/Ago.tsx"
import { copyLinkKey, copyText } from "../../parts/CopyText.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { pathOf } from "../../session/Route.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/Texts.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { findDeleted, isInTeam } from "./BringBack.ts"
import { Change } from "./Change.tsx"
import * as history from "./HistoryTexts.ts"
import { canBringBack, canReapply, submissionOf, undoOf } from "./Reapply.ts"
import { sentenceOf, showsValues } from "./Sentence.ts"

interface Props {
  readonly entry: HistoryEntry
  /** The newest sequence number in the list: the user has seen the changes up to it. */
  readonly sequenceNumber: number
  /** Shown in lists with entries of several teams. */
  readonly teamName: string | undefined
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

const outcomeText = (
  answer: Result<Outcome>,
  applied: (sequenceNumber: number) => string,
  conflicted: (current: string) => string = history.conflicted
): string => {
  if (!answer.ok) return failureText(answer.failure)
  const { status, sequenceNumber, rejectionReason, conflictingServerValue } = answer.value
  if (status === "applied") return applied(sequenceNumber)
  if (status === "no_change") return history.noChange
  if (conflictingServerValue !== null) return conflicted(conflictingServerValue)
  const reason = rejectionReason ?? ""
  return reason.endsWith("was deleted") ? history.isGone : history.notApplied(reason)
}

/**
 * The state that "Restore" offers: the one before a deletion, the one that a restore went back to, else the one after
 * the event.
 */
const restoreTargetOf = ({ sequenceNumber, timestamp, teamId, eventType, data }: HistoryEntry): RestoreTarget => {
  const isRestore = eventType === "restore_history" && typeof data.sequenceNumber === "number"
  return isRestore
    ? { sequenceNumber: Number(data.sequenceNumber), timestamp: undefined, teamId, isBefore: false }
    : { sequenceNumber, timestamp, teamId, isBefore: eventType.startsWith("delete_") }
}

/** What is offered for an entry: applying it again, taking it back, bringing back what it was about. */
const useOffers = ({ entry, sequenceNumber }: Props) => {
  const { api, session, submissions, teams } = useWorkspace()
  const may = { edit: session.canEdit.value, admin: session.isAdmin.value }
  const team = entry.teamId === null ? undefined : teams.of(entry.teamId)
  const reapply = async (): Promise<string> => {
    const shown = team?.sequenceNumber.peek() ?? 0
    return outcomeText(
      await submissions.submitOnce(submissionOf(entry, Math.max(shown, sequenceNumber))),
      history.reapplied
    )
  }
  const opposite = undoOf(entry, may)
  const undo = async (): Promise<string> => {
    if (opposite === undefined) return ""
    return outcomeText(await submissions.submitOnce(opposite), history.undone, history.changedSince)
  }
  const bringBack = async (say: (text: string) => void): Promise<string> => {
    const { teamId, entityId } = entry
    if (teamId === null || entityId === null) return ""
    const isDeletion = entry.eventType.startsWith("delete_")
    const found = await findDeleted(api, teamId, entityId, isDeletion ? entry.sequenceNumber : undefined)
    if (!found.ok) return failureText(found.failure)
    if (found.value === undefined) return history.notDeleted
    const sayThatItWaits = (): void => say(texts.deletions.notBackYet)
    return outcomeText(await submissions.bringBack({ ...found.value, teamId }, sayThatItWaits), history.broughtBack)
  }
  const isThere = team && isInTeam(team, entry)
  const mayBeGone = isThere === false || (isThere === undefined && entry.eventType.startsWith("delete_"))
  return [
    ...(canBringBack(entry, may) && mayBeGone ? [{ label: history.bringBack, run: bringBack }] : []),
    ...(opposite === undefined ? [] : [{ label: history.undo, run: undo }]),
    ...(canReapply(entry, may) ? [{ label: history.reapply, run: reapply }] : [])
  ]
}

const Actions = (props: Props & { readonly result: Signal<string> }) => {
  const { entry, result } = props
  const { panels, session } = useWorkspace()
  const isBusy = useSignal(false)
  const say = (text: string): void => {
    result.value = text
  }
  const act = async (run: (say: (text: string) => void) => Promise<string>): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    say(await run(say))
    isBusy.value = false
  }
  return (
    <>
      <span class="entry-actions">
        {useOffers(props).map(({ label, run }) => (
          <button key={label} type="button" class="link" aria-disabled={isBusy.value} onClick={() => void act(run)}>
            {label}
          </button>
        ))}
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
        <strong>{actorName}</strong> {isRejected ? history.rejectedTitle(entry.eventType) : sentenceOf(entry)}
        {isTransitive && <span class="tag">{history.consequence}</span>}
        {isRejected && (
          <span class="tag bad">
            <Icon name="warning" size={12} /> {history.rejected}
          </span>
        )}
      </p>
      {fieldName !== null && showsValues(entry) && (
        <dl class="changes">
          <Change name={fieldName} before={oldValue} after={newValue}>
            {typeof confidence === "number" && history.confidence(confidence)}
          </Change>
        </dl>
      )}
      {typeof note === "string" && note !== "" && <p class="quoted-note">{note}</p>}
      {rejectionReason !== null && <p class="entry-reason">{history.reason(rejectionReason)}</p>}
      <p class="entry-meta">
        <Ago timestamp={timestamp} />
        <span>{history.event(entry.sequenceNumber)}</span>
        {teamName !== undefined && <span>{teamName}</span>}
      </p>
      <Actions {...props} result={result} />
    </li>
  )
}
