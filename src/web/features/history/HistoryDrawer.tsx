import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ChangeNotification } from "../../../domain/ChangeNotification.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import type { HistorySubject } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { DeletedList } from "./DeletedList.tsx"
import { EntryList } from "./EntryList.tsx"
import { Filters } from "./Filters.tsx"
import { noFilter } from "./HistoryFilter.ts"
import { historyList } from "./HistoryList.ts"
import { entitySource, teamSource } from "./HistorySources.ts"
import { history } from "./Texts.ts"

const idOf = (subject: HistorySubject): string => (subject.kind === "team" ? subject.teamId : subject.entityId)

const concerns = (subject: HistorySubject, isWhole: boolean, { entityIds, teamIds }: ChangeNotification): boolean => {
  const [ids, id]: readonly [ReadonlyArray<string> | null, string] = isWhole
    ? [teamIds, subject.teamId]
    : [entityIds, idOf(subject)]
  return ids === null || ids.includes(id)
}

const Changes = ({ subject }: { readonly subject: HistorySubject }) => {
  const { api, session, stream } = useWorkspace()
  // Only the log has everything that happened in a team, and only admins may read it.
  const isWhole = subject.kind === "team" && session.isAdmin.value
  const list = useMemo(
    () => historyList(isWhole ? teamSource(api, subject.teamId) : entitySource(api, idOf(subject))),
    [subject, isWhole]
  )
  const filter = useSignal(noFilter)
  useEffect(() => {
    void list.loadOlder()
    const update = async (): Promise<void> => {
      await list.checkForNewer()
      list.showNewer()
    }
    const unsubscribes = [
      stream.onChange((change) => concerns(subject, isWhole, change) && void update()),
      stream.onReset(update)
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [list])
  const hint = history.hints[isWhole ? "whole" : subject.kind]
  return (
    <>
      {hint !== "" && <p class="quiet small-text">{hint}</p>}
      <Filters filter={filter} entries={list.entries.value ?? []} />
      <EntryList list={list} filter={filter.value} heading={3} />
    </>
  )
}

/** The drawer with the history of a team or an entity, and with what was deleted in a team. */
export const HistoryDrawer = ({ subject }: { readonly subject: HistorySubject }) => {
  const { panels } = useWorkspace()
  const isDeletedShown = useSignal(false)
  return (
    <Dialog title={history.title(subject.title)} onClose={panels.closeHistory} kind="side">
      {subject.kind === "team" && (
        <nav class="tabs" aria-label={history.show}>
          {(["changes", "deleted"] as const).map((part) => (
            <button
              key={part}
              type="button"
              aria-current={isDeletedShown.value === (part === "deleted") ? "true" : undefined}
              onClick={() => (isDeletedShown.value = part === "deleted")}
            >
              {history.tabs[part]}
            </button>
          ))}
        </nav>
      )}
      {isDeletedShown.value ? <DeletedList teamId={subject.teamId} /> : <Changes subject={subject} />}
    </Dialog>
  )
}
