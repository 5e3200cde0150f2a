import { Cache, Duration, Effect, Exit } from "effect"
import { Conflict } from "../../api/Errors.ts"
import type { ChangeSetId, UserId } from "../../domain/entities/Ids.ts"
import { ProvenanceStore } from "../../log/store/ProvenanceStore.ts"

/** How many owners are remembered: an import sends thousands of events of one set. */
const capacity = 1_000

const taken = new Conflict({
  message: "This change set belongs to another user. Use an id of your own for new changes.",
  code: "change_set_taken"
})

/** Makes the function that fails unless a change set is the user's, or nobody's so far. */
export const make = Effect.gen(function* () {
  const provenance = yield* ProvenanceStore
  const owners = yield* Cache.makeWith(
    (id: ChangeSetId) => Effect.map(provenance.ownerOf(id), (userId) => ({ userId })),
    { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero) }
  )

  return Effect.fnUntraced(function* (id: ChangeSetId, userId: UserId) {
    const owner = yield* Cache.get(owners, id)
    // Whoever asks first has it, before its first event is written.
    owner.userId ??= userId
    if (owner.userId !== userId) return yield* taken
  })
})
