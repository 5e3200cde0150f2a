import { HashMap, Option } from "effect"
import type { FoldedEvent } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import type { Change, TeamChange } from "./events/EventDefinition.ts"
import { isSupport } from "./Fact.ts"
import type { Objective, Progress, State, Team } from "./state/State.ts"
import type { ChangeStamp } from "./state/Targets.ts"

/** The objectives that an event is about, or that have something in them that it is about or touched. */
const changedObjectives = (
  { entities }: State,
  { targetId }: Pick<FoldedEvent, "targetId">,
  { touched }: Pick<Change, "touched">
): ReadonlySet<EntityId> => {
  const ids = new Set<EntityId>()
  const add = (id: EntityId): void => {
    const ref = Option.getOrUndefined(HashMap.get(entities, id))
    if (ref?.type === "objective") ids.add(id)
    else if (ref !== undefined && ref.objectiveId !== null) ids.add(ref.objectiveId)
  }
  if (targetId !== null) add(targetId)
  for (const each of touched) if (!isSupport(each)) add(each.entityId)
  return ids
}

/** To the nearest whole per cent, as since the first release: rounded otherwise, every state would have another hash. */
export const baselineOf = (measures: ReadonlyArray<Progress>): number => {
  const percents = measures.map(({ start, target, value }) => ((value - start) / (target - start)) * 100)
  const sum = percents.reduce((total, percent) => total + Math.min(100, Math.max(0, percent)), 0)
  return measures.length === 0 ? 0 : Math.round(sum / measures.length)
}

const day = (timestamp: string): string => timestamp.slice(0, 10)

/** An objective after a change of it or of something in it. A restore on a later day leaves its baseline as it was. */
const changed = (
  objective: Objective,
  before: Objective | undefined,
  { timestamp, actorName }: ChangeStamp
): Objective => {
  const baselinePercent =
    day(timestamp) <= day(objective.createdAt) ? baselineOf(objective.progress) : (before ?? objective).baselinePercent
  const { updatedAt, updatedBy } = objective
  const isSame = updatedAt === timestamp && updatedBy === actorName && baselinePercent === objective.baselinePercent
  return isSame ? objective : { ...objective, baselinePercent, updatedAt: timestamp, updatedBy: actorName }
}

const withLatestChangesOf = (
  team: Team,
  before: Team | undefined,
  ids: ReadonlySet<EntityId>,
  stamp: ChangeStamp
): Team => {
  let isChanged = false
  // Once through the team, whose objectives may be far fewer than `ids`: a restore of everything touches those of all teams.
  const objectives = team.objectives.map((objective) => {
    const { id } = objective
    if (!ids.has(id)) return objective
    const after = changed(
      objective,
      before?.objectives.find((each) => each.id === id),
      stamp
    )
    isChanged ||= after !== objective
    return after
  })
  return isChanged ? { ...team, objectives } : team
}

/**
 * The teams as an event leaves them, with what an objective records of its latest change: of its own fields, or of
 * anything in it, deletions included.
 */
export const withLatestChanges = (
  state: State,
  event: ChangeStamp & Pick<FoldedEvent, "targetId">,
  change: Pick<Change, "teams" | "touched">
): ReadonlyArray<TeamChange> => {
  const ids = changedObjectives(state, event, change)
  if (ids.size === 0) return change.teams
  return change.teams.map(({ id, team }) => {
    if (team === null) return { id, team }
    const before = Option.getOrUndefined(HashMap.get(state.teams, id))
    return { id, team: withLatestChangesOf(team, before, ids, event) }
  })
}
