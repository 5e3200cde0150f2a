import { readFileSync } from "node:fs"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { Login } from "../../src/accounts/passwords/Login.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { Rebuild } from "../../src/log/maintenance/Rebuild.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { entityId, userId } from "../log/Samples.ts"
import { freshDatabase } from "../support/databases.ts"

/** The statements in the documents, with the given role. */
const granted = (role: string): ReadonlyArray<string> =>
  (/```sql\n([\s\S]*?)```/.exec(readFileSync("docs/operate.md", "utf8"))?.[1] ?? "")
    .replaceAll("strategy_server", role)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

it.live("the role that the documents describe can serve, and cannot change events", () =>
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
      Layer.provideMerge(App.sqlStores),
      Layer.provide([PasswordHasher.layerWith({ iterations: 10 })]),
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
      assert.strictEqual((yield* (yield* Login).login("ada", "correct horse")).user.username, "ada")
      const accountLog = yield* AccountLog
      const counted = {
        action: "login_failed",
        actorName: null,
        subjectName: "eve",
        address: null,
        requestId: null
      } as const
      const time = "2025-01-01T00:00:00.000Z"
      for (const count of [1, 2]) {
        yield* accountLog.count([{ ...counted, timestamp: time, lastAt: time, count, detail: null, countedFrom: 0 }])
      }
      const { entries } = yield* accountLog.page({ limit: 10 })
      assert.deepStrictEqual(
        entries.map(({ action, count }) => [action, count]),
        [
          ["login", 1],
          ["user_created", 1],
          ["login_failed", 3]
        ]
      )
      assert.strictEqual(yield* accountLog.purge(Date.parse("2025-02-01")), 1)
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

it.live("a role that was made before the account log existed may write to it after the update; no other role may", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const name = new URL(Redacted.value(url)).pathname.slice(1)
    const [server, reader] = [`server_${name}`, `reader_${name}`]
    const before = Object.fromEntries(Object.entries(Migrations.manifest).filter(([file]) => file < "0003"))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(before)
      yield* Effect.acquireRelease(
        Effect.forEach([server, reader], (role) => sql.unsafe(`CREATE ROLE ${role}`), { discard: true }),
        () =>
          Effect.forEach([server, reader], (role) =>
            Effect.andThen(sql.unsafe(`DROP OWNED BY ${role}`), sql.unsafe(`DROP ROLE ${role}`))
          ).pipe(Effect.orDie)
      )
      yield* sql.unsafe(`GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions TO ${server}`)
      yield* sql.unsafe(`GRANT SELECT ON users, sessions TO ${reader}`)
      yield* Migrations.run(Migrations.manifest)
      const granted = yield* sql`
        SELECT DISTINCT grantee, privilege_type FROM information_schema.role_table_grants
        WHERE table_name = 'account_log' AND grantee IN (${server}, ${reader}) ORDER BY 2`
      assert.deepStrictEqual(
        granted,
        ["DELETE", "INSERT", "SELECT", "UPDATE"].map((privilege_type) => ({ grantee: server, privilege_type }))
      )
    }).pipe(Effect.scoped, Effect.provide(PostgresDatabase.layer(url)))
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
)
