import { computed, type ReadonlySignal } from "@preact/signals"
import { searchable } from "../../../shared/NormalizedText.ts"
import { isMine } from "../../session/Mine.ts"
import { shownDay } from "../../session/Moment.ts"
import type { Session } from "../../session/PageSession.ts"
import { query, replaceQuery } from "../../session/Route.ts"
import type { Overview } from "../../workspace/LiveOverview.ts"
import { cleared, filterOf, isEmptyFilter, type OverviewFilter, queryOf, type SearchText } from "./OverviewFilter.ts"
import { itemsOf, type OverviewList, overviewList, sorted } from "./OverviewList.ts"

/** What the components of the overview share. */
export interface OverviewState {
  readonly overview: Overview
  /** Kept in the URL, so that it survives a reload. */
  readonly filter: ReadonlySignal<OverviewFilter>
  /** Undefined until loaded. */
  readonly list: ReadonlySignal<OverviewList | undefined>
  readonly changeFilter: (change: Partial<OverviewFilter>) => void
  /** Shows everything; the order stays. */
  readonly clearFilter: () => void
  readonly isFiltered: ReadonlySignal<boolean>
}

export const overviewState = (overview: Overview, session: Session): OverviewState => {
  const filter = computed(() => filterOf(query.value))
  const body = overview.ordered
  // Each is computed anew only when what it depends on changes: the lines with the data, their order with the sort.
  const lines = computed(() => itemsOf(body.value?.objectives ?? [], shownDay(), isMine(session)))
  const order = computed(() => `${filter.value.sort} ${filter.value.isReversed}`)
  const ordered = computed(() => {
    void order.value
    return sorted(lines.value, filter.peek())
  })
  // Computed when somebody searches, and kept until the data changes.
  const searchTexts = computed(() => {
    const { teams = [], objectives = [] } = body.value ?? {}
    const names = new Map<string, string>(teams.map(({ team }) => [team.id, team.name]))
    return new Map<string, string>(
      objectives.map(({ id, teamId, title, owner }) => [id, searchable(`${title} ${names.get(teamId) ?? ""} ${owner}`)])
    )
  })
  const searchText: SearchText = ({ id }) => searchTexts.value.get(id) ?? ""
  const setFilter = (next: OverviewFilter): void => replaceQuery(queryOf(next))
  return {
    overview,
    filter,
    list: computed(() => {
      const { teams } = body.value ?? {}
      return teams === undefined ? undefined : overviewList(teams, ordered.value, filter.value, shownDay(), searchText)
    }),
    changeFilter: (change) => setFilter({ ...filter.peek(), ...change }),
    clearFilter: () => setFilter(cleared(filter.peek())),
    isFiltered: computed(() => !isEmptyFilter(filter.value))
  }
}
