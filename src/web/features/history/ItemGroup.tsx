import { useSignal } from "@preact/signals"
import type { ComponentChild } from "preact"
import { useEffect } from "preact/hooks"
import type { ChangeSetRef } from "../../../domain/Provenance.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { nameOf } from "../../../shared/words/ActorName.ts"
import { UndoAll } from "../../parts/dialogs/UndoAll.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { byToken } from "../../texts/ActorText.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { HistoryItem } from "./HistoryItems.ts"
import * as history from "./HistoryTexts.ts"

/** For editors: takes a whole change set back. */
export const UndoChangeSet = ({ changeSet: { id, name } }: { readonly changeSet: ChangeSetRef }) =>
  useWorkspace().session.canEdit.value ? (
    <UndoAll
      changeSetId={id}
      subject={texts.undo.changeSet(name)}
      classes={["link", "entry-actions"]}
      label={history.undoAll}
      name={history.undoAllOf(name)}
    />
  ) : null

interface Props extends Pick<HistoryItem, "entries" | "changeSet"> {
  /** Whether older entries of it may not be loaded. */
  readonly isCut: boolean
  readonly isOpened: boolean
  /** Whether it is one line until it is opened. */
  readonly isFolded: boolean
  readonly row: (entry: HistoryEntry) => ComponentChild
}

/** The changes of a change set, or a sitting's check-ins, as one entry, which opens to the single ones. */
export const ItemGroup = ({ changeSet, entries, isCut, isOpened, isFolded, row }: Props) => {
  const isOpen = useSignal(isOpened)
  useEffect(() => {
    if (isOpened) isOpen.value = true
  }, [isOpened])
  const [first] = entries
  const { tokenName, timestamp } = first
  const undo = changeSet !== undefined && <UndoChangeSet changeSet={changeSet} />
  return (
    <li class="entry change-set">
      <details open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary class={isFolded ? "entry-line" : undefined}>
          <Avatar name={nameOf(first)} />
          <span class="entry-what">
            <strong>{nameOf(first)}</strong>
            {byToken(tokenName)}
            {changeSet === undefined ? (
              ` ${history.sitting(entries)}`
            ) : (
              <>
                : <span dir="auto">{changeSet.name}</span> <span class="tag">{history.changes(entries, isCut)}</span>
              </>
            )}
          </span>
          {isFolded && (
            <span class="quiet">
              <TimeAgo timestamp={timestamp} />
            </span>
          )}
        </summary>
        {isOpen.value && <ol>{entries.map(row)}</ol>}
        {isFolded && isOpen.value && undo}
      </details>
      {!isFolded && (
        <p class="entry-meta">
          <TimeAgo timestamp={timestamp} />
        </p>
      )}
      {!isFolded && undo}
    </li>
  )
}
