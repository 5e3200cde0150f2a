import { readFileSync } from "node:fs"
import { NodeCrypto } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { Users } from "../../src/accounts/Users.ts"
import { Planner } from "../../src/log/Planner.ts"
import { Projector } from "../../src/log/Projector.ts"
import { Rebuild } from "../../src/log/Rebuild.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { entityId, userId } from "../log/Samples.ts"
import { freshDatabase } from "../support/databases.ts"

/** The statements README gives. */
const granted = (role: string): ReadonlyArray<string> =>
  (/```sql\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "")
    .replaceAll("strategy_server", role)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

it.live("the role of README serves, and may not touch what is written", () =>
  Effect.gen(function* () {
    const url = Redacted.value(yield* freshDatabase)
    const role = `server_${new URL(url).pathname.slice(1)}`
    const owner = Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))
    yield* Effect.acquireRelease(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const statements = granted(role)
        assert.isAbove(statements.length, 2)
        for (const statement of statements) yield* sql.unsafe(statement)
      }).pipe(Effect.provide(owner)),
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql.unsafe(`DROP OWNED BY ${role}`)
          yield* sql.unsafe(`DROP ROLE ${role}`)
        }).pipe(Effect.provide(PostgresDatabase.layer(Redacted.make(url))), Effect.orDie)
    )

    const limited = new URL(url)
    limited.username = role
    limited.password = "choose one"
    const database = Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(limited.href)))
    const services = App.services.pipe(
      Layer.provide([App.sqlStores, PasswordHasher.layerWith({ iterations: 10 })]),
      Layer.provide(NodeCrypto.layerSecureRandom),
      Layer.provideMerge(database)
    )
    yield* Effect.gen(function* () {
      const { submit } = yield* Planner
      const users = yield* Users
      const sql = yield* SqlClient.SqlClient
      const created = yield* submit({
        actorId: userId(1),
        actorName: "ada",
        eventType: "create_team",
        targetId: null,
        data: { id: entityId(1), name: "Team", color: "#000000" },
        lastSeenSequence: null,
        idempotency: { key: "key", requestHash: "hash" }
      })
      assert.strictEqual(created.status, "applied")
      assert.strictEqual((yield* (yield* Projector).state).sequenceNumber, 1)
      const ada = yield* users.create("ada", "correct horse", "viewer")
      assert.strictEqual(ada.username, "ada")
      const rebuilt = yield* (yield* Rebuild).run()
      assert.strictEqual(rebuilt.eventsProcessed, 1)
      for (const attempt of [
        sql`UPDATE events SET actor_name = 'eve'`,
        sql`DELETE FROM events`,
        sql`TRUNCATE events`
      ]) {
        const { reason } = yield* Effect.flip(attempt)
        assert.strictEqual(reason._tag, "AuthorizationError")
      }
    }).pipe(Effect.provide(services))
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
)
