import * as Limits from "../../shared/Limits.ts"
import type { EntityId } from "../entities/Ids.ts"
import { invalid, type Rejection } from "../Rejection.ts"
import type { State } from "../state/State.ts"
import { supporterIdsOf } from "../state/Supporters.ts"
import * as Targets from "../state/Targets.ts"

/** Objectives support others, of any team: each has at most one parent, and no chain comes back to where it began. */

/** The ids from an objective upwards, its own first. */
const chainOf = (state: State, id: EntityId): ReadonlyArray<EntityId> => {
  const ids: Array<EntityId> = []
  let next: EntityId | null = id
  while (next !== null && !ids.includes(next)) {
    ids.push(next)
    next = Targets.objective.find(state, next)?.entity.parentId ?? null
  }
  return ids
}

/** The number of levels from an objective down, its own included. */
const levelsOf = (state: State, id: EntityId): number => {
  let levels = 0
  for (let level: ReadonlyArray<EntityId> = [id]; level.length > 0; levels += 1) {
    level = level.flatMap((each) => supporterIdsOf(state, each))
  }
  return levels
}

/** Why an objective, new where its id is null, cannot support this one; null if it can. */
export const parentRefusal = (state: State, id: EntityId | null, parentId: EntityId | null): Rejection | null => {
  if (parentId === null) return null
  if (Targets.objective.find(state, parentId) === undefined) return invalid("parentId", { rule: "no_objective" })
  const chain = chainOf(state, parentId)
  if (id !== null && chain.includes(id)) return invalid("parentId", { rule: "circle" })
  const levels = chain.length + (id === null ? 1 : levelsOf(state, id))
  const limit = Limits.objectiveLevels
  return levels > limit ? { code: "limit", of: "objective_level", limit } : null
}
