import { useMemo } from "preact/hooks"
import { AsOf } from "../../parts/AsOf.tsx"
import { useEscapeShowsAll } from "../../parts/keys/EscapeShowsAll.ts"
import { useSelectable } from "../../parts/lists/Selection.ts"
import { WindowedList } from "../../parts/lists/WindowedList.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { OverviewViews } from "../../parts/OverviewViews.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { shownDay } from "../../session/Moment.ts"
import { moment, pathOf } from "../../session/Route.ts"
import type { OverviewBody } from "../../workspace/LiveOverview.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Changes } from "./Changes.tsx"
import { Portfolio } from "./compare/Comparison.tsx"
import { beforeLastMonday } from "./compare/ComparisonDays.ts"
import { Filters } from "./OverviewFilters.tsx"
import type { Item, OverviewList } from "./OverviewList.ts"
import { type OverviewState, overviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { Row } from "./Row.tsx"
import { Timeline } from "./Timeline.tsx"

/** In pixels, before a row was measured. */
const estimatedRowHeight = 40

type TeamItem = Extract<Item, { readonly kind: "team" }>

interface TeamHeadProps {
  readonly item: TeamItem
  readonly mayEdit: boolean
  readonly position: number
  readonly count: number
}

const TeamHead = ({ item: { row, shownCount }, mayEdit, position, count }: TeamHeadProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see `WindowedList`
  <div
    role="listitem"
    aria-posinset={position}
    aria-setsize={count}
    class="overview-team"
    style={{ "--color": row.team.color }}
  >
    <h2>
      <a href={pathOf.team(row.team.id)} dir="auto">
        {row.team.name}
      </a>
    </h2>
    <span class="quiet small-text">{texts.overview.teamCount(shownCount, row.counts.objectives)}</span>
    {mayEdit && row.counts.objectives > 0 && (
      <a
        class="small check-in-link"
        href={pathOf.checkIn(row.team.id)}
        aria-label={texts.overview.checkIn(row.team.name)}
      >
        {texts.checkIns.checkIn}
      </a>
    )}
  </div>
)

interface LoadedProps {
  readonly state: OverviewState
  readonly body: OverviewBody
  readonly list: OverviewList
}

const Rows = ({ state, body, list: { items } }: LoadedProps) => {
  const teams = useMemo(() => new Map(body.teams.map(({ team }) => [team.id, team])), [body])
  const isInTeam = state.filter.value.grouping === "team"
  const targets = useMemo(
    () => items.flatMap((item) => (item.kind === "objective" ? [{ teamId: item.objective.teamId, id: item.id }] : [])),
    [items]
  )
  useSelectable(targets)
  const mayEdit = useWorkspace().session.canEdit.value
  return (
    <WindowedList
      items={items}
      label={texts.overview.list}
      estimatedHeight={estimatedRowHeight}
      row={(item, index) =>
        item.kind === "team" ? (
          <TeamHead key={item.id} item={item} mayEdit={mayEdit} position={index + 1} count={items.length} />
        ) : item.kind === "head" ? (
          // biome-ignore lint/a11y/useSemanticElements: see `WindowedList`
          <div
            key={item.id}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={items.length}
            class="overview-team"
          >
            <h2 dir="auto">{item.id}</h2>
            <span class="quiet small-text">{texts.overview.teamCount(item.shownCount, item.shownCount)}</span>
          </div>
        ) : (
          <Row
            key={item.id}
            objective={item.objective}
            team={teams.get(item.objective.teamId)}
            isInTeam={isInTeam}
            sequenceNumber={body.sequenceNumber}
            position={index + 1}
            count={items.length}
          />
        )
      }
    />
  )
}

const Loaded = (props: LoadedProps) => {
  const { state, body, list } = props
  const { slides } = useWorkspace().panels
  useEscapeShowsAll(state)
  if (body.objectives.length === 0) {
    const hasTeams = body.teams.length > 0
    return (
      <section class="empty">
        <Illustration />
        <h1>{hasTeams ? texts.overview.noObjectives : texts.overview.empty}</h1>
        <p class="quiet">{hasTeams ? texts.overview.noObjectivesHint : texts.overview.emptyHint}</p>
        <a class="button" href={pathOf.teams}>
          {texts.common.toTeams}
        </a>
      </section>
    )
  }
  return (
    <div class="overview">
      <header class="page-head">
        <h1>{texts.overview.title}</h1>
        <span class="quiet" role="status">
          {list.shownCount === body.objectives.length
            ? texts.overview.ofTeams(list.shownCount, body.teams.length)
            : texts.overview.count(list.shownCount, body.objectives.length)}
        </span>
        <OverviewViews shown={state.filter.value.view} onChoose={(view) => state.changeFilter({ view })} />
        <AsOf />
        {state.filter.value.comparedWith === "" && (
          <button
            type="button"
            class="button day-button"
            onClick={() => state.changeFilter({ comparedWith: beforeLastMonday(shownDay()) })}
          >
            <Icon name="calendar" /> <span>{texts.overview.compare.with}…</span>
          </button>
        )}
        <button type="button" class="button" onClick={() => (slides.value = { teamId: undefined })}>
          <Icon name="download" /> {texts.overview.slides}
        </button>
        <button type="button" class="button" onClick={() => print()}>
          <Icon name="print" /> {texts.common.print}
        </button>
      </header>
      <Portfolio state={state} body={body} />
      <Filters state={state} body={body} list={list} />
      {moment.value === "" && <Changes state={state} />}
      {list.shownCount === 0 && <p class="quiet nothing">{texts.overview.noMatch}</p>}
      <h2 class="hidden">{texts.overview.list}</h2>
      {state.filter.value.view === "timeline" ? <Timeline {...props} /> : <Rows {...props} />}
    </div>
  )
}

/** Every objective of every team, in one list. */
export const Overview = () => {
  usePageTitle(texts.overview.title)
  const overview = useOverview()
  const { session } = useWorkspace()
  const state = useMemo(() => overviewState(overview, session), [overview, session])
  const [body, list] = [overview.ordered.value, state.list.value]
  if (body === undefined || list === undefined) {
    return (
      <NotLoaded failure={overview.failure.value} retry={overview.refresh}>
        <h1>{texts.overview.notLoaded}</h1>
      </NotLoaded>
    )
  }
  return <Loaded state={state} body={body} list={list} />
}
