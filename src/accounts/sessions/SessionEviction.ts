import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { UserId } from "../../domain/entities/Ids.ts"
import { Listener } from "../../sql/Listener.ts"
import { evictionChannel } from "./EvictionChannel.ts"
import { isFreshSince } from "./SessionFreshness.ts"
import { SessionStore } from "./SessionStore.ts"

/** While nothing is heard of other servers, open streams check their sessions this often. */
const staleEvictionInterval = Duration.millis(500)

const decodeUserId = Schema.decodeUnknownEffect(UserId)

const never = () => false

/**
 * Listens on PostgreSQL for users whose sessions or role another server changed, and evicts them here. The cache is
 * used only while it is proved that the notifications arrive. The embedded database does not need it, having one
 * server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const clock = yield* Clock.Clock
    let isFresh = never

    const distrustCache = Effect.suspend(() => {
      isFresh = never
      return sessions.evictAll
    })

    yield* sessions.trustCacheWhile(() => isFresh())
    yield* (yield* Listener).subscribe(evictionChannel, {
      connected: distrustCache,
      lost: distrustCache,
      notified: (payload) =>
        decodeUserId(payload).pipe(
          Effect.flatMap(sessions.evictUser),
          Effect.catchTag("SchemaError", () => sessions.evictAll)
        ),
      proved: (asOf) =>
        Effect.suspend(() => {
          // While nothing proved that notifications arrive, one may have been lost: what was cached until now is evicted.
          const before = isFresh() ? Effect.void : sessions.evictAll
          return Effect.map(before, () => {
            isFresh = isFreshSince(clock, asOf)
          })
        })
    })

    yield* Effect.suspend(() => (isFresh() ? Effect.void : sessions.evictAll)).pipe(
      Effect.andThen(Effect.sleep(staleEvictionInterval)),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
