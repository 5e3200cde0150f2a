import { Option } from "effect"
import type { TeamChange } from "../../shared/TeamChange.ts"
import type { Effects } from "../Event.ts"
import { findTeam, type State, type Team } from "../state/State.ts"
import { fieldChanges, listChange } from "../state/StructuralChange.ts"
import { teamBody, unplacedObjective, unplacedPrinciple } from "./Views.ts"

export type { TeamChange }

/** How the views of a team differ between two of its states. */
export const teamChange = (before: Team, after: Team): TeamChange => {
  const { set } = fieldChanges(teamBody(before), teamBody(after))
  const principles = listChange(before.principles, after.principles, (each) => unplacedPrinciple(after, each))
  const objectives = listChange(before.objectives, after.objectives, (each) => unplacedObjective(after, each))
  const lists = { ...(principles && { principles }), ...(objectives && { objectives }) }
  return {
    id: after.id,
    from: before.touchedAt,
    ...(set && { set }),
    ...(Object.keys(lists).length === 0 ? {} : { lists })
  }
}

/** The change of an event that touched more entities than this is not sent: clients fetch the views instead. */
const maxTouched = 100

/**
 * How an event has changed the views of the only team that it concerns; undefined if it concerns several teams or too
 * many entities, or if the team did not exist before and after it.
 */
export const changeOfEvent = (before: State, after: State, { touched, teamIds }: Effects): TeamChange | undefined => {
  const [id, ...others] = teamIds
  if (id === undefined || others.length > 0 || touched.length > maxTouched) return undefined
  return Option.getOrUndefined(Option.zipWith(findTeam(before, id), findTeam(after, id), teamChange))
}
