import { HashMap, Option, Result } from "effect"
import { quoted } from "../../shared/Quoted.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { State, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { entityLimitReason } from "./Creation.ts"
import { type Change, type EventDefinition, noEventDetails, rejected, submissionReader } from "./EventDefinition.ts"
import { type Past, RestoreData, restoreData } from "./Past.ts"
import { restorationOf } from "./TeamRestore.ts"

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
const findPastState = (
  state: State,
  { sequenceNumber, teamId }: RestoreData,
  past: Past
): Result.Result<State, string> => {
  if (sequenceNumber >= state.sequenceNumber) {
    return Result.fail(`sequenceNumber must be below the latest event, ${state.sequenceNumber}`)
  }
  if (teamId !== undefined && !wasEverTeam(state, teamId)) return Result.fail("teamId does not name a team")
  return Result.fromNullishOr(past(sequenceNumber), () => `the state after event ${sequenceNumber} is not available`)
}

/** Only bringing back a single team can exceed the limit: an earlier state of the whole strategy was within it. */
const teamLimitReason = (now: State, then: State, teamId: EntityId | undefined): string | null =>
  teamId === undefined || teamIn(now, teamId) !== undefined || teamIn(then, teamId) === undefined
    ? null
    : entityLimitReason("team", HashMap.size(now.teams))

const readSubmission = submissionReader(Targets.strategy, RestoreData)

/** Restores the strategy, or one team, to an earlier state. Every field that differs counts as set by the restore. */
export const restoreHistory: EventDefinition = {
  role: "admin",
  target: null,
  data: RestoreData,
  decide: (state, submission, past) => {
    const parsed = readSubmission(state, submission)
    if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
    const { data } = parsed.success
    const found = findPastState(state, data, past)
    if (Result.isFailure(found)) return rejected(state, submission, found.failure)

    const then = found.success
    const { sequenceNumber, teamId } = data
    const stamp = { ...submission, sequenceNumber: state.sequenceNumber + 1 }
    const isChange = changedTeamIds(state, then, teamId).some(
      (id) => restorationOf(teamIn(state, id), teamIn(then, id), sequenceNumber, stamp) !== null
    )
    if (!isChange) return { status: "no_change" }
    const reason = teamLimitReason(state, then, teamId)
    if (reason !== null) return rejected(state, submission, reason)

    const team = teamId === undefined ? undefined : (teamIn(state, teamId) ?? teamIn(then, teamId))
    const subject = team === undefined ? "the strategy" : `team ${quoted(team.name)}`
    return {
      ...noEventDetails,
      status: "applied",
      data: { ...data },
      description: `restored ${subject} to event ${sequenceNumber}`
    }
  },
  evolve: (state, event, past): Change | null => {
    const data = Option.getOrUndefined(restoreData(event))
    const then = data && past(data.sequenceNumber)
    if (data === undefined || then === undefined) return null
    const restorations = changedTeamIds(state, then, data.teamId).flatMap((id) => {
      const restoration = restorationOf(teamIn(state, id), teamIn(then, id), data.sequenceNumber, event)
      return restoration === null ? [] : [{ id, ...restoration }]
    })
    const added = restorations
      .flatMap(({ returned }) => returned)
      .flatMap(({ entityId: id }) =>
        Option.match(HashMap.get(then.entities, id), { onNone: () => [], onSome: (ref) => [{ id, ref }] })
      )
    return {
      teams: restorations.map(({ id, team }) => ({ id, team })),
      added,
      deletedIds: restorations.flatMap(({ removed }) => removed.map(({ entityId }) => entityId)),
      touched: restorations.flatMap(({ removed, returned, changed }) => [...removed, ...returned, ...changed])
    }
  }
}
