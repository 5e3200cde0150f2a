import type { Principle, Team } from "../../domain/state/State.ts"
import { groupedByTitle } from "../../shared/NormalizedText.ts"
import { type StatusCounts, statusCounts } from "../../shared/Statuses.ts"
import type { Selection } from "../Input.ts"
import { inOrder, type ProgressRow } from "./Progress.ts"

export interface PrincipleRow {
  readonly principle: Principle
  /** In the team's order: `P1` is 0. */
  readonly index: number
  /** In the deck's order. */
  readonly objectives: ReadonlyArray<ProgressRow>
  readonly counts: StatusCounts
}

export interface PrincipleFacts {
  /** The principles that objectives serve, in the team's order. */
  readonly served: ReadonlyArray<PrincipleRow>
  /** The principles that no objective serves. Empty in a deck of some objectives, since others may serve them. */
  readonly unserved: ReadonlyArray<Omit<PrincipleRow, "objectives" | "counts">>
  /** The objectives that serve no principle, in the deck's order. */
  readonly unlinked: ReadonlyArray<ProgressRow>
}

const byPrinciple = (rows: ReadonlyArray<ProgressRow>): ReadonlyMap<string, ReadonlyArray<ProgressRow>> => {
  const found = new Map<string, Array<ProgressRow>>()
  for (const row of rows) {
    for (const id of row.objective.principleIds) {
      const known = found.get(id)
      if (known === undefined) found.set(id, [row])
      else known.push(row)
    }
  }
  return found
}

/**
 * The titles of principles that no objective serves. A principle that several teams have is served by the objectives of each of them;
 * nothing is said about the teams of which only some objectives are shown.
 */
export const unservedTitles = (
  inputs: ReadonlyArray<{ readonly team: Team; readonly selection: Selection | null }>
): ReadonlyArray<string> => {
  const all = inputs
    .filter(({ selection }) => selection === null)
    .flatMap(({ team }) => {
      const served = new Set(team.objectives.flatMap(({ principleIds }) => principleIds))
      return team.principles.map(({ id, title }) => ({ title, isServed: served.has(id) }))
    })
  return groupedByTitle(all).flatMap((same) => (same.some(({ isServed }) => isServed) ? [] : [same[0].title]))
}

export const principleFacts = (input: {
  readonly team: Team
  readonly before: Team | null
  readonly date: string
  readonly selection: Selection | null
}): PrincipleFacts => {
  const { principles, objectives } = input.team
  const rows = inOrder(objectives, input)
  const serving = byPrinciple(rows)
  const all = principles.map((principle, index): PrincipleRow => {
    const own = serving.get(principle.id) ?? []
    return { principle, index, objectives: own, counts: statusCounts(own.map(({ objective }) => objective)) }
  })
  return {
    served: all.filter((row) => row.objectives.length > 0),
    unserved: all
      .filter((row) => input.selection === null && row.objectives.length === 0)
      .map(({ principle, index }) => ({ principle, index })),
    unlinked: principles.length === 0 ? [] : rows.filter(({ objective }) => objective.principleIds.length === 0)
  }
}
