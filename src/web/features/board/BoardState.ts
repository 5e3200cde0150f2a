import { computed, type ReadonlySignal, type Signal } from "@preact/signals"
import type { JSX } from "preact"
import { query, replaceQuery } from "../../session/Route.ts"
import { today } from "../../texts/Formats.ts"
import { sameIds } from "../../workspace/LiveList.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type BoardFilter, filterOf, isEmptyFilter, matcherOf, noFilter, queryOf } from "./BoardFilter.ts"
import { type BoardSummary, boardSummary } from "./BoardSummary.ts"
import { type SortableList, sortableObjectives, sortablePrinciples } from "./SortableList.ts"

/** The state that the components of one team's board share. */
export interface BoardState {
  readonly team: Team
  /** Renders what is inside an objective when it is opened. */
  readonly details: (team: Team, objective: Signal<Objective>) => JSX.Element
  readonly principles: SortableList
  readonly objectives: SortableList
  /** Kept in the URL, so that it survives a reload. */
  readonly filter: ReadonlySignal<BoardFilter>
  /** Ids of the objectives that match the filter, in order. */
  readonly shownIds: ReadonlySignal<ReadonlyArray<string>>
  /** While objectives are hidden by the filter, they cannot be reordered. */
  readonly isFiltered: ReadonlySignal<boolean>
  readonly summary: ReadonlySignal<BoardSummary>
  readonly changeFilter: (change: Partial<BoardFilter>) => void
  readonly clearFilter: () => void
}

export const boardState = (workspace: Workspace, team: Team, details: BoardState["details"]): BoardState => {
  const objectives = sortableObjectives(workspace, team)
  const filter = computed(() => filterOf(query.value))
  const isFiltered = computed(() => !isEmptyFilter(filter.value))
  const bodyOf = (id: string): ReadonlyArray<Objective> => {
    const objective = team.objectives.byId.get(id)
    return objective === undefined ? [] : [objective.value]
  }
  let last: ReadonlyArray<string> = []
  const setFilter = (next: BoardFilter): void => replaceQuery(queryOf(next))
  return {
    team,
    details,
    principles: sortablePrinciples(workspace, team),
    objectives,
    filter,
    isFiltered,
    // Returns the same array when the ids are the same: changes inside an objective must not render the list again.
    shownIds: computed(() => {
      const all = objectives.ids.value
      if (!isFiltered.value) return all
      const isShown = matcherOf(filter.value)
      const next = all.filter((id) => bodyOf(id).some(isShown))
      if (!sameIds(last, next)) last = next
      return last
    }),
    summary: computed(() => boardSummary(objectives.ids.value.flatMap(bodyOf), today())),
    changeFilter: (change) => setFilter({ ...filter.peek(), ...change }),
    clearFilter: () => setFilter(noFilter)
  }
}
