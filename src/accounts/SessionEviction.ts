import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Queue, Ref, Schema } from "effect"
import { UserId } from "../domain/Ids.ts"
import { SessionStore } from "./SessionStore.ts"
import { channel } from "./SessionStoreSql.ts"

/** How long an ended session may still be believed while nothing can be heard of other servers. */
const patience = Duration.millis(500)

const decodeUserId = Schema.decodeUnknownEffect(UserId)

/**
 * Hears on PostgreSQL whose sessions or role another server changed, and evicts them here. While it is not connected
 * nothing stays cached for long. Not for the embedded database: it has one server, and one connection.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const sessions = yield* SessionStore
    const connected = yield* Ref.make(false)

    const follow = Effect.gen(function* () {
      const notifications = yield* pg.listen(channel)
      yield* sessions.evictAll
      yield* Ref.set(connected, true)
      return yield* Queue.take(notifications).pipe(
        Effect.flatMap(({ payload }) => decodeUserId(payload)),
        Effect.flatMap(sessions.evictUser),
        Effect.catchTag("SchemaError", () => sessions.evictAll),
        Effect.forever
      )
    }).pipe(
      Effect.scoped,
      // Once per loss, not for each try to connect again.
      Effect.catchCause((cause) =>
        Effect.flatMap(Ref.getAndSet(connected, false), (was) =>
          was ? Effect.logWarning("Lost the connection that tells of other servers' sessions", cause) : Effect.void
        )
      ),
      Effect.andThen(Effect.sleep(patience)),
      Effect.forever
    )

    const distrust = Ref.get(connected).pipe(
      Effect.flatMap((heard) => (heard ? Effect.void : sessions.evictAll)),
      Effect.andThen(Effect.sleep(patience)),
      Effect.forever
    )

    yield* Effect.forkScoped(follow)
    yield* Effect.forkScoped(distrust)
  })
)
