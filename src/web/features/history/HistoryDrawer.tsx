import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ChangeNotification } from "../../../domain/ChangeNotification.ts"
import { Dialog } from "../../parts/dialogs/Dialog.tsx"
import { query, replaceQuery, withHistory } from "../../session/Route.ts"
import type { HistorySubject } from "../../workspace/Panels.ts"
import { titleIn } from "../../workspace/TeamEntities.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { DeletedList } from "./DeletedList.tsx"
import { EntryList } from "./EntryList.tsx"
import { noFilter } from "./HistoryFilter.ts"
import { Filters } from "./HistoryFilters.tsx"
import { historyList } from "./HistoryList.ts"
import { entitySource, teamSource } from "./HistorySources.ts"
import * as history from "./HistoryTexts.ts"
import * as log from "./LogTexts.ts"
import { idOf } from "./SubjectId.ts"

const concerns = (subject: HistorySubject, isWhole: boolean, { entityIds, teamIds }: ChangeNotification): boolean => {
  const ids: ReadonlyArray<string> | null = isWhole ? teamIds : entityIds
  return ids?.includes(idOf(subject)) ?? true
}

/**
 * Loads a history up to the event that the address names: from the newest entry on or, if the event is too far back,
 * beginning with it.
 */
const useHistory = (subject: HistorySubject, isWhole: boolean) => {
  const { api, stream } = useWorkspace()
  const { event } = subject
  const start = useSignal<number | undefined>(undefined)
  const isMissing = useSignal(false)
  const list = useMemo(() => {
    const id = idOf(subject)
    return historyList(isWhole ? teamSource(api, id) : entitySource(api, id), start.value)
  }, [subject, isWhole, start.value])
  useEffect(() => {
    const load = async (): Promise<void> => {
      await list.loadOlder()
      const entries = list.entries.peek()
      if (event === undefined || entries?.some(({ sequenceNumber }) => sequenceNumber === event) !== false) return
      // It is further back than what is loaded.
      if ((list.nextFrom.peek() ?? 0) >= event && start.peek() === undefined) start.value = event
      else isMissing.value = true
    }
    void load()
    if (start.peek() !== undefined) return
    const update = async (): Promise<void> => {
      await list.checkForNewer()
      list.showNewer()
    }
    return stream.onChange((change) => concerns(subject, isWhole, change) && void update(), update)
  }, [list])
  return [list, isMissing.value, start.value !== undefined] as const
}

const Tabs = ({ isDeletedShown }: { readonly isDeletedShown: Signal<boolean> }) => (
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
)

/** The drawer with the history of a team or an entity, and with what was deleted in a team. */
export const HistoryDrawer = ({ subject }: { readonly subject: HistorySubject }) => {
  const { panels, session, teams } = useWorkspace()
  const { event } = subject
  // Only the log has everything that happened in a team, and only editors may read it.
  const isWhole = subject.kind === "team" && session.canEdit.value
  const [list, isMissing, isFromEvent] = useHistory(subject, isWhole)
  const filter = useSignal(noFilter)
  const isDeletedShown = useSignal(false)
  const id = idOf(subject)
  const entries = list.entries.value ?? []
  // What is not there any more is called as its latest entry has it.
  const latest = entries.find(({ entityId, entityTitle }) => entityId === id && entityTitle !== null)?.entityTitle
  const title = subject.title || (titleIn(teams.of(subject.teamId), id) ?? latest ?? undefined)
  const hint = history.hints[isWhole ? "whole" : subject.kind]
  return (
    <Dialog
      title={title === undefined ? history.untitled : history.title(title)}
      onClose={panels.closeHistory}
      kind="side"
    >
      {subject.kind === "team" && <Tabs isDeletedShown={isDeletedShown} />}
      {isDeletedShown.value ? (
        <DeletedList teamId={subject.teamId} />
      ) : (
        <>
          {hint !== "" && <p class="quiet small-text">{hint}</p>}
          {event !== undefined && (isFromEvent || isMissing) && (
            <p class="from-event small-text" role="status">
              {isMissing ? history.noEvent(event) : log.from(event)}{" "}
              {isFromEvent && (
                <button
                  type="button"
                  class="small"
                  onClick={() => replaceQuery(withHistory(query.peek(), { entityId: id, event: undefined }))}
                >
                  {log.latest}
                </button>
              )}
            </p>
          )}
          <Filters filter={filter} entries={entries} />
          <EntryList list={list} filter={filter.value} heading={3} shownEvent={event} />
        </>
      )}
    </Dialog>
  )
}
