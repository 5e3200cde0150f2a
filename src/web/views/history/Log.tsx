import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { onChange, onReset } from "../../live/Live.ts"
import { everything } from "../../model/HistoryFilter.ts"
import { Icon } from "../../parts/Icon.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { historyList } from "../../state/HistoryList.ts"
import { ofAll } from "../../state/HistorySources.ts"
import { isAdmin } from "../../state/Session.ts"
import { refreshTeams, teams } from "../../state/Teams.ts"
import { log } from "../../texts/LookingBack.ts"
import { EntryList } from "./EntryList.tsx"
import { Filters } from "./Filters.tsx"

const teamName = (id: string): string | undefined => teams.value?.find((team) => team.id === id)?.name

const Jump = ({ onJump }: { readonly onJump: (sequenceNumber: number) => void }) => (
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
  const from = useSignal<number | undefined>(undefined)
  const start = from.value
  const list = useMemo(() => historyList(ofAll, start), [start])
  const filter = useSignal(everything)
  useEffect(() => {
    void list.older()
    if (teams.peek() === undefined) void refreshTeams()
    if (start !== undefined) return
    const stops = [onChange(() => void list.look()), onReset(() => void list.look())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list])
  const waiting = list.waiting.value
  const trouble = list.trouble.value
  const options = (teams.value ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div class="log">
      <header class="log-head">
        <div>
          <h1>{log.title}</h1>
          <p class="quiet">{start === undefined ? log.hint : log.from(start)}</p>
        </div>
        <Jump
          onJump={(sequenceNumber) => {
            from.value = sequenceNumber
          }}
        />
      </header>
      <Filters filter={filter} entries={list.entries.value ?? []} teams={options} />
      <p class="log-waiting" role="status">
        {waiting > 0 && (
          <button type="button" class="primary small" onClick={list.show}>
            <Icon name="up" />
            {log.waiting(waiting)}
          </button>
        )}
        {start !== undefined && (
          <button
            type="button"
            class="small"
            onClick={() => {
              from.value = undefined
            }}
          >
            {log.latest}
          </button>
        )}
      </p>
      {start !== undefined && trouble?.kind === "refused" ? (
        <p class="trouble" role="alert">
          {log.noEvent(start)}
        </p>
      ) : (
        <EntryList list={list} filter={filter.value} heading={2} teamName={teamName} />
      )}
    </div>
  )
}

/** Everything that ever happened, for admins. */
export const Log = () => {
  usePageTitle(log.title)
  if (isAdmin.value) return <WholeLog />
  return (
    <section class="empty">
      <h1>{log.adminsOnly}</h1>
      <p>{log.adminsOnlyHint}</p>
    </section>
  )
}
