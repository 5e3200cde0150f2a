import { Effect } from "effect"
import { currentCaller } from "../Caller.ts"
import type { Change } from "../ChangeEnvelopes.ts"
import { ChangeSets } from "../ChangeSets.ts"
import { refused } from "../ToolRefused.ts"
import { agentOutcome, checkInRefusal } from "./AgentOutcome.ts"
import { applyChanges, checkIn, maxListed, previewChanges, undoChanges } from "./ChangeTools.ts"
import { serve } from "./Definition.ts"

const inAll = (list: ReadonlyArray<unknown>): number | null => (list.length > maxListed ? list.length : null)

export const make = Effect.gen(function* () {
  const changeSets = yield* ChangeSets

  return [
    serve(
      checkIn,
      Effect.fnUntraced(function* ({ measureId, lastSeenSequence, idempotencyKey, ...rest }) {
        const event: Change = {
          eventType: "update_progress_value",
          targetId: measureId,
          data: Object.fromEntries(
            Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
          ),
          lastSeenSequence
        }
        const set = { events: [event], name: "Check-in", idempotencyKey }
        const { changeSetId, outcomes } = yield* changeSets.apply(yield* currentCaller, set)
        const [outcome] = outcomes
        if (outcome === undefined) return yield* refused("Nothing was recorded.")
        if (outcome.status === "rejected") return yield* refused(checkInRefusal(measureId, outcome))
        return { changeSetId, outcome }
      })
    ),
    serve(
      previewChanges,
      Effect.fnUntraced(function* ({ events }) {
        const preview = yield* changeSets.preview(yield* currentCaller, events)
        return { ...preview, outcomes: preview.outcomes.map(agentOutcome) }
      })
    ),
    serve(
      applyChanges,
      Effect.fnUntraced(function* (set) {
        const applied = yield* changeSets.apply(yield* currentCaller, set)
        return { ...applied, outcomes: applied.outcomes.map(agentOutcome) }
      })
    ),
    serve(
      undoChanges,
      Effect.fnUntraced(function* ({ changeSetId }) {
        const { undone, left } = yield* changeSets.undo(yield* currentCaller, changeSetId)
        return {
          ...{ undone: undone.slice(0, maxListed), undoneInAll: inAll(undone) },
          ...{ left: left.slice(0, maxListed), leftInAll: inAll(left) }
        }
      })
    )
  ]
})
