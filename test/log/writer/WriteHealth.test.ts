import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import * as PostgresDatabase from "../../../src/sql/PostgresDatabase.ts"
import { databases } from "../../support/databases.ts"
import { asOwner, servedDatabase } from "../../support/limitedRole.ts"
import { oneMore } from "../Samples.ts"

/** Makes inserts fail as on a full disk. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END $$`
  yield* sql`CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION no_room()`
})

const makeRoom = SqlClient.SqlClient.use((sql) => sql`DROP TRIGGER full_disk ON events`)

const rows = SqlClient.SqlClient.use(
  (sql) => sql`SELECT (SELECT sequence_number FROM log_head)::int AS head, (SELECT count(*) FROM events)::int AS events`
)

/** Appends one event at the head. */
const write = Effect.gen(function* () {
  const { append, head } = yield* EventStore
  const { sequenceNumber } = yield* head
  return yield* append(sequenceNumber, [], oneMore(sequenceNumber, sequenceNumber + 1))
})

const takesWrites = EventStore.use((store) => store.takesWrites)

const noted = () => {
  const lines: Array<string> = []
  return { lines, logger: Logger.layer([Logger.make(({ logLevel, message }) => lines.push(`${logLevel} ${message}`))]) }
}

const isFull = "Warn The database is not accepting writes: could not extend file: No space left on device."
const isWellAgain = "Info The database is accepting writes again."

for (const [name, database] of databases) {
  describe(`A full disk on ${name}`, () => {
    it.effect("is noticed when an append fails, and over as soon as an append or a trial succeeds", () => {
      const { lines, logger } = noted()
      return Effect.gen(function* () {
        yield* fill
        assert.isFalse(yield* takesWrites, "before the first append")
        yield* makeRoom
        yield* write
        lines.splice(0)
        assert.isTrue(yield* takesWrites)
        yield* fill
        const error = yield* Effect.flip(write)
        assert.instanceOf(error, StorageError)
        assert.deepStrictEqual([error.unavailable, error.message], [true, "The database is not accepting writes."])
        assert.isFalse(yield* takesWrites)
        yield* Effect.flip(write)
        yield* TestClock.adjust("5 seconds")
        assert.isFalse(yield* takesWrites, "after a trial that failed")
        yield* makeRoom
        assert.isFalse(yield* takesWrites, "another trial would be too soon")
        assert.deepStrictEqual(lines, [isFull])
        yield* TestClock.adjust("5 seconds")
        // One call makes a trial, and the others do not wait for it.
        const looks = yield* Effect.all([takesWrites, takesWrites, takesWrites], { concurrency: "unbounded" })
        assert.isTrue(looks.includes(true))
        assert.isTrue(yield* takesWrites)
        assert.deepStrictEqual(lines, [isFull, isWellAgain])
        assert.deepStrictEqual(yield* rows, [{ head: 1, events: 1 }], "nothing stays of a trial")

        yield* fill
        yield* Effect.flip(write)
        yield* makeRoom
        yield* write
        assert.isTrue(yield* takesWrites)
        assert.deepStrictEqual(lines, [isFull, isWellAgain, isFull, isWellAgain])
        assert.deepStrictEqual(yield* rows, [{ head: 2, events: 2 }])
      }).pipe(
        Effect.provide(EventStoreSql.layer.pipe(Layer.provideMerge(Layer.fresh(database)), Layer.provideMerge(logger)))
      )
    })
  })
}

const onServer = (url: Redacted.Redacted) =>
  Effect.provide(EventStoreSql.layer.pipe(Layer.provideMerge(PostgresDatabase.layer(url))))

/** Terminates connections, because settings of a role apply to new connections only. */
const reconnect = (owner: Redacted.Redacted, name: string) =>
  asOwner(owner, [`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${name}'`])

describe("A PostgreSQL that takes no writes", () => {
  it.effect("is noticed without a write when a right on one of the tables is missing", () =>
    Effect.gen(function* () {
      const { owner, name, url } = yield* servedDatabase
      yield* Effect.gen(function* () {
        for (const right of [
          "UPDATE ON log_head",
          "INSERT ON events",
          "INSERT ON associations",
          "INSERT ON outcomes"
        ]) {
          assert.isTrue(yield* takesWrites)
          yield* asOwner(owner, [`REVOKE ${right} FROM ${name}`])
          assert.isFalse(yield* takesWrites, right)
          yield* asOwner(owner, [`GRANT ${right} TO ${name}`])
        }
        assert.isTrue(yield* takesWrites)
      }).pipe(onServer(url))
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )

  it.effect("is noticed without a write while it is read-only, and recovers by itself", () =>
    Effect.gen(function* () {
      const { owner, name, url } = yield* servedDatabase
      yield* Effect.gen(function* () {
        yield* asOwner(owner, [`ALTER ROLE ${name} SET default_transaction_read_only = on`])
        yield* reconnect(owner, name)
        assert.isFalse(yield* takesWrites)
        const error = yield* Effect.flip(write)
        assert.instanceOf(error, StorageError)
        assert.deepStrictEqual([error.unavailable, error.refusesWrites], [true, true])
        yield* asOwner(owner, [`ALTER ROLE ${name} RESET default_transaction_read_only`])
        yield* reconnect(owner, name)
        yield* TestClock.adjust("5 seconds")
        assert.isTrue(yield* takesWrites)
      }).pipe(onServer(url))
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )

  it.effect("is reported when an append has taken five seconds", () =>
    Effect.gen(function* () {
      const { owner, url } = yield* servedDatabase
      yield* Effect.gen(function* () {
        yield* write
        const isLocked = yield* Deferred.make<void>()
        const sql = yield* SqlClient.SqlClient
        const holding = yield* sql`SELECT 1 FROM log_head FOR UPDATE`.pipe(
          Effect.andThen(Deferred.succeed(isLocked, undefined)),
          Effect.andThen(Effect.never),
          sql.withTransaction,
          Effect.provide(PostgresDatabase.layer(owner)),
          Effect.forkChild
        )
        yield* Deferred.await(isLocked)
        const writing = yield* Effect.forkChild(write, { startImmediately: true })
        yield* TestClock.withLive(Effect.sleep("100 millis"))
        assert.isTrue(yield* takesWrites)
        yield* TestClock.adjust("5 seconds")
        assert.isFalse(yield* takesWrites)
        yield* Fiber.interrupt(holding)
        yield* Fiber.join(writing)
        assert.isTrue(yield* takesWrites)
      }).pipe(onServer(url))
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )

  it.effect("is reported while another transaction's lock blocks a trial, which does not wait for it", () =>
    Effect.gen(function* () {
      const { owner, url } = yield* servedDatabase
      yield* Effect.gen(function* () {
        const admin = Effect.provide(PostgresDatabase.layer(owner))
        yield* admin(fill)
        yield* Effect.flip(write)
        yield* admin(makeRoom)
        yield* TestClock.adjust("5 seconds")
        const store = yield* EventStore
        const locked = yield* Effect.provide(
          SqlClient.SqlClient.use((sql) =>
            sql.withTransaction(Effect.andThen(sql`LOCK TABLE events IN EXCLUSIVE MODE`, store.takesWrites))
          ),
          PostgresDatabase.layer(owner)
        )
        assert.isFalse(locked)
        yield* TestClock.adjust("5 seconds")
        assert.isTrue(yield* takesWrites)
      }).pipe(onServer(url))
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )
})
