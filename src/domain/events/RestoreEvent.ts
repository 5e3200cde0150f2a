import { HashMap, Option, Result } from "effect"
import type { Submission } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import { type State, teamIn } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import type { ReturnStamp } from "./BringBack.ts"
import { type EventDefinition, limitRefusal, noEventDetails, rejected, submissionReader } from "./EventDefinition.ts"
import { type Changed, withoutParents, withPossibleParents, withSupportersAgain } from "./ParentChanges.ts"
import { earlierState, RestoreData } from "./RestoreData.ts"
import { restorationOf } from "./TeamRestore.ts"

const wasEverTeam = (state: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(state.entities, id), (ref) => ref.type === "team")

/** The sorted ids of teams that may differ; the others are the same object. */
export const changedTeamIds = (now: State, then: State, teamId: EntityId | undefined): ReadonlyArray<EntityId> => {
  const ids = teamId === undefined ? new Set([...HashMap.keys(now.teams), ...HashMap.keys(then.teams)]) : [teamId]
  return Array.from(ids)
    .filter((id) => teamIn(now, id) !== teamIn(then, id))
    .sort()
}

/** The state to restore, or why there is none. */
const findThen = (
  state: State,
  submission: Submission,
  { sequenceNumber, teamId }: RestoreData
): Result.Result<State, Rejection> => {
  const refusal = { code: "not_restorable", type: null, found: null } as const
  if (sequenceNumber >= state.sequenceNumber) {
    return Result.fail({ ...refusal, problem: "not_before_latest", sequenceNumber: state.sequenceNumber })
  }
  if (teamId !== undefined && !wasEverTeam(state, teamId)) {
    return Result.fail({ ...refusal, problem: "not_a_team", sequenceNumber: null })
  }
  return Result.fromNullishOr(earlierState(submission, sequenceNumber), () => ({
    ...refusal,
    problem: "state_unavailable" as const,
    sequenceNumber
  }))
}

/** Only bringing back a single team can exceed the limit: an earlier state of the whole strategy was within it. */
export const teamLimitRefusal = (now: State, then: State, teamId: EntityId | undefined): Rejection | null =>
  teamId === undefined || teamIn(now, teamId) !== undefined || teamIn(then, teamId) === undefined
    ? null
    : limitRefusal("team", HashMap.size(now.teams))

/** An earlier state, in which the objectives of the team to restore have no parent elsewhere that they cannot have now. */
export const restorable = (now: State, then: State, teamId: EntityId | undefined): State => {
  const team = teamId === undefined ? undefined : teamIn(then, teamId)
  const possible = team && withPossibleParents(now, team)
  return possible === undefined || possible === team
    ? then
    : { ...then, teams: HashMap.set(then.teams, possible.id, possible) }
}

const objectiveIdsIn = (state: State, teamId: EntityId): ReadonlyArray<EntityId> =>
  teamIn(state, teamId)?.objectives.map(({ id }) => id) ?? []

/** The restore of a team, with what becomes of parents in it that objectives of other teams have. */
export const withOtherTeams = (
  now: State,
  change: Changed,
  then: State,
  teamId: EntityId,
  stamp: ReturnStamp
): Changed => {
  const [here, back] = [now, then].map((state) => new Set(objectiveIdsIn(state, teamId)))
  const [gone, came] = [
    [...(here ?? [])].filter((id) => !back?.has(id)),
    [...(back ?? [])].filter((id) => !here?.has(id))
  ]
  const orphaned = withoutParents(now, change, gone, "changed_by_restore", stamp)
  return withSupportersAgain(now, orphaned, then, came, "changed_by_restore", stamp)
}

const readSubmission = submissionReader(Targets.strategy, RestoreData)

/** Restores the strategy, or one team, to an earlier state. Every field that differs counts as set by the restore. */
export const restoreHistory: EventDefinition = {
  role: "admin",
  targets: [],
  data: RestoreData,
  decide: (state, submission) => {
    const parsed = readSubmission(state, submission)
    if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
    const { data } = parsed.success
    const found = findThen(state, submission, data)
    if (Result.isFailure(found)) return rejected(state, submission, found.failure)

    const { teamId } = data
    const then = restorable(state, found.success, teamId)
    const stamp = { ...submission, sequenceNumber: state.sequenceNumber + 1 }
    const teams = changedTeamIds(state, then, teamId).flatMap((id) => {
      const restoration = restorationOf(teamIn(state, id), teamIn(then, id), stamp)
      return restoration === null ? [] : [{ id, ...restoration }]
    })
    if (teams.length === 0) return { status: "no_change" }
    const refusal = teamLimitRefusal(state, then, teamId)
    if (refusal !== null) return rejected(state, submission, refusal)

    const change = { teams, touched: teams.flatMap(({ touched }) => touched) }
    const team = teamId === undefined ? undefined : (teamIn(state, teamId) ?? teamIn(then, teamId))
    return {
      ...noEventDetails,
      status: "applied",
      data: { ...data },
      fact: { code: "restored", team: team === undefined ? null : { id: team.id, title: team.name } },
      change: teamId === undefined ? change : withOtherTeams(state, change, then, teamId, stamp)
    }
  },
  evolve: () => null
}
