import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { Icon } from "../../parts/Icon.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { useSearchKey } from "../../parts/Shortcuts.ts"
import { Status } from "../../parts/Status.tsx"
import { composed } from "../../texts/Composed.ts"
import { useOwn, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CreateTeam } from "./CreateTeam.tsx"
import { DeleteTeam } from "./DeleteTeam.tsx"
import { EditTeam } from "./EditTeam.tsx"
import { blankTeam, makeNewTeam } from "./NewTeam.ts"
import { SampleState } from "./Sample.tsx"
import { makeSampleLoading } from "./SampleLoading.ts"
import { TeamRow } from "./TeamRow.tsx"
import { texts } from "./Texts.ts"

/** From how many teams on one can search. */
const many = 12

const Empty = () => {
  const { newId, session } = useWorkspace()
  const added = useOwn(makeNewTeam)
  const sample = useOwn(makeSampleLoading)
  return (
    <section class="empty">
      <h1>{texts.teams.emptyTitle}</h1>
      <p class="quiet">{session.isAdmin.value ? texts.teams.emptyAdmin : texts.teams.emptyOthers}</p>
      {session.isAdmin.value && (
        <p class="actions">
          <button type="button" class="primary" onClick={() => (added.value = blankTeam(newId(), 0))}>
            {texts.teams.createSubmit}
          </button>
          <button type="button" class="button" onClick={() => void sample.load()}>
            {texts.teams.loadSample}
          </button>
        </p>
      )}
    </section>
  )
}

const Legend = () => (
  <ul class="legend" aria-label={texts.teams.legend}>
    {(["off_track", "at_risk", "on_track", "achieved", "missed", "draft"] as const).map((status) => (
      <li key={status}>
        <Status status={status} />
      </li>
    ))}
  </ul>
)

const contains = (name: string, query: string): boolean =>
  composed(name).toLowerCase().includes(composed(query).toLowerCase())

const List = ({ all }: { readonly all: ReadonlyArray<TeamBody> }) => {
  const { newId, session } = useWorkspace()
  const added = useOwn(makeNewTeam)
  const query = useSignal("")
  const edited = useSignal<TeamBody | undefined>(undefined)
  const deleted = useSignal<TeamBody | undefined>(undefined)
  const search = useSearchKey()
  const found = all.filter(({ name }) => contains(name, query.value))
  return (
    <div class="teams">
      <header class="page-head">
        <h1>{texts.teams.title}</h1>
        {all.length > many && (
          <label class="search">
            <span class="hidden">{texts.teams.search}</span>
            <Icon name="search" />
            <input
              ref={search}
              type="search"
              aria-keyshortcuts="/"
              placeholder={texts.teams.search}
              value={query.value}
              onInput={({ currentTarget }) => {
                query.value = currentTarget.value
              }}
            />
          </label>
        )}
        {session.isAdmin.value && (
          <button type="button" class="primary" onClick={() => (added.value = blankTeam(newId(), all.length))}>
            <Icon name="plus" />
            {texts.teams.create}
          </button>
        )}
      </header>
      <p class={query.value === "" ? "hidden" : "quiet small-text"} role="status">
        {query.value === "" || found.length === 0 ? "" : texts.teams.found(found.length, all.length)}
      </p>
      {found.length === 0 ? (
        <p class="empty quiet">{texts.teams.noneFound(query.value)}</p>
      ) : (
        <ul class="team-list">
          {found.map((team) => (
            <TeamRow
              key={team.id}
              listed={team}
              isEdited={edited.value?.id === team.id}
              onEdit={(chosen) => {
                edited.value = chosen
              }}
              onDelete={(chosen) => {
                deleted.value = chosen
              }}
            />
          ))}
        </ul>
      )}
      <Legend />
      {edited.value !== undefined && (
        <EditTeam
          listed={edited.value}
          onClose={() => {
            edited.value = undefined
          }}
        />
      )}
      {deleted.value !== undefined && (
        <DeleteTeam
          listed={deleted.value}
          onClose={() => {
            deleted.value = undefined
          }}
        />
      )}
    </div>
  )
}

const NotYet = () => {
  const { teams } = useWorkspace()
  const trouble = teams.trouble.value
  if (trouble === undefined) return <p class="starting quiet">{texts.common.loading}</p>
  return (
    <NotLoaded failure={trouble} retry={() => void teams.refresh()}>
      <h1>{texts.teams.listNotLoaded}</h1>
    </NotLoaded>
  )
}

export const Teams = () => {
  const { session, stream, teams } = useWorkspace()
  const sample = useOwn(makeSampleLoading)
  const all = teams.list.value
  const isLive = stream.connection.value === "live"
  useEffect(() => {
    if (isLive || teams.list.peek() === undefined) void teams.refresh()
  }, [isLive])
  const isEmpty = all?.length === 0 && sample.progress.value === undefined
  return (
    <>
      <SampleState />
      {all === undefined ? <NotYet /> : isEmpty ? <Empty /> : <List all={all} />}
      {session.isAdmin.value && <CreateTeam />}
    </>
  )
}
