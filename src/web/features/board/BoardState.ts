import { computed, type ReadonlySignal, signal } from "@preact/signals"
import { dateOfDay } from "../../../shared/Days.ts"
import { isMine } from "../../session/Mine.ts"
import { shownDay } from "../../session/Moment.ts"
import { type AddressedEntity, arrivals, query, type Route, replaceQuery, route } from "../../session/Route.ts"
import { sameIds } from "../../workspace/live/LiveList.ts"
import { byQuarter } from "../../workspace/objective/PlannedDates.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type BoardFilter, filterOf, isEmptyFilter, matcherOf, noFilter, queryOf } from "./BoardFilter.ts"
import { type BoardSummary, boardSummary } from "./BoardSummary.ts"
import { type SortableList, sortableList } from "./SortableList.ts"

/** The state that the components of one team's board share. */
export interface BoardState {
  readonly team: Team
  readonly principles: SortableList
  readonly objectives: SortableList
  /** Kept in the URL, so that it survives a reload. */
  readonly filter: ReadonlySignal<BoardFilter>
  /** Ids of the objectives that match the filter, in order. */
  readonly shownIds: ReadonlySignal<ReadonlyArray<string>>
  /** While objectives are hidden by the filter, they cannot be reordered. */
  readonly isFiltered: ReadonlySignal<boolean>
  readonly summary: ReadonlySignal<BoardSummary>
  /** What the address names in this team. Each arrival makes a new object, even for the same entity. */
  readonly destination: ReadonlySignal<AddressedEntity | undefined>
  /** The entity that the address names and the team does not have. */
  readonly missing: ReadonlySignal<AddressedEntity | undefined>
  readonly changeFilter: (change: Partial<BoardFilter>) => void
  /** Shows only the objectives of a principle, or all if these are shown already. */
  readonly togglePrinciple: (principle: string) => void
  readonly clearFilter: () => void
}

export const boardState = (workspace: Workspace, team: Team): BoardState => {
  const filter = computed(() => filterOf(query.value))
  const isFiltered = computed(() => !isEmptyFilter(filter.value))
  const bodyOf = (id: string): ReadonlyArray<Objective> => {
    const objective = team.objectives.byId.get(id)
    return objective === undefined ? [] : [objective.value]
  }
  const principles = sortableList(workspace, team, "principle", team.principles, signal(false))
  const objectives = sortableList(workspace, team, "objective", team.objectives, isFiltered)
  const entityIn = (current: Route): AddressedEntity | undefined =>
    current.page === "team" && current.teamId === team.id ? current.entity : undefined
  const named = computed(() => entityIn(route.value))
  const isHere = ({ type, id }: AddressedEntity): boolean =>
    (type === "objective" ? objectives : principles).ids.value.includes(id)
  let last: ReadonlyArray<string> = []
  const changeFilter = (change: Partial<BoardFilter>): void => replaceQuery(queryOf({ ...filter.peek(), ...change }))
  return {
    team,
    principles,
    objectives,
    filter,
    isFiltered,
    // Returns the same array when the ids are the same: changes inside an objective must not render the list again.
    shownIds: computed(() => {
      const all = objectives.ids.value
      if (!isFiltered.value) return all
      const isShown = matcherOf(filter.value, { isOwn: isMine(workspace.session), today: dateOfDay(shownDay()) })
      const shown = all.filter((id) => bodyOf(id).some(isShown))
      const next = filter.value.isGrouped ? byQuarter(shown, (id) => bodyOf(id)[0]?.dueDate ?? null) : shown
      if (!sameIds(last, next)) last = next
      return last
    }),
    destination: computed(() => {
      const entity = arrivals.value < 0 ? undefined : entityIn(route.peek())
      return entity && { ...entity }
    }),
    missing: computed(() => (named.value === undefined || isHere(named.value) ? undefined : named.value)),
    summary: computed(() => boardSummary(objectives.ids.value.flatMap(bodyOf), shownDay(), isMine(workspace.session))),
    changeFilter,
    togglePrinciple: (principle) => changeFilter({ principle: filter.peek().principle === principle ? "" : principle }),
    clearFilter: () => changeFilter(noFilter)
  }
}
