import { Effect, Option } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { findTeam, type State } from "../../domain/state/State.ts"
import { refused } from "../ToolRefused.ts"

export const teamIn = (state: State, id: EntityId) =>
  Option.match(findTeam(state, id), {
    onNone: () => Effect.fail(refused("There is no team with this id. Look ids up with find or get_overview.")),
    onSome: Effect.succeed
  })
