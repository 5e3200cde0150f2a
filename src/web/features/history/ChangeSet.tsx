import { useSignal } from "@preact/signals"
import type { ComponentChild } from "preact"
import { useEffect } from "preact/hooks"
import type { ChangeSetRef } from "../../../domain/Provenance.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { Avatar } from "../../parts/Avatar.tsx"
import { TimeAgo } from "../../parts/TimeAgo.tsx"
import { byToken } from "../../texts/ActorText.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as history from "./HistoryTexts.ts"

/** A button for editors that takes a whole change set back, and then says what it left alone, and why. */
export const UndoAll = ({ changeSet }: { readonly changeSet: ChangeSetRef }) => {
  const { session, takeBack } = useWorkspace()
  const isBusy = useSignal(false)
  const said = useSignal("")
  const left = useSignal<ReadonlyArray<string>>([])
  if (!session.canEdit.value) return null
  const undo = async (): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    const taken = await takeBack.run({ changeSetId: changeSet.id }, changeSet.name)
    isBusy.value = false
    said.value = taken.failure || history.undoneAll(taken.count, taken.left.length)
    left.value = taken.left
  }
  return (
    <>
      <span class="entry-actions">
        <button
          type="button"
          class="link"
          aria-label={history.undoAllOf(changeSet.name)}
          aria-disabled={isBusy.value}
          onClick={() => void undo()}
        >
          {history.undoAll}
        </button>
      </span>
      <div class="entry-said" role="status">
        {said.value}
        {left.value.length > 0 && (
          <ul class="left-alone">
            {left.value.map((reason, index) => (
              <li key={index} dir="auto">
                {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

interface Props {
  readonly changeSet: ChangeSetRef
  readonly entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>]
  /** Whether older entries of it may not be loaded. */
  readonly isCut: boolean
  readonly isOpened: boolean
  readonly row: (entry: HistoryEntry) => ComponentChild
}

/** The changes of a change set as one entry, which opens to the single ones. */
export const ChangeSet = ({ changeSet, entries, isCut, isOpened, row }: Props) => {
  const isOpen = useSignal(isOpened)
  useEffect(() => {
    if (isOpened) isOpen.value = true
  }, [isOpened])
  const [{ actorName, tokenName, timestamp }] = entries
  return (
    <li class="entry change-set">
      <details open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          <Avatar name={actorName} />
          <strong>{actorName}</strong>
          {byToken(tokenName)}: <span dir="auto">{changeSet.name}</span>{" "}
          <span class="tag">{history.changes(entries, isCut)}</span>
        </summary>
        {isOpen.value && <ol>{entries.map(row)}</ol>}
      </details>
      <p class="entry-meta">
        <TimeAgo timestamp={timestamp} />
      </p>
      <UndoAll changeSet={changeSet} />
    </li>
  )
}
