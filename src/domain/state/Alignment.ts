import { HashMap } from "effect"
import * as Limits from "../../shared/Limits.ts"
import type { EntityId } from "../entities/Ids.ts"
import { invalid, type Rejection } from "../Rejection.ts"
import type { Objective, State, Team } from "./State.ts"
import * as Targets from "./Targets.ts"

/** Objectives support others, of any team: each has at most one parent, and no chain comes back to where it began. */

type Supporters = ReadonlyMap<EntityId, ReadonlyArray<Objective>>

const supportersByParent = new WeakMap<Team["objectives"], Supporters>()

const noSupporters: Supporters = new Map()

/** The objectives of a team by their parent. It is found anew only for a list that has changed. */
const supportersIn = ({ objectives }: Team): Supporters => {
  const known = supportersByParent.get(objectives)
  if (known !== undefined) return known
  const supporting = objectives.filter(({ parentId }) => parentId !== null)
  const found =
    supporting.length === 0 ? noSupporters : (Map.groupBy(supporting, ({ parentId }) => parentId) as Supporters)
  supportersByParent.set(objectives, found)
  return found
}

/** The objectives of all teams whose parent this one is. */
export const supportersOf = ({ teams }: State, id: EntityId): ReadonlyArray<Objective> => {
  const found: Array<Objective> = []
  for (const team of HashMap.values(teams)) found.push(...(supportersIn(team).get(id) ?? []))
  return found
}

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
    level = level.flatMap((each) => supportersOf(state, each).map((supporter) => supporter.id))
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
