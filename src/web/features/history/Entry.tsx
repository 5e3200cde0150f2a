import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { nameOf } from "../../../shared/words/ActorName.ts"
import { hasValuesApart, valueSentence } from "../../../shared/words/ValueSentences.ts"
import { copyLinkKey, copyText } from "../../parts/CopyText.ts"
import { useBusy } from "../../parts/fields/FormState.ts"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { pathOf } from "../../session/Route.ts"
import { byToken } from "../../texts/ActorText.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { pageFormats } from "../../texts/values/PageFormats.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { titleIn } from "../../workspace/TeamEntities.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Change } from "./Change.tsx"
import * as history from "./HistoryTexts.ts"
import { UndoChangeSet } from "./ItemGroup.tsx"
import { outcomeText, takenBackText } from "./OutcomeText.ts"
import { canBringBack, canReapply, canUndo, submissionOf } from "./Reapply.ts"

interface Props {
  readonly entry: HistoryEntry
  /** The newest sequence number in the list: the user has seen the changes up to it. */
  readonly sequenceNumber: number
  /** Shown in lists with entries of several teams. */
  readonly teamName: string | undefined
  /** Whether the page's address names it. */
  readonly isShown: boolean
  /** Whether it is shown among the others of its change set. */
  readonly isInSet: boolean
  /** Whether it is one line until it is opened. */
  readonly isFolded: boolean
}

/** The address of an entry: in the history of what it is about, or in the log where it is about no single thing. */
const addressOf = ({ teamId, entityId, sequenceNumber }: HistoryEntry): string =>
  teamId === null ? pathOf.logFrom(sequenceNumber) : pathOf.history(teamId, entityId ?? teamId, sequenceNumber)

const copy = async (entry: HistoryEntry): Promise<string> => {
  const address = `${location.origin}${addressOf(entry)}`
  return (await copyText(address)) ? texts.common.linkCopied : texts.common.linkNotCopied(address)
}

/**
 * The state that "Restore" offers: the one before a deletion, the one that a restore went back to, else the one after
 * the event.
 */
const restoreTargetOf = ({ sequenceNumber, timestamp, teamId, eventType, data }: HistoryEntry): RestoreTarget => {
  const place = { sequenceNumber, teamId: teamId ?? undefined, isBefore: eventType.startsWith("delete_") }
  return eventType === "restore_history" && typeof data.sequenceNumber === "number"
    ? { ...place, sequenceNumber: data.sequenceNumber }
    : { ...place, timestamp }
}

type Offer = readonly [label: string, run: () => Promise<string>]

/** What is offered for an entry: taking it back, which brings back what was deleted, or applying it again. */
const useOffers = ({ entry, sequenceNumber }: Props): ReadonlyArray<Offer> => {
  const { outbox, session, takeBack, teams } = useWorkspace()
  const may = { viewer: true, editor: session.canEdit.value, admin: session.isAdmin.value }
  const team = entry.teamId === null ? undefined : teams.of(entry.teamId)
  const takingBack = (label: string, done: string): Offer => [
    label,
    async () => takenBackText(await takeBack.run({ sequenceNumber: entry.sequenceNumber }, history.thisChange), done)
  ]
  const offers: ReadonlyArray<Offer | false | undefined> = [
    canBringBack(entry, may) &&
      !(team && titleIn(team, entry.entityId ?? "")) &&
      takingBack(history.bringBack, history.broughtBack),
    canUndo(entry, may) && takingBack(history.undo, history.undone),
    canReapply(entry, may) && [
      history.reapply,
      async () => {
        const seen = Math.max(team?.sequenceNumber.peek() ?? 0, sequenceNumber)
        return outcomeText(await outbox.submit(submissionOf(entry, seen)), history.reapplied)
      }
    ]
  ]
  return offers.filter((offer) => !!offer)
}

interface ActionsProps extends Props {
  readonly result: Signal<string>
  readonly onCopy: () => Promise<void>
}

