import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { NotFound } from "../../parts/NotFound.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { eventIn, query } from "../../session/Route.ts"
import { localDayOf, localToday } from "../../texts/values/PageFormats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { EntryList } from "./EntryList.tsx"
import { noFilter } from "./HistoryFilter.ts"
import { Filters } from "./HistoryFilters.tsx"
import { historyList } from "./HistoryList.ts"
import { newestOf, wholeLogSource } from "./HistorySources.ts"
import * as history from "./HistoryTexts.ts"
import * as log from "./LogTexts.ts"

/** The most pages that are loaded at once for a day. */
const maxPages = 10

/** The log from an event on, as the address names it, or from the end of a day on. */
const useLog = () => {
  const { api, stream, teams } = useWorkspace()
  const named = useMemo(() => eventIn(query.peek()), [])
  const from = useSignal(named)
  const filter = useSignal(noFilter)
  const start = from.value
  const list = useMemo(() => historyList(wholeLogSource(api), start), [start])
  useEffect(() => {
    const load = async (): Promise<void> => {
      // A day may have more entries than a page.
      for (let pages = 0; pages < maxPages; pages++) {
        await list.loadOlder()
        const last = list.entries.peek()?.at(-1)
        const { day } = filter.peek()
        if (day === "" || last === undefined || localDayOf(last.timestamp) < day) return
        if (list.nextFrom.peek() === undefined || list.failure.peek() !== undefined) return
      }
    }
    void load()
    if (teams.list.peek() === undefined) void teams.refresh()
    if (start !== undefined) return
    const check = (): void => void list.checkForNewer()
    return stream.onChange(check, check)
  }, [list])
  const showDay = async (day: string): Promise<void> => {
    const newest = day === "" || day >= localToday() ? undefined : await newestOf(api, day)
    filter.value = { ...filter.peek(), day }
    from.value = newest?.ok === true ? Math.max(1, newest.value) : undefined
  }
  return { named, from, filter, list, showDay }
}

const WholeLog = () => {
  usePageTitle(log.title)
  const { teams } = useWorkspace()
  const { named, from, filter, list, showDay } = useLog()
  const start = from.value
  const { day } = filter.value
  const newerCount = list.newerCount.value
  const options = (teams.list.value ?? []).map(({ id, name }) => [id, name] as const)
  const showLatest = (): void => {
    filter.value = { ...filter.peek(), day: "" }
    from.value = undefined
  }
  return (
    <div class="log">
      <header>
        <h1>{log.title}</h1>
        <p class="quiet">{start === undefined || day !== "" ? log.hint : log.from(start)}</p>
      </header>
      <Filters filter={filter} entries={list.entries.value ?? []} teams={options}>
        <label class="day-field">
          {history.day}
          <input
            type="date"
            max={localToday()}
            value={day}
            onChange={({ currentTarget }) => void showDay(currentTarget.value)}
          />
        </label>
      </Filters>
      <p class="log-waiting" role="status">
        {newerCount > 0 && (
          <button type="button" class="primary small" onClick={list.showNewer}>
            <Icon name="up" />
            {log.newer(newerCount)}
          </button>
        )}
        {(start !== undefined || day !== "") && (
          <button type="button" class="small" onClick={showLatest}>
            {log.latest}
          </button>
        )}
      </p>
      {start !== undefined && list.failure.value?.kind === "refused" ? (
        <p class="trouble" role="alert">
          {log.noEvent(start)}
        </p>
      ) : (
        <EntryList list={list} filter={filter.value} heading={2} shownEvent={named} teamName={teams.nameOf} isFolded />
      )}
    </div>
  )
}

/** The page with what all teams did, for editors. */
export const Log = () =>
  useWorkspace().session.canEdit.value ? (
    <WholeLog />
  ) : (
    <NotFound title={log.editorsOnly}>{log.editorsOnlyHint}</NotFound>
  )
