import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Generations } from "../../../src/log/maintenance/Generations.ts"
import * as GenerationsSql from "../../../src/log/maintenance/GenerationsSql.ts"
import { Rebuild } from "../../../src/log/maintenance/Rebuild.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as Migrations from "../../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../../src/sql/PostgresDatabase.ts"
import { migratedDatabase } from "../../support/databases.ts"
import { StoreControl, sqlBackends, testOn } from "../DerivedStores.ts"
import { oneMore } from "../Samples.ts"
import { commands, gate, head, play, recorded, server } from "./Rebuilding.ts"

/** Changes a stored event, which only an administrator of the database can do. */
const tamper = (sequenceNumber: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
    yield* sql`UPDATE events SET actor_name = actor_name || '.' WHERE sequence_number = ${sequenceNumber}`
    yield* sql`ALTER TABLE events ENABLE TRIGGER events_are_kept`
  })

describe("A claim on PostgreSQL", () => {
  it.live("ends when the connections of its server end, for whatever reason", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const database = Layer.provideMerge(GenerationsSql.layer, PostgresDatabase.layer(url))
      yield* Effect.provide(Migrations.run(Migrations.manifest), database)
      const scope = yield* Scope.make()
      const gone = Context.get(yield* Layer.buildWithScope(Layer.fresh(database), scope), Generations)
      yield* Effect.gen(function* () {
        const { claim, write } = yield* Generations
        const first = yield* gone.claim
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
        yield* Scope.close(scope, Exit.void)
        const second = yield* Effect.retry(claim, { schedule: Schedule.spaced("20 millis") })
        assert.isAbove(second.fence, first.fence)
        const lost = yield* Effect.flip(write(first, { associations: [], checkpoints: [] }))
        assert.strictEqual(lost._tag, "RebuildLost")
      }).pipe(Effect.provide(database))
    }).pipe(Effect.scoped)
  )
})

/** Records how each commit that wrote associations waited for the disk. */
const recordCommits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE commits (n serial, waits text NOT NULL)`
  yield* sql`
    CREATE FUNCTION record_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO commits (waits) VALUES (current_setting('synchronous_commit'));
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE CONSTRAINT TRIGGER commit_recorded AFTER INSERT ON associations DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION record_commit()`
})

for (const [name, backend] of sqlBackends) {
  const test = testOn(backend)

  describe(`Rebuild on ${name}`, () => {
    test(
      "a rebuild without heartbeats is taken over, and changes nothing when it wakes up",
      Effect.gen(function* () {
        const [one, other] = [yield* Layer.build(server()), yield* Layer.build(server())]
        yield* Effect.provide(play(0, commands), one)
        const { open, progress, reached } = yield* gate
        const sleeping = yield* Effect.forkChild(Effect.flip(Context.get(one, Rebuild).run(progress)))
        yield* reached
        const { ageHeartbeat } = yield* StoreControl
        yield* ageHeartbeat(15)
        // A heartbeat from its last page may arrive only now.
        const { eventsProcessed } = yield* Context.get(other, Rebuild)
          .run()
          .pipe(
            Effect.tapError(() => ageHeartbeat(15)),
            Effect.retry({ times: 3 })
          )
        yield* open
        assert.strictEqual((yield* Fiber.join(sleeping))._tag, "RebuildLost")
        assert.strictEqual(eventsProcessed, yield* head)
        yield* verify()
      })
    )

    test(
      "restores missing associations; until then an entity's history is found by target",
      Effect.gen(function* () {
        yield* play(0, commands)
        const sql = yield* SqlClient.SqlClient
        const { history } = yield* EventStore
        const served = yield* recorded
        const entities = [...new Set(served.map(({ entityId }) => entityId))].slice(0, 20)
        const histories = Effect.forEach(entities, (entityId) =>
          Effect.map(history(entityId, null, { limit: 10_000, maxBytes: 10_000_000 }), ({ rows }) => rows)
        )
        const before = yield* histories
        yield* sql`DELETE FROM associations`
        const meanwhile = yield* histories
        for (const [index, rows] of meanwhile.entries()) {
          const numbers = before[index]?.map(({ event }) => event.sequenceNumber) ?? []
          assert.includeMembers(
            numbers,
            rows.map(({ event }) => event.sequenceNumber)
          )
          const aimed = before[index]?.filter(({ event }) => event.targetId === entities[index]) ?? []
          assert.deepStrictEqual(
            rows,
            aimed.map(({ event }) => ({ event, touched: null, own: null }))
          )
        }
        assert.isAbove(meanwhile.flat().length, 20)
        yield* Rebuild.use(({ run }) => run())
        assert.deepStrictEqual(yield* recorded, served)
        assert.deepStrictEqual(yield* histories, before)
      }).pipe(Effect.provide(server()))
    )

    test(
      "names an event that was tampered with, and the old generation continues to serve",
      Effect.gen(function* () {
        yield* play(0, commands)
        const served = yield* recorded
        const last = yield* head
        for (const sequenceNumber of [last, 30, 1]) {
          yield* tamper(sequenceNumber)
          const error = yield* Rebuild.use(({ run }) => Effect.flip(run()))
          assert.deepInclude(error, { _tag: "HistoryBroken", sequenceNumber })
          assert.deepStrictEqual(yield* recorded, served)
        }
      }).pipe(Effect.provide(server()))
    )

    test(
      "removes the generation that no longer serves soon afterwards",
      Effect.gen(function* () {
        yield* play(0, commands)
        const { rows } = yield* StoreControl
        const rebuilt = yield* Rebuild.use(({ run }) => run())
        const kept = rebuilt.associationsSaved + rebuilt.checkpointsSaved
        while ((yield* rows) > kept) yield* TestClock.adjust("50 millis")
        assert.strictEqual(yield* rows, kept)
      }).pipe(Effect.provide(server()))
    )

    test(
      "writes before the switch do not wait for the disk; the switch and appends do",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { claim, write, finish } = yield* Generations
        const { append } = yield* EventStore
        yield* recordCommits
        const claimed = yield* claim
        const addition = oneMore(0, 1)({ events: [], outcomes: [] })
        yield* write(claimed, { associations: addition.associations, checkpoints: [] })
        yield* append(0, [], oneMore(0, 2))
        yield* finish(claimed, 1, () => ({
          isComplete: true,
          associations: oneMore(1, 3)({ events: [], outcomes: [] }).associations
        }))
        assert.deepStrictEqual(
          (yield* sql<{ waits: string }>`SELECT waits FROM commits ORDER BY n`).map(({ waits }) => waits),
          ["off", "on", "on"]
        )
      })
    )
  })
}
