import { Context, Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import * as AccountLogSql from "../../src/accounts/log/AccountLogSql.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import * as SessionStoreSql from "../../src/accounts/sessions/SessionStoreSql.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import * as UserStoreSql from "../../src/accounts/users/UserStoreSql.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import * as TokenStoreSql from "../../src/identity/TokenStoreSql.ts"
import { databases } from "../support/databases.ts"
import * as TestRandom from "./TestRandom.ts"

/** Stores the accounts. It is started once for a suite, and gives each test empty stores. */
class Backend extends Context.Service<
  Backend,
  { readonly emptyStores: Layer.Layer<UserStore | SessionStore | AccountLog | TokenStore> }
>()("strategy/test/accounts/Backend") {}

const memory = Layer.succeed(Backend, {
  emptyStores: Layer.fresh(
    TokenStore.layerMemory.pipe(
      Layer.provideMerge(SessionStore.layerMemory),
      Layer.provideMerge(UserStore.layerMemory),
      Layer.provideMerge(AccountLog.layerMemory),
      Layer.provide(TestRandom.layer)
    )
  )
})

const ofDatabase = Layer.effect(
  Backend,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const emptied = Layer.effectDiscard(Effect.orDie(sql`TRUNCATE users, account_log CASCADE`))
    return {
      emptyStores: Layer.fresh(
        Layer.mergeAll(TokenStoreSql.layer, UserStoreSql.layer, AccountLogSql.layer).pipe(
          Layer.provideMerge(SessionStoreSql.layer),
          Layer.provide([Layer.succeed(SqlClient.SqlClient, sql), TestRandom.layer, emptied])
        )
      )
    }
  })
)

/** The contract suites run on each of these. */
export const backends = [
  ["memory", memory] as const,
  ...databases.map(([name, database]) => [name, Layer.fresh(Layer.provide(ofDatabase, database))] as const)
]

/** Runs a test on empty stores with its own test clock, while the databases' connections use the real one. */
export const onEmptyStores = <A, E>(test: Effect.Effect<A, E, UserStore | SessionStore | AccountLog | TokenStore>) =>
  test.pipe(
    Effect.provide(Layer.unwrap(Backend.use(({ emptyStores }) => Effect.succeed(emptyStores)))),
    Effect.provide(TestClock.layer(), { local: true }),
    // Hides the log lines of the account log's entries.
    Effect.provideService(References.MinimumLogLevel, "Warn")
  )
