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
  const [first] = entries
  const { tokenName, timestamp } = first
  return (
    <li class="entry change-set">
      <details open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          <Avatar name={nameOf(first)} />
          <strong>{nameOf(first)}</strong>
          {byToken(tokenName)}: <span dir="auto">{changeSet.name}</span>{" "}
          <span class="tag">{history.changes(entries, isCut)}</span>
        </summary>
        {isOpen.value && <ol>{entries.map(row)}</ol>}
      </details>
      <p class="entry-meta">
        <TimeAgo timestamp={timestamp} />
      </p>
      <UndoChangeSet changeSet={changeSet} />
    </li>
  )
}
