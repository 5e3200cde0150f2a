import type { Objective, Principle, Team } from "../../domain/state/State.ts"
import { groupedByTitle } from "../../shared/NormalizedText.ts"
import type { Selection } from "../Input.ts"

/** A principle with its index in the team's order: `P1` is 0. */
export interface NumberedPrinciple {
  readonly principle: Principle
  readonly index: number
}

export interface PrincipleFacts {
  /** The principles that objectives serve, in the team's order. */
  readonly served: ReadonlyArray<NumberedPrinciple>
  /** The principles that no objective serves. Empty in a deck of some objectives, since others may serve them. */
  readonly unserved: ReadonlyArray<NumberedPrinciple>
  /** The objectives that serve no principle of a team that has some. */
  readonly unlinked: ReadonlyArray<Objective>
}

type Principled = Pick<Team, "principles">

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

const numbered = ({ principles }: Principled): ReadonlyArray<NumberedPrinciple> =>
  principles.map((principle, index) => ({ principle, index }))

/** What principles are called where their title takes too much room: `P1`. */
export const principleLabel = (index: number): string => `P${index + 1}`

/** The principles an objective is linked to, in the team's order. */
export const principlesOf = (team: Principled, { principleIds }: Objective): ReadonlyArray<NumberedPrinciple> =>
  numbered(team).filter(({ principle }) => principleIds.includes(principle.id))

export const principleFacts = ({
  team,
  selection
}: {
  readonly team: Team
  readonly selection: Selection | null
}): PrincipleFacts => {
  const { objectives } = team
  const serving = new Set(objectives.flatMap(({ principleIds }) => principleIds))
  const all = numbered(team)
  return {
    served: all.filter(({ principle }) => serving.has(principle.id)),
    unserved: all.filter(({ principle }) => selection === null && !serving.has(principle.id)),
    unlinked: all.length === 0 ? [] : objectives.filter(({ principleIds }) => principleIds.length === 0)
  }
}
