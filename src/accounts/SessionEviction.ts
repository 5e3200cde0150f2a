import { Duration, Effect, Layer, Ref, Schema } from "effect"
import { UserId } from "../domain/Ids.ts"
import { Listener } from "../sql/Listener.ts"
import { channel } from "./Eviction.ts"
import { SessionStore } from "./SessionStore.ts"

/** How long an ended session may still be believed while nothing can be heard of other servers. */
const patience = Duration.millis(500)

const decodeUserId = Schema.decodeUnknownEffect(UserId)

/**
 * Hears on PostgreSQL whose sessions or role another server changed, and evicts them here. While nothing is heard
 * nothing stays cached for long. Not for the embedded database: it has one server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const heard = yield* Ref.make(false)

    yield* (yield* Listener).subscribe(channel, {
      connected: Effect.andThen(sessions.evictAll, Ref.set(heard, true)),
      lost: Effect.andThen(Ref.set(heard, false), sessions.evictAll),
      notified: (payload) =>
        decodeUserId(payload).pipe(
          Effect.flatMap(sessions.evictUser),
          Effect.catchTag("SchemaError", () => sessions.evictAll)
        )
    })

    yield* Ref.get(heard).pipe(
      Effect.flatMap((isHeard) => (isHeard ? Effect.void : sessions.evictAll)),
      Effect.andThen(Effect.sleep(patience)),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
