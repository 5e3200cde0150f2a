import { HashMap, Option } from "effect"
import { conflictWith } from "./Conflict.ts"
import type { Submission } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import { bringBackData, restoreData } from "./events/RestoreData.ts"
import { laterChange } from "./LaterChange.ts"
import type { Rejection } from "./Rejection.ts"
import { removalOf } from "./Removals.ts"
import type { State, Team } from "./state/State.ts"

const teamConflict = ({ id, name, touchedAt }: Team): Rejection => ({
  ...{ code: "conflict", type: "team", id, title: name, field: null },
  sequenceNumber: touchedAt
})

/** The conflict with the removal of an entity after `seen`. */
const laterRemoval = (state: State, id: EntityId, seen: number): Rejection | null => {
  const removal = removalOf(state, id)
  if (removal === undefined || removal.sequenceNumber <= seen) return null
  const { type, title, sequenceNumber } = removal
  return { code: "conflict", type, id, title, field: null, sequenceNumber }
}

const laterInTeam = (state: State, id: EntityId, seen: number): Rejection | null =>
  Option.match(HashMap.get(state.teams, id), {
    onNone: () => laterRemoval(state, id, seen),
    onSome: (team) => (team.touchedAt > seen ? teamConflict(team) : null)
  })

const laterInStrategy = (state: State, seen: number): Rejection | null => {
  const teamIds = [...HashMap.keys(state.teams), ...HashMap.keys(state.removed)]
  return teamIds.map((id) => laterInTeam(state, id, seen)).find((conflict) => conflict !== null) ?? null
}

/**
 * Why a deletion, a restore or a return with `lastSeenSequence` would undo what somebody did after that; null if it would not.
 * Field edits look at it themselves, and a return leaves other entities alone that were changed after it.
 */
export const guardRefusal = (state: State, submission: Submission): Rejection | null => {
  const { eventType, targetId, lastSeenSequence: seen } = submission
  if (seen === null) return null
  const restored = Option.getOrUndefined(restoreData(submission))
  if (restored !== undefined) {
    const { teamId } = restored
    return teamId === undefined ? laterInStrategy(state, seen) : laterInTeam(state, teamId, seen)
  }
  const returning = Option.getOrUndefined(bringBackData(submission))
  if (returning !== undefined) return laterRemoval(state, returning.id, seen)
  if (targetId === null || !eventType.startsWith("delete_")) return null
  const later = laterChange(state, targetId, ({ version }) => version <= seen)
  return later === undefined ? null : conflictWith(later)
}
