import { mkdtempSync, rmSync, statSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Ref } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as DatabaseSocket from "../../src/sql/DatabaseSocket.ts"
import * as RemoteDatabase from "../../src/sql/RemoteDatabase.ts"
import { sqlState } from "../../src/sql/StorageFault.ts"
import { emptyPgliteDatabase } from "../support/databases.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "strategy-socket-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** A server with a table, a script's client, and the number of times that the server took over what scripts wrote. */
const opened = Effect.gen(function* () {
  const dataDir = yield* folder
  const writes = yield* Ref.make(0)
  const server = yield* Layer.build(
    Layer.provideMerge(
      DatabaseSocket.layer(
        dataDir,
        Ref.update(writes, (count) => count + 1)
      ),
      emptyPgliteDatabase
    )
  ).pipe(Effect.map((context) => Effect.provideContext(context)))
  const sql = yield* server(SqlClient.SqlClient)
  yield* sql`CREATE TABLE numbers (n int PRIMARY KEY, at timestamptz, bytes bytea)`
  const path = DatabaseSocket.socketPath(dataDir)
  const remote = yield* Effect.map(Layer.build(RemoteDatabase.layer(path)), (context) =>
    Effect.provideContext(SqlClient.SqlClient, context)
  )
  return { sql, remote: yield* remote, path, writes: Ref.get(writes) }
})

describe("The socket of an embedded database", () => {
  it.live("runs a script's statements and transactions, with values and errors as they are", () =>
    Effect.gen(function* () {
      const { sql, remote, path, writes } = yield* opened
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      const bytes = new Uint8Array([0, 255])
      yield* remote`INSERT INTO numbers VALUES (${1}, ${"2026-01-02T03:04:05Z"}, ${bytes})`
      const written = yield* sql`SELECT * FROM numbers`
      assert.deepStrictEqual(yield* remote`SELECT * FROM numbers`, written)
      assert.deepStrictEqual(yield* remote`SELECT n FROM numbers`.values, [[1]])
      const again = yield* Effect.flip(remote.withTransaction(remote`INSERT INTO numbers VALUES (1)`))
      assert.isTrue(SqlError.isSqlError(again))
      assert.strictEqual(sqlState(again), "23505")
      yield* remote.withTransaction(
        Effect.andThen(remote`INSERT INTO numbers VALUES (2)`, remote`INSERT INTO numbers VALUES (3)`)
      )
      assert.deepStrictEqual(yield* sql`SELECT n FROM numbers ORDER BY n`, [{ n: 1 }, { n: 2 }, { n: 3 }])
      const before = yield* writes
      assert.isAtLeast(before, 1)
      yield* remote`DELETE FROM numbers`
      yield* Effect.repeat(Effect.andThen(Effect.sleep("5 millis"), writes), { until: (count) => count > before })
    }).pipe(Effect.scoped)
  )

  it.live("isolates a transaction from the server's statements, and rolls it back when the script disconnects", () =>
    Effect.gen(function* () {
      const { sql, remote } = yield* opened
      const isIn = yield* Deferred.make<void>()
      const leaving = yield* Effect.forkChild(
        remote.withTransaction(
          remote`INSERT INTO numbers VALUES (1)`.pipe(
            Effect.andThen(Deferred.succeed(isIn, undefined)),
            Effect.andThen(Effect.never)
          )
        )
      )
      yield* Deferred.await(isIn)
      const waiting = yield* Effect.forkChild(sql`SELECT count(*)::int AS count FROM numbers`)
      yield* Fiber.interrupt(leaving)
      assert.deepStrictEqual(yield* Fiber.join(waiting), [{ count: 0 }])
    }).pipe(Effect.scoped)
  )

  it.live("lets the server's transaction end before a script's statement, and keeps what the server has prepared", () =>
    Effect.gen(function* () {
      const { sql, remote } = yield* opened
      const insert = (n: number) => sql`INSERT INTO numbers VALUES (${n})`
      yield* insert(1)
      yield* remote`SELECT 1`
      const isIn = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const writing = yield* Effect.forkChild(
        insert(2).pipe(
          Effect.andThen(Deferred.succeed(isIn, undefined)),
          Effect.andThen(Deferred.await(end)),
          Effect.andThen(insert(3)),
          sql.withTransaction
        )
      )
      yield* Deferred.await(isIn)
      const reading = yield* Effect.forkChild(remote`SELECT n FROM numbers ORDER BY n`)
      yield* Effect.sleep("50 millis")
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(writing)
      assert.deepStrictEqual(yield* Fiber.join(reading), [{ n: 1 }, { n: 2 }, { n: 3 }])
      const prepared =
        yield* sql`SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'`
      assert.deepStrictEqual(prepared, [{ count: 1 }])
    }).pipe(Effect.scoped)
  )

  it.live("closes a connection that sends anything else", () =>
    Effect.gen(function* () {
      const { sql, path } = yield* opened
      for (const junk of ["GET / HTTP/1.1\r\n\r\n", "\0\0\0\u0003abc", "\u00ff\u00ff\u00ff\u00ff"]) {
        yield* Effect.callback<void>((resume) => {
          const socket = connect(path, () => socket.write(Buffer.from(junk, "latin1")))
          socket.once("close", () => resume(Effect.void))
        })
      }
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
    }).pipe(Effect.scoped)
  )

  it.live("is missed by a script when there is no server", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(RemoteDatabase.layer(join(yield* folder, "server.sock"))))
      assert.strictEqual(error.reason._tag, "ConnectionError")
    }).pipe(Effect.scoped)
  )
})
