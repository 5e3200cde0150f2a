import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { AdminOnly } from "../../parts/AdminPage.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { eventIn, query } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { EntryList } from "./EntryList.tsx"
import { noFilter } from "./HistoryFilter.ts"
import { Filters } from "./HistoryFilters.tsx"
import { historyList } from "./HistoryList.ts"
import { wholeLogSource } from "./HistorySources.ts"
import * as log from "./LogTexts.ts"

const JumpForm = ({ onJump }: { readonly onJump: (sequenceNumber: number) => void }) => (
  <form
    class="jump"
    onSubmit={(event) => {
      event.preventDefault()
      const wanted = new FormData(event.currentTarget).get("event")
      if (typeof wanted === "string" && wanted !== "") onJump(Number(wanted))
    }}
  >
    <input name="event" type="number" min="1" step="1" placeholder={log.jump} aria-label={log.jump} />
    <button type="submit" class="button">
      {log.go}
    </button>
  </form>
)

const WholeLog = () => {
  usePageTitle(log.title)
  const { api, stream, teams } = useWorkspace()
  // The address of an event begins the log with it.
  const named = useMemo(() => eventIn(query.peek()), [])
  const from = useSignal(named)
  const start = from.value
  const list = useMemo(() => historyList(wholeLogSource(api), start), [start])
  const filter = useSignal(noFilter)
  useEffect(() => {
    void list.loadOlder()
    if (teams.list.peek() === undefined) void teams.refresh()
    if (start !== undefined) return
    const check = (): void => void list.checkForNewer()
    return stream.onChange(check, check)
  }, [list])
  const newerCount = list.newerCount.value
  const options = (teams.list.value ?? []).map(({ id, name }) => [id, name] as const)
  return (
    <div class="log">
      <header class="log-head">
        <div>
          <h1>{log.title}</h1>
          <p class="quiet">{start === undefined ? log.hint : log.from(start)}</p>
        </div>
        <JumpForm onJump={(sequenceNumber) => (from.value = sequenceNumber)} />
      </header>
      <Filters filter={filter} entries={list.entries.value ?? []} teams={options} />
      <p class="log-waiting" role="status">
        {newerCount > 0 && (
          <button type="button" class="primary small" onClick={list.showNewer}>
            <Icon name="up" />
            {log.newer(newerCount)}
          </button>
        )}
        {start !== undefined && (
          <button type="button" class="small" onClick={() => (from.value = undefined)}>
            {log.latest}
          </button>
        )}
      </p>
      {start !== undefined && list.failure.value?.kind === "refused" ? (
        <p class="trouble" role="alert">
          {log.noEvent(start)}
        </p>
      ) : (
        <EntryList list={list} filter={filter.value} heading={2} shownEvent={named} teamName={teams.nameOf} />
      )}
    </div>
  )
}

/** The page with the whole log, for admins. */
export const Log = () => <AdminOnly page={WholeLog} hint={log.adminsOnlyHint} />
