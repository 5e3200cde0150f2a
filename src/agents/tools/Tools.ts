import { Effect } from "effect"
import { Toolkit } from "effect/ai"
import { currentCaller } from "../Caller.ts"
import type { Change } from "../ChangeEnvelopes.ts"
import { ChangeSets } from "../ChangeSets.ts"
import { refused } from "../ToolRefused.ts"
import * as ChangeTools from "./ChangeTools.ts"
import * as LogHandlers from "./LogHandlers.ts"
import * as ReadTools from "./ReadTools.ts"
import * as StrategyHandlers from "./ToolHandlers.ts"

export const toolkit = Toolkit.make(
  ReadTools.getOverview,
  ReadTools.find,
  ReadTools.getTeam,
  ReadTools.getObjective,
  ReadTools.getChanges,
  ReadTools.getHistory,
  ReadTools.getDeck,
  ChangeTools.checkIn,
  ChangeTools.previewChanges,
  ChangeTools.applyChanges,
  ChangeTools.undoChanges
)

/** The tools over the services of the server. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const strategy = yield* StrategyHandlers.make
    const log = yield* LogHandlers.make
    const changeSets = yield* ChangeSets

    return toolkit.of({
      get_overview: strategy.getOverview,
      find: strategy.find,
      get_team: strategy.getTeam,
      get_objective: strategy.getObjective,
      get_deck: strategy.getDeck,
      get_changes: log.getChanges,
      get_history: log.getHistory,
      check_in: Effect.fnUntraced(function* ({ measureId, lastSeenSequence, idempotencyKey, ...data }) {
        const event: Change = {
          eventType: "update_progress_value",
          targetId: measureId,
          data: {
            value: data.value,
            ...(data.confidence === undefined ? undefined : { confidence: data.confidence }),
            ...(data.note === undefined ? undefined : { note: data.note })
          },
          lastSeenSequence
        }
        const { changeSetId, outcomes } = yield* changeSets.apply(yield* currentCaller, {
          events: [event],
          name: "Check-in",
          idempotencyKey
        })
        const [outcome] = outcomes
        return outcome === undefined ? yield* refused("Nothing was recorded.") : { changeSetId, outcome }
      }),
      preview_changes: Effect.fnUntraced(function* ({ events }) {
        return yield* changeSets.preview(yield* currentCaller, events)
      }),
      apply_changes: Effect.fnUntraced(function* (set) {
        return yield* changeSets.apply(yield* currentCaller, set)
      }),
      undo_changes: Effect.fnUntraced(function* ({ changeSetId }) {
        return yield* changeSets.undo(yield* currentCaller, changeSetId)
      })
    })
  })
)