const Actions = ({ result, onCopy, ...props }: ActionsProps) => {
  const { panels, session } = useWorkspace()
  const { isBusy, run: act } = useBusy(async (run: Offer[1]) => {
    result.value = await run()
  })
  const restored = restoreTargetOf(props.entry)
  return (
    <>
      <span class="entry-actions">
        {useOffers(props).map(([label, run]) => (
          <button key={label} type="button" class="link" aria-disabled={isBusy.value} onClick={() => void act(run)}>
            {label}
          </button>
        ))}
        {session.isAdmin.value && (
          <button type="button" class="link" onClick={() => panels.openRestore(restored)}>
            {restored.timestamp === undefined ? history.restoreAgain : history.restoreHere}
          </button>
        )}
        <button
          type="button"
          class="link"
          title={history.event(props.entry.sequenceNumber)}
          aria-keyshortcuts={copyLinkKey}
          onClick={onCopy}
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

const Tags = ({ entry: { changeSet, isTransitive, status }, isInSet }: Props) => (
  <>
    {changeSet && !isInSet && <span class="tag">{changeSet.name}</span>}
    {isTransitive && <span class="tag">{history.consequence}</span>}
    {status === "rejected" && (
      <span class="tag bad">
        <Icon name="warning" size={12} /> {history.rejected}
      </span>
    )}
  </>
)

/** What is shown of an entry's values: beside its sentence or in it, and what was said with them, below. */
const shownOf = (entry: HistoryEntry) => {
  const { fieldName, oldValue, newValue, isTransitive } = entry
  const { confidence, note } = isTransitive ? {} : entry.data
  const areApart = hasValuesApart(entry) && (oldValue !== null || newValue !== null)
  return {
    areApart,
    isWithoutValues: areApart || (fieldName === "status" && oldValue !== null),
    sureness: typeof confidence === "number" && history.confidence(confidence),
    note: typeof note === "string" ? note : ""
  }
}

const What = (props: Props) => {
  const { entry, isFolded } = props
  const shown = shownOf(entry)
  const areApart = shown.areApart && !isFolded
  const isWithoutValues = shown.isWithoutValues && !isFolded
  return (
    <>
      <strong>{nameOf(entry)}</strong>
      {byToken(entry.tokenName)} {valueSentence(entry, { formats: pageFormats, isWithoutValues }) ?? entry.description}{" "}
      {!areApart && shown.sureness}
      <Tags {...props} />
    </>
  )
}

/** What an entry's sentence doesn't say: values, reasons, and what can be done about it. */
const Details = (props: ActionsProps) => {
  const { entry, teamName, isInSet, isFolded } = props
  const { fieldName, oldValue, newValue, rejectionReason } = entry
  const { areApart, sureness, note } = shownOf(entry)
  return (
    <>
      {fieldName !== null && areApart && (
        <dl class="changes">
          <Change name={fieldName} before={oldValue} after={newValue}>
            {sureness}
          </Change>
        </dl>
      )}
      {note !== "" && (
        <div class="quoted-note">
          <FormattedText text={note} />
        </div>
      )}
      {rejectionReason !== null && <p class="entry-reason">{history.reason(rejectionReason)}</p>}
      <p class="entry-meta">
        <TimeAgo timestamp={entry.timestamp} />
        {teamName !== undefined && !isFolded && <span>{teamName}</span>}
      </p>
      <Actions {...props} />
      {entry.changeSet && !isInSet && <UndoChangeSet changeSet={entry.changeSet} />}
    </>
  )
}

/** One event: who did what and when, and the values it changed. */
export const Entry = (props: Props) => {
  const { entry, teamName, isShown, isFolded } = props
  const { timestamp, isTransitive, status } = entry
  const item = useRef<HTMLLIElement>(null)
  const result = useSignal("")
  const onCopy = async (): Promise<void> => {
    result.value = await copy(entry)
  }
  useEffect(() => {
    if (!isShown) return
    item.current?.scrollIntoView({ block: "center" })
    item.current?.focus()
  }, [isShown])
  const details = <Details {...props} result={result} onCopy={onCopy} />
  return (
    <li
      ref={item}
      tabIndex={isShown ? -1 : undefined}
      class={`entry ${isTransitive ? "transitive" : ""} ${status === "rejected" ? "rejected" : ""} ${isShown ? "shown" : ""}`}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key === copyLinkKey && !(ctrlKey || metaKey || altKey)) void onCopy()
      }}
    >
      {isFolded ? (
        <details open={isShown}>
          <summary class="entry-line">
            <Avatar name={nameOf(entry)} />
            <span class="entry-what">
              <What {...props} />
            </span>
            <span class="quiet">
              {teamName !== undefined && (
                <>
                  <span>{teamName}</span> ·{" "}
                </>
              )}
              <TimeAgo timestamp={timestamp} />
            </span>
          </summary>
          <div class="entry-details">{details}</div>
        </details>
      ) : (
        <>
          <p class="entry-what">
            <Avatar name={nameOf(entry)} />
            <What {...props} />
          </p>
          {details}
        </>
      )}
    </li>
  )
}
