import { Effect, Layer, Logger, Redacted } from "effect"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import * as SessionStoreSql from "../../src/accounts/SessionStoreSql.ts"
import { parseUsername } from "../../src/accounts/Username.ts"
import { UserStore } from "../../src/accounts/UserStore.ts"
import * as UserStoreSql from "../../src/accounts/UserStoreSql.ts"
import * as RandomBytes from "../../src/RandomBytes.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { numbers } from "./Team.ts"

/** The server's limit of streams per user. */
const streamsPerUser = 20

/** One iteration is enough, since nobody signs in as these readers. */
const hasher = PasswordHasher.layerWith({ iterations: 1 })

/** Creates as many viewers with a session as the streams need; returns a token for each stream. */
export const tokens = Effect.fn("Accounts.tokens")(function* (streams: number) {
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const passwordHash = yield* PasswordHasher.use(({ hash }) => hash("reader"))
  const made = yield* Effect.forEach(
    numbers(Math.ceil(streams / streamsPerUser)),
    Effect.fnUntraced(function* (n) {
      const username = yield* parseUsername(`reader ${n}`)
      const user = yield* users.create({ username, role: "viewer", passwordHash })
      return Redacted.value((yield* sessions.create(user)).token)
    }),
    { concurrency: 4 }
  )
  return numbers(streams).map((n) => made[n % made.length] ?? "")
}, Effect.provide(hasher))

/** Runs `tokens` on a migrated PostgreSQL database. */
export const tokensIn = (url: string, streams: number) =>
  tokens(streams).pipe(
    Effect.provide(
      SessionStoreSql.layer.pipe(
        Layer.provideMerge(UserStoreSql.layer),
        Layer.provide(PostgresDatabase.layer(Redacted.make(url))),
        Layer.provideMerge(RandomBytes.layer),
        Layer.provideMerge(Logger.layer([]))
      )
    ),
    Effect.orDie
  )
