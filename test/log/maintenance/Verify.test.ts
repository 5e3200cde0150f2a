import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import * as CheckpointsSql from "../../../src/log/projection/CheckpointsSql.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import { hashEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { databases } from "../../support/databases.ts"
import { server } from "../Layers.ts"
import { entityId, envelope } from "../Samples.ts"

/** Ten events: two creations, edits and a rejection. Checkpoints are saved at the fourth and the eighth. */
const history: ReadonlyArray<Envelope> = [
  envelope({ eventType: "create_team", targetId: null, data: { id: entityId(1), name: "Team", color: "#000000" } }),
  envelope({ eventType: "create_principle", data: { id: entityId(2), title: "Principle" } }),
  ...[1, 2, 3, 4, 5, 6].map((n) => envelope({ data: { name: `Name ${n}` } })),
  envelope({ data: { name: "" } }),
  envelope({ eventType: "update_principle_title", targetId: entityId(2), data: { title: "Other" } })
]

/** With a deletion, the eleventh event, and a creation at the end, the thirteenth. */
const longerHistory = [
  ...history,
  envelope({ eventType: "delete_principle", targetId: entityId(2), data: {} }),
  envelope({ data: { name: "Name 7" } }),
  envelope({ eventType: "create_principle", data: { id: entityId(3), title: "Late" } })
]

const write = Effect.fnUntraced(function* (history: ReadonlyArray<Envelope>) {
  const { submit } = yield* Planner
  const { position } = yield* Projector
  const { save } = yield* Checkpoints
  for (const event of history) {
    const { sequenceNumber } = yield* submit(event)
    if (sequenceNumber % 4 === 0) yield* Effect.flatMap(position, save)
  }
}, Effect.provide(server()))

/** Rolls back an effect's changes to the history, so that every test starts from the same one. */
const undone = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const result = yield* Deferred.make<A, E>()
  const reason = yield* Deferred.into(effect, result).pipe(
    Effect.andThen(Effect.fail("undone" as const)),
    sql.withTransaction,
    Effect.flip
  )
  return reason === "undone" ? yield* Deferred.await(result) : yield* Effect.die(reason)
})

