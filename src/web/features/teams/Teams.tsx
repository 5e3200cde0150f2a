import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { searchable } from "../../../shared/NormalizedText.ts"
import { worstFirst } from "../../../shared/Statuses.ts"
import { TransferMenu } from "../../parts/dialogs/TransferMenu.tsx"
import { FirstSteps } from "../../parts/FirstSteps.tsx"
import { SearchBox } from "../../parts/fields/SearchBox.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CreateTeam } from "./CreateTeam.tsx"
import { DeleteTeam } from "./DeleteTeam.tsx"
import { EditTeam } from "./EditTeam.tsx"
import { blankTeam, makeNewTeam } from "./NewTeam.ts"
import { makeSampleLoading } from "./SampleLoading.ts"
import { TeamRow } from "./TeamRow.tsx"
import { teamSummaries } from "./TeamSummary.ts"
import * as texts from "./TeamTexts.ts"

/** With more teams than this the page offers a search. */
const maxWithoutSearch = 12

const Empty = () => {
  const { newId, panels, session } = useWorkspace()
  const newTeam = useFeatureState(makeNewTeam)
  const sample = useFeatureState(makeSampleLoading)
  return (
    <section class="empty">
      <Illustration />
      <h1>{texts.emptyTitle}</h1>
      <p class="quiet">{session.isAdmin.value ? texts.emptyAdmin : texts.emptyOthers}</p>
      {session.isAdmin.value && <FirstSteps done={0} />}
      {session.isAdmin.value && (
        <p class="actions">
          <button type="button" class="primary" onClick={() => (newTeam.value = blankTeam(newId()))}>
            {texts.createSubmit}
          </button>
          <button
            type="button"
            class="button"
            aria-disabled={sample.isLoading.value}
            onClick={() => void sample.load()}
          >
            {sample.isLoading.value ? texts.loadingSample : texts.loadSample}
          </button>
          <button type="button" class="button" onClick={() => panels.openImport(undefined)}>
            {texts.transfers.importing}
          </button>
        </p>
      )}
      <p class="trouble" role="alert">
        {sample.error.value}
      </p>
    </section>
  )
}

const Legend = () => (
  <ul class="legend" aria-label={texts.legend}>
    {worstFirst.map((status) => (
      <li key={status}>
        <Status status={status} />
      </li>
    ))}
  </ul>
)

const contains = (name: string, query: string): boolean => searchable(name).includes(searchable(query.trim()))

const List = ({ all }: { readonly all: ReadonlyArray<TeamBody> }) => {
  const { newId, session } = useWorkspace()
  const newTeam = useFeatureState(makeNewTeam)
  const query = useSignal("")
  const edited = useSignal<TeamBody | undefined>(undefined)
  const deleted = useSignal<TeamBody | undefined>(undefined)
  const overview = useOverview()
  const [body, failure] = [overview.value.value, overview.failure.value]
  const summaries = useMemo(() => body && teamSummaries(body), [body])
  const found = all.filter(({ name }) => contains(name, query.value))
  return (
    <div class="teams">
      <header class="page-head">
        <h1>{texts.title}</h1>
        {all.length > maxWithoutSearch && (
          <SearchBox label={texts.search} text={query.value} onText={(text) => (query.value = text)} />
        )}
        <TransferMenu />
        {session.isAdmin.value && (
          <button type="button" class="primary" onClick={() => (newTeam.value = blankTeam(newId()))}>
            <Icon name="plus" />
            {texts.create}
          </button>
        )}
      </header>
      <p class={query.value === "" ? "hidden" : "quiet small-text"} role="status">
        {query.value === "" || found.length === 0 ? "" : texts.found(found.length, all.length)}
      </p>
      {body === undefined && failure !== undefined && (
        <p class="trouble" role="alert">
          {texts.notCounted}{" "}
          <button type="button" class="small" onClick={overview.refresh}>
            {texts.common.retry}
          </button>
        </p>
      )}
      {found.length === 0 ? (
        <div class="empty quiet">
          <Illustration />
          <p>{texts.noneFound(query.value)}</p>
        </div>
      ) : (
        <ul class="team-list">
          {found.map((team) => (
            <TeamRow
              key={team.id}
              listed={team}
              summary={summaries?.get(team.id)}
              isEdited={edited.value?.id === team.id}
              onEdit={(chosen) => (edited.value = chosen)}
              onDelete={(chosen) => (deleted.value = chosen)}
            />
          ))}
        </ul>
      )}
      <Legend />
      {edited.value !== undefined && <EditTeam listed={edited.value} onClose={() => (edited.value = undefined)} />}
      {deleted.value !== undefined && <DeleteTeam listed={deleted.value} onClose={() => (deleted.value = undefined)} />}
    </div>
  )
}

export const Teams = () => {
  const { session, stream, teams } = useWorkspace()
  usePageTitle(texts.title)
  const all = teams.list.value
  const isLive = stream.connection.value === "live"
  useEffect(() => {
    if (isLive || teams.list.peek() === undefined) void teams.refresh()
  }, [isLive])
  return (
    <>
      {all === undefined ? (
        <NotLoaded failure={teams.failure.value} retry={() => void teams.refresh()}>
          <h1>{texts.listNotLoaded}</h1>
        </NotLoaded>
      ) : all.length === 0 ? (
        <Empty />
      ) : (
        <List all={all} />
      )}
      {session.isAdmin.value && <CreateTeam />}
    </>
  )
}
