import { HashMap, Option } from "effect"
import type { Submission } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import { restoreData } from "./events/RestoreData.ts"
import { laterChange, laterChangeText } from "./LaterChange.ts"
import type { State } from "./state/State.ts"

const laterInTeam = (state: State, teamId: EntityId, seen: number): string | null => {
  const touchedAt = Option.match(HashMap.get(state.teams, teamId), { onNone: () => 0, onSome: (_) => _.touchedAt })
  return touchedAt > seen ? `the team was changed by event ${touchedAt}` : null
}

const laterInStrategy = ({ teams, sequenceNumber }: State, seen: number): string | null => {
  // A team that was deleted has left nothing, so every later event counts.
  const later = Math.max(sequenceNumber, ...Array.from(HashMap.values(teams), ({ touchedAt }) => touchedAt))
  return later > seen ? `something was changed by event ${later}` : null
}

/**
 * Why a deletion or a restore with `lastSeenSequence` would take along what somebody changed after that; null if it would not.
 * Field edits and returns look at it themselves.
 */
export const guardRefusal = (state: State, submission: Submission): string | null => {
  const { eventType, targetId, lastSeenSequence: seen } = submission
  if (seen === null) return null
  const restored = Option.getOrUndefined(restoreData(submission))
  if (restored !== undefined) {
    const { teamId } = restored
    return teamId === undefined ? laterInStrategy(state, seen) : laterInTeam(state, teamId, seen)
  }
  if (targetId === null || !eventType.startsWith("delete_")) return null
  const later = laterChange(state, targetId, ({ version }) => version <= seen)
  return later === undefined ? null : laterChangeText(later)
}