for (const [name, database] of databases) {
  const stores = Layer.merge(EventStoreSql.layer, CheckpointsSql.layer).pipe(Layer.provideMerge(database))

  const written = (events: ReadonlyArray<Envelope>) =>
    Layer.fresh(Layer.tap(stores, (services) => Effect.provide(write(events), services))).pipe(
      Layer.provide(Logger.layer([]))
    )

  /** The result of `verify` after a change to the history, made without the trigger that refuses changes. */
  const after = (tamper: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown, EventStore>) =>
    undone(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
        yield* tamper(sql)
        return yield* verify()
      })
    )

  layer(written(longerHistory), { excludeTestServices: true })(
    `Verifying a history with a deletion and a late creation on ${name}`,
    (it) => {
      it.effect("takes a creation from before a field that it lacks, but not one without a value of its own", () =>
        Effect.gen(function* () {
          const with13 = (data: Readonly<Record<string, string>>) => (sql: SqlClient.SqlClient) =>
            Effect.gen(function* () {
              const [before, last] = yield* EventStore.use(({ read }) => read(11, 2))
              if (before === undefined || last === undefined) return yield* Effect.die("the log is shorter")
              yield* sql`
                UPDATE events SET data = ${JSON.stringify(data)}::json, hash = ${hashEvent(before.hash, { ...last, data })}
                WHERE sequence_number = 13`
            })
          const id = entityId(3)
          assert.strictEqual((yield* after(with13({ id, title: "Late" }))).events, 13)
          assert.match(String(yield* Effect.flip(after(with13({ id, description: "" })))), /not allowed at that point/)
        })
      )

      it.effect("finds a deletion that is not recorded for the parent or for the deleted entity", () =>
        Effect.gen(function* () {
          const without = (entity: number) => (sql: SqlClient.SqlClient) =>
            sql`DELETE FROM associations WHERE sequence_number = 11 AND entity_id = ${entityId(entity)}`
          for (const entity of [1, 2]) {
            assert.match(
              String(yield* Effect.flip(after(without(entity)))),
              /associations differ from what it affected/
            )
          }
        })
      )
    }
  )

  layer(written(history), { excludeTestServices: true })(`Verifying history on ${name}`, (it) => {
    it.effect("finds no fault in an untouched log", () =>
      Effect.gen(function* () {
        const report = yield* after(() => Effect.void)
        assert.deepStrictEqual(
          { ...report, stateHash: report.stateHash.length },
          {
            events: 10,
            associations: 11,
            checkpoints: 2,
            stateHash: 43
          }
        )
      })
    )

    const tampering: ReadonlyArray<
      readonly [string, number, RegExp, (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown, EventStore>]
    > = [
      [
        "one byte of one event",
        5,
        /does not match its hash/,
        (sql) => sql`UPDATE events SET data = '{"name":"Name 9"}' WHERE sequence_number = 5`
      ],
      [
        "an event taken out",
        7,
        /number 6 is missing before it/,
        (sql) => sql`DELETE FROM events WHERE sequence_number = 6`
      ],
      ["the last event taken out", 10, /it is missing/, (sql) => sql`DELETE FROM events WHERE sequence_number = 10`],
      [
        "an accepted event that was not legal, with a correct hash",
        10,
        /not allowed at that point/,
        (sql) =>
          Effect.gen(function* () {
            const { read } = yield* EventStore
            const [before, last] = yield* read(8, 2)
            if (before === undefined || last === undefined) return yield* Effect.die("the log is shorter")
            const forged = { ...last, data: { title: "" }, newValue: "" }
            yield* sql`
              UPDATE events SET data = '{"title":""}', new_value = '', hash = ${hashEvent(before.hash, forged)}
              WHERE sequence_number = 10`
          })
      ],
      [
        "an association taken out",
        2,
        /associations differ from what it affected/,
        (sql) => sql`DELETE FROM associations WHERE sequence_number = 2 AND entity_id = ${entityId(1)}`
      ],
      [
        "a checkpoint's content",
        8,
        /in its checkpoint, it cannot be decompressed/,
        (sql) => sql`UPDATE checkpoint_parts SET content = 'x' WHERE sequence_number = 8`
      ],
      [
        "a checkpoint in another one's place",
        8,
        /in its checkpoint, it does not match its hash/,
        (sql) => sql`
          UPDATE checkpoint_parts SET content = o.content FROM checkpoint_parts o
          WHERE o.sequence_number = 4 AND checkpoint_parts.sequence_number = 8`
      ]
    ]
    it.effect.each(tampering)("names %s", ([, sequenceNumber, message, tamper]) =>
      Effect.gen(function* () {
        const broken = yield* Effect.flip(after(tamper))
        assert.instanceOf(broken, Error)
        assert.strictEqual("sequenceNumber" in broken ? broken.sequenceNumber : undefined, sequenceNumber)
        assert.match(broken.message, message)
      })
    )

    it.effect("finds no fault in a log of earlier versions with texts that would be rejected today", () =>
      Effect.gen(function* () {
        const report = yield* after((sql) =>
          Effect.gen(function* () {
            const { read } = yield* EventStore
            const [before, last] = yield* read(8, 2)
            if (before === undefined || last === undefined) return yield* Effect.die("the log is shorter")
            const title = `Old\u0080${"\u0316".repeat(31)}`
            const description = `renamed principle 'Principle' to '${title.replace("\u0080", " ")}'`
            const older = { ...last, data: { title }, newValue: title, description }
            yield* sql`
              UPDATE events SET data = ${JSON.stringify({ title })}::json, new_value = ${title},
                description = ${description}, hash = ${hashEvent(before.hash, older)}
              WHERE sequence_number = 10`
            yield* sql`
              UPDATE associations
              SET fact = replace(fact::text, ${JSON.stringify(last.newValue)}, ${JSON.stringify(title)})::json
              WHERE sequence_number = 10`
          })
        )
        assert.strictEqual(report.events, 10)
      })
    )

    it.effect("the database itself refuses to change, delete or empty the log", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { head, read } = yield* EventStore
        const attempts = [
          sql`UPDATE events SET actor_name = 'eve'`,
          sql`DELETE FROM events WHERE sequence_number = 3`,
          sql`TRUNCATE events`
        ]
        for (const attempt of attempts) {
          const error = yield* Effect.flip(attempt)
          assert.include(String(error.cause.cause), "only ever appended to")
        }
        assert.strictEqual((yield* read(0, 100)).length, (yield* head).sequenceNumber)
      })
    )

    it.effect("a checkpoint that is damaged or of another version is passed over", () =>
      Effect.gen(function* () {
        const warnings: Array<string> = []
        const logger = Logger.make<unknown, void>(({ message }) => void warnings.push(String(message)))
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE checkpoint_parts SET content = 'x' WHERE sequence_number = 8`
          yield* sql`UPDATE checkpoints SET version = 99 WHERE sequence_number = 4`
          const { positionAt } = yield* TimeTravel
          assert.strictEqual((yield* positionAt(10)).state.sequenceNumber, 10)
        }).pipe(Effect.provide(server()), undone, Effect.provide(Logger.layer([logger])))
        const passed = warnings.filter((line) => line.includes("Skipped the checkpoint"))
        assert.isTrue(passed.some((line) => line.includes("event 8") && line.includes("decompressed")))
        assert.isTrue(passed.some((line) => line.includes("event 4") && line.includes("version 99")))
      })
    )
  })
}
