import { HashMap, Option, Result } from "effect"
import type { EntityId } from "../entities/Ids.ts"
import { quoted } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import type { State, Team } from "../state/State.ts"
import { fullOf } from "./Creation.ts"
import { type Change, type Definition, noFindings, opening, rejected } from "./Definition.ts"
import { type Past, RestoreData, restoreData } from "./Past.ts"
import { restoration } from "./Restoration.ts"

const teamIn = (state: State, id: EntityId): Team | undefined => Option.getOrUndefined(HashMap.get(state.teams, id))

const everTeam = (state: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(state.entities, id), (ref) => ref.type === "team")

/** Teams that may differ, by id. */
const concerned = (now: State, then: State, teamId: EntityId | undefined): ReadonlyArray<EntityId> => {
  const ids = teamId === undefined ? new Set([...HashMap.keys(now.teams), ...HashMap.keys(then.teams)]) : [teamId]
  return Array.from(ids)
    .filter((id) => teamIn(now, id) !== teamIn(then, id))
    .sort()
}

/** The state to go back to, or why there is none. */
const target = (state: State, { sequenceNumber, teamId }: RestoreData, past: Past): Result.Result<State, string> => {
  if (sequenceNumber >= state.sequenceNumber) {
    return Result.fail(`sequenceNumber must be below the latest event, ${state.sequenceNumber}`)
  }
  if (teamId !== undefined && !everTeam(state, teamId)) return Result.fail("teamId does not name a team")
  return Result.fromNullishOr(past(sequenceNumber), () => `the state after event ${sequenceNumber} is not available`)
}

/** A whole strategy kept within the limits then; one team comes back among those of now. */
const refusal = (now: State, then: State, teamId: EntityId | undefined): string | null =>
  teamId === undefined || teamIn(now, teamId) !== undefined || teamIn(then, teamId) === undefined
    ? null
    : fullOf("team", HashMap.size(now.teams))

const open = opening(Place.strategy, RestoreData)

/** The strategy, or one team, becomes what it was; every field that differs counts as set by the restore. */
export const restoreHistory: Definition = {
  role: "admin",
  target: null,
  data: RestoreData,
  judge: (state, submission, past) => {
    const opened = open(state, submission)
    if (Result.isFailure(opened)) return rejected(state, submission, opened.failure)
    const { data } = opened.success
    const found = target(state, data, past)
    if (Result.isFailure(found)) return rejected(state, submission, found.failure)

    const then = found.success
    const { sequenceNumber, teamId } = data
    const stamp = { ...submission, sequenceNumber: state.sequenceNumber + 1 }
    const isChange = concerned(state, then, teamId).some(
      (id) => restoration(teamIn(state, id), teamIn(then, id), sequenceNumber, stamp) !== null
    )
    if (!isChange) return { status: "no_change" }
    const reason = refusal(state, then, teamId)
    if (reason !== null) return rejected(state, submission, reason)

    const team = teamId === undefined ? undefined : (teamIn(state, teamId) ?? teamIn(then, teamId))
    const subject = team === undefined ? "the strategy" : `team ${quoted(team.name)}`
    return {
      ...noFindings,
      status: "applied",
      data: { ...data },
      description: `restored ${subject} to event ${sequenceNumber}`
    }
  },
  evolve: (state, event, past): Change | null => {
    const data = Option.getOrUndefined(restoreData(event))
    const then = data && past(data.sequenceNumber)
    if (data === undefined || then === undefined) return null
    const restorations = concerned(state, then, data.teamId).flatMap((id) => {
      const made = restoration(teamIn(state, id), teamIn(then, id), data.sequenceNumber, event)
      return made === null ? [] : [{ id, ...made }]
    })
    const born = restorations
      .flatMap(({ came }) => came)
      .flatMap(({ entityId: id }) =>
        Option.match(HashMap.get(then.entities, id), { onNone: () => [], onSome: (ref) => [{ id, ref }] })
      )
    return {
      teams: restorations.map(({ id, team }) => ({ id, team })),
      born,
      died: restorations.flatMap(({ went }) => went.map(({ entityId }) => entityId)),
      touched: restorations.flatMap(({ went, came, changed }) => [...went, ...came, ...changed])
    }
  }
}
