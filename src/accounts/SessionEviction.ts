import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { UserId } from "../domain/entities/Ids.ts"
import { Listener } from "../sql/Listener.ts"
import { channel } from "./EvictionChannel.ts"
import { countsSince } from "./SessionFreshness.ts"
import { SessionStore } from "./SessionStore.ts"

/** How long an open stream of an ended session may go on unasked while nothing is heard of other servers. */
const patience = Duration.millis(500)

const decodeUserId = Schema.decodeUnknownEffect(UserId)

const never = () => false

/**
 * Hears on PostgreSQL whose sessions or role another server changed, and evicts them here. What is cached counts only
 * as long as it is proved that this is heard. Not for the embedded database: it has one server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const clock = yield* Clock.Clock
    let isFresh = never

    const forget = Effect.suspend(() => {
      isFresh = never
      return sessions.evictAll
    })

    yield* sessions.believeWhile(() => isFresh())
    yield* (yield* Listener).subscribe(channel, {
      connected: forget,
      lost: forget,
      notified: (payload) =>
        decodeUserId(payload).pipe(
          Effect.flatMap(sessions.evictUser),
          Effect.catchTag("SchemaError", () => sessions.evictAll)
        ),
      proved: (asOf) =>
        Effect.suspend(() => {
          // What was cached before a time without proof stays doubtful, whatever was heard since.
          const before = isFresh() ? Effect.void : sessions.evictAll
          return Effect.map(before, () => {
            isFresh = countsSince(clock, asOf)
          })
        })
    })

    yield* Effect.suspend(() => (isFresh() ? Effect.void : sessions.evictAll)).pipe(
      Effect.andThen(Effect.sleep(patience)),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
