import { computed, type ReadonlySignal, type Signal } from "@preact/signals"
import type { JSX } from "preact"
import { query, replaceQuery } from "../../session/Route.ts"
import { today } from "../../texts/Formats.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type BoardFilter, everything, filterOf, isEverything, passes, queryOf } from "./BoardFilter.ts"
import { type Sorting, sortObjectives, sortPrinciples } from "./Sorting.ts"
import { type Standing, standingOf } from "./Standing.ts"

/** What the parts of one team's board share. */
export interface BoardState {
  readonly team: Team
  /** What is in an objective, shown when it is opened. */
  readonly details: (team: Team, objective: Signal<Objective>) => JSX.Element
  readonly principles: Sorting
  readonly objectives: Sorting
  /** The address says it, so that it outlives a reload. */
  readonly filter: ReadonlySignal<BoardFilter>
  /** The objectives that pass it, in order. */
  readonly shown: ReadonlySignal<ReadonlyArray<string>>
  /** While some are not shown, a place among the others means nothing. */
  readonly isFiltered: ReadonlySignal<boolean>
  readonly standing: ReadonlySignal<Standing>
  readonly change: (change: Partial<BoardFilter>) => void
  readonly clear: () => void
}

const same = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

export const boardState = (workspace: Workspace, team: Team, details: BoardState["details"]): BoardState => {
  const objectives = sortObjectives(workspace, team)
  const filter = computed(() => filterOf(query.value))
  const isFiltered = computed(() => !isEverything(filter.value))
  const bodyOf = (id: string): ReadonlyArray<Objective> => {
    const objective = team.objectives.byId.get(id)
    return objective === undefined ? [] : [objective.value]
  }
  let last: ReadonlyArray<string> = []
  const put = (next: BoardFilter): void => replaceQuery(queryOf(next))
  return {
    team,
    details,
    principles: sortPrinciples(workspace, team),
    objectives,
    filter,
    isFiltered,
    // The same list as before when it says the same: a change of one objective is no change of the list.
    shown: computed(() => {
      const all = objectives.ids.value
      if (!isFiltered.value) return all
      const isShown = passes(filter.value)
      const next = all.filter((id) => bodyOf(id).some(isShown))
      if (!same(last, next)) last = next
      return last
    }),
    standing: computed(() => standingOf(objectives.ids.value.flatMap(bodyOf), today())),
    change: (change) => put({ ...filter.peek(), ...change }),
    clear: () => put(everything)
  }
}
