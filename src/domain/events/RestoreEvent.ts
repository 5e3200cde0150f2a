import { HashMap, Option, Result, Schema } from "effect"
import { type Definition, opening, rejected } from "../Definition.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import type { State } from "../State.ts"

const data = Schema.Struct({ sequenceNumber: Fields.sequenceNumber, teamId: Schema.optionalKey(EntityId) })

const everTeam = (state: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(state.entities, id), (ref) => ref.type === "team")

const refusal = (state: State, { sequenceNumber, teamId }: typeof data.Type): string => {
  if (sequenceNumber >= state.sequenceNumber) {
    return `sequenceNumber must be below the latest event, ${state.sequenceNumber}`
  }
  if (teamId !== undefined && !everTeam(state, teamId)) return "teamId does not name a team"
  return "restoring is not available in this version yet"
}

const open = opening(Place.strategy, data)

export const restoreHistory: Definition = {
  role: "admin",
  target: null,
  data,
  judge: (state, submission) => {
    const opened = open(state, submission)
    const reason = Result.isFailure(opened) ? opened.failure : refusal(state, opened.success.data)
    return rejected(state, submission, reason)
  },
  evolve: () => null
}
