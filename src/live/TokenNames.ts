import { Cause, Effect } from "effect"
import { ProvenanceStore } from "../log/store/ProvenanceStore.ts"
import { briefly } from "../sql/BoundedClient.ts"
import type { Ring } from "./Ring.ts"

/** Frames named at a time. */
const maxNamedAtOnce = 1_000

/**
 * Names frames whenever a client waits for that, then calls `named`: those of events that were read from the log, since
 * those that this server has just written have their names.
 */
export const lookUp = Effect.fnUntraced(function* (ring: Ring, named: () => void) {
  const provenance = yield* ProvenanceStore
  const lookUpOnce = Effect.gen(function* () {
    yield* ring.namesWanted.await
    ring.namesWanted.closeUnsafe()
    const unnamed = ring.takeUnnamed(maxNamedAtOnce)
    const found = yield* briefly(provenance.of(unnamed)).pipe(
      // The streams go on without the names.
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => Effect.as(Effect.logDebug("Could not read the names of tokens.", cause), [])
      )
    )
    ring.nameFrames(unnamed, new Map(found.map(({ sequenceNumber, tokenName }) => [sequenceNumber, tokenName])))
    named()
  })
  yield* Effect.forkScoped(Effect.forever(lookUpOnce))
})
