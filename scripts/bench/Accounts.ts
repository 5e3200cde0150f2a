import { Effect, Layer, Logger, Redacted } from "effect"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import * as SessionStoreSql from "../../src/accounts/SessionStoreSql.ts"
import { parseUsername } from "../../src/accounts/Username.ts"
import { UserStore } from "../../src/accounts/UserStore.ts"
import * as UserStoreSql from "../../src/accounts/UserStoreSql.ts"
import * as RandomBytes from "../../src/RandomBytes.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** The server's limit of streams per user. */
const streamsPerUser = 20

/** One iteration is enough, since nobody signs in as these readers. */
const hasher = PasswordHasher.layerWith({ iterations: 1 })

/** Creates as many viewers with a session as the streams need; returns a token for each stream. */
export const tokens = Effect.fn("Accounts.tokens")(function* (name: string, streams: number) {
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(name))
  const count = Math.ceil(streams / streamsPerUser)
  const made = yield* Effect.forEach(
    Array.from({ length: count }, (_, n) => `${name} ${n}`),
    Effect.fnUntraced(function* (text) {
      const user = yield* users.create({ username: yield* parseUsername(text), role: "viewer", passwordHash })
      return Redacted.value((yield* sessions.create(user)).token)
    }),
    { concurrency: 4 }
  )
  return Array.from({ length: streams }, (_, n) => made[n % count] ?? "")
}, Effect.provide(hasher))

/** Runs `tokens` on a migrated PostgreSQL database. */
export const tokensIn = (url: string, name: string, streams: number) =>
  tokens(name, streams).pipe(
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
