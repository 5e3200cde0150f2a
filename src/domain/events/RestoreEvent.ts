import { HashMap, Option, Result } from "effect"
import { quoted } from "../../shared/Quoted.ts"
import type { Submission } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { State, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { entityLimitReason } from "./Creation.ts"
import { type EventDefinition, noEventDetails, rejected, submissionReader } from "./EventDefinition.ts"
import { earlierState, RestoreData } from "./RestoreData.ts"
import { restorationOf, type TeamRestoration } from "./TeamRestore.ts"

const teamIn = (state: State, id: EntityId): Team | undefined => Option.getOrUndefined(HashMap.get(state.teams, id))

const wasEverTeam = (state: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(state.entities, id), (ref) => ref.type === "team")

/** The sorted ids of teams that may differ; the others are the same object. */
export const changedTeamIds = (now: State, then: State, teamId: EntityId | undefined): ReadonlyArray<EntityId> => {
  const ids = teamId === undefined ? new Set([...HashMap.keys(now.teams), ...HashMap.keys(then.teams)]) : [teamId]
  return Array.from(ids)
    .filter((id) => teamIn(now, id) !== teamIn(then, id))
    .sort()
}

/** The state to restore, or the reason why there is none. */
const findThen = (
  state: State,
  submission: Submission,
  { sequenceNumber, teamId }: RestoreData
): Result.Result<State, string> => {
  if (sequenceNumber >= state.sequenceNumber) {
    return Result.fail(`sequenceNumber must be below the latest event, ${state.sequenceNumber}`)
  }
  if (teamId !== undefined && !wasEverTeam(state, teamId)) return Result.fail("teamId does not name a team")
  return Result.fromNullishOr(
    earlierState(submission, sequenceNumber),
    () => `the state after event ${sequenceNumber} is not available`
  )
}

/** Only bringing back a single team can exceed the limit: an earlier state of the whole strategy was within it. */
const teamLimitReason = (now: State, then: State, teamId: EntityId | undefined): string | null =>
  teamId === undefined || teamIn(now, teamId) !== undefined || teamIn(then, teamId) === undefined
    ? null
    : entityLimitReason("team", HashMap.size(now.teams))

const readSubmission = submissionReader(Targets.strategy, RestoreData)

/** What a restore makes of the teams that it changes. */
export const restorations = (
  now: State,
  then: State,
  { sequenceNumber, teamId }: RestoreData,
  stamp: Targets.ChangeStamp
): ReadonlyArray<TeamRestoration & { readonly id: EntityId }> =>
  changedTeamIds(now, then, teamId).flatMap((id) => {
    const restoration = restorationOf(teamIn(now, id), teamIn(then, id), sequenceNumber, stamp)
    return restoration === null ? [] : [{ id, ...restoration }]
  })

/** Restores the strategy, or one team, to an earlier state. Every field that differs counts as set by the restore. */
export const restoreHistory: EventDefinition = {
  role: "admin",
  target: null,
  data: RestoreData,
  decide: (state, submission) => {
    const parsed = readSubmission(state, submission)
    if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
    const { data } = parsed.success
    const found = findThen(state, submission, data)
    if (Result.isFailure(found)) return rejected(state, submission, found.failure)

    const then = found.success
    const { sequenceNumber, teamId } = data
    const teams = restorations(state, then, data, { ...submission, sequenceNumber: state.sequenceNumber + 1 })
    if (teams.length === 0) return { status: "no_change" }
    const reason = teamLimitReason(state, then, teamId)
    if (reason !== null) return rejected(state, submission, reason)

    const team = teamId === undefined ? undefined : (teamIn(state, teamId) ?? teamIn(then, teamId))
    const subject = team === undefined ? "the strategy" : `team ${quoted(team.name)}`
    return {
      ...noEventDetails,
      status: "applied",
      data: { ...data },
      description: `restored ${subject} to event ${sequenceNumber}`,
      change: {
        teams,
        touched: teams.flatMap(({ removed, returned, changed }) => [...removed, ...returned, ...changed])
      }
    }
  },
  evolve: () => null
}
