import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { CatchUp } from "../../../src/log/projection/CatchUp.ts"
import * as CheckpointsSql from "../../../src/log/projection/CheckpointsSql.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { LogWentBack } from "../../../src/log/store/LogWentBack.ts"
import * as ProvenanceStoreSql from "../../../src/log/store/ProvenanceStoreSql.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { databases } from "../../support/databases.ts"
import { server as logServer } from "../Layers.ts"
import { restoreBackup } from "../maintenance/Backup.ts"
import { createTeam, nothing, oneMore } from "../Samples.ts"

/** A server with its own stores, as in another process. */
const server = Layer.fresh(
  CatchUp.layer.pipe(
    Layer.provideMerge(logServer()),
    Layer.provideMerge(Layer.mergeAll(EventStoreSql.layer, ProvenanceStoreSql.layer, CheckpointsSql.layer))
  )
)

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`SELECT (SELECT sequence_number FROM log_head)::int AS head, (SELECT count(*) FROM events)::int AS events,
      (SELECT count(*) FROM associations)::int AS associations, (SELECT count(*) FROM outcomes)::int AS outcomes`
)

/** The message of a `LogWentBack` with which an attempt failed. */
const complaint = (attempt: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(attempt), (error) =>
    error instanceof StorageError && error.cause instanceof LogWentBack
      ? error.cause.message
      : `not a log that went back: ${String(error)}`
  )

for (const [name, database] of databases) {
  layer(Layer.empty, { excludeTestServices: true })(`A log that went back on ${name}`, (it) => {
    const onEmptyDatabase = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(test, Layer.fresh(database))

    it.effect(
      "after a restore under a running server nothing is written or shown, even when the log has grown again",
      () =>
        Effect.gen(function* () {
          const old = yield* Layer.build(server)
          const { submit } = Context.get(old, Planner)
          const { append, head } = Context.get(old, EventStore)
          yield* Effect.forEach([1, 2, 3], (n) => submit(createTeam(n)))
          const { position } = Context.get(old, Projector)
          const shown = yield* position

          yield* restoreBackup(1)
          const restored = yield* rows
          assert.deepStrictEqual(restored, [{ head: 1, events: 1, associations: 1, outcomes: 0 }])
          const expected = /^The log ends at event 1, but had reached event 3: the database was restored or replaced/
          assert.match(yield* complaint(append(3, [], oneMore(3, 4))), expected)
          const key = { actorId: createTeam(4).actorId, idempotencyKey: "4" }
          const keyed = { ...createTeam(4), idempotency: { key: key.idempotencyKey, requestHash: "hash" } }
          for (const attempt of [head, submit(createTeam(4)), submit(keyed), append(3, [key], () => nothing)]) {
            assert.match(yield* complaint(attempt), expected)
          }
          assert.match(yield* complaint(Context.get(old, CatchUp).run), expected)
          assert.deepStrictEqual(yield* rows, restored)

          const fresh = yield* Layer.build(server)
          yield* Effect.forEach([5, 6, 7, 8], (n) => Context.get(fresh, Planner).submit(createTeam(n)))
          const grown = yield* rows
          assert.deepStrictEqual(grown, [{ head: 5, events: 5, associations: 5, outcomes: 0 }])
          assert.match(yield* complaint(submit(createTeam(9))), expected)
          assert.match(yield* complaint(Context.get(old, CatchUp).run), expected)
          assert.deepStrictEqual(yield* rows, grown)
          assert.strictEqual(yield* position, shown)
        }).pipe(onEmptyDatabase)
    )

    it.effect("after an unnoticed restore, events that do not follow from what is shown are not folded", () =>
      Effect.gen(function* () {
        const old = yield* Layer.build(server)
        yield* Effect.forEach([1, 2, 3], (n) => Context.get(old, Planner).submit(createTeam(n)))
        yield* restoreBackup(1)
        const fresh = yield* Layer.build(server)
        yield* Effect.forEach([5, 6, 7, 8], (n) => Context.get(fresh, Planner).submit(createTeam(n)))
        const shown = yield* Context.get(old, Projector).position
        assert.match(yield* complaint(Context.get(old, CatchUp).run), /^Event 4: its content, or what came/)
        assert.strictEqual(yield* Context.get(old, Projector).position, shown)
      }).pipe(onEmptyDatabase)
    )

    it.effect("nothing is written when another log of the same length has replaced it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const old = yield* Layer.build(server)
        yield* Context.get(old, Planner).submit(createTeam(1))
        yield* sql`UPDATE log_head SET epoch = '00000000-0000-4000-8000-000000000000'`
        const before = yield* rows
        for (const attempt of [Context.get(old, Planner).submit(createTeam(2)), Context.get(old, EventStore).head]) {
          assert.match(
            yield* complaint(attempt),
            /^The log was replaced, its epoch is 00000000-0000-4000-8000-0{12} instead/
          )
        }
        assert.deepStrictEqual(yield* rows, before)
      }).pipe(onEmptyDatabase)
    )

    it.effect("a head that is read while the log grows is no fault", () =>
      Effect.gen(function* () {
        const one = yield* Layer.build(server)
        const { head } = Context.get(one, EventStore)
        const { submit } = Context.get(one, Planner)
        const times = Array.from({ length: 50 }, (_, n) => n + 1)
        const [heads] = yield* Effect.all(
          [
            Effect.forEach(times, () => head, { concurrency: 6 }),
            Effect.forEach(times, (n) => submit(createTeam(n)), { concurrency: 3 })
          ],
          { concurrency: 2 }
        )
        assert.lengthOf(heads, times.length)
        assert.strictEqual((yield* head).sequenceNumber, times.length)
      }).pipe(onEmptyDatabase)
    )
  })
}
