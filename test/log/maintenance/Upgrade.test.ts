import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { maxHeld } from "../../../src/log/maintenance/PassedStates.ts"
import * as Upgrade from "../../../src/log/maintenance/Upgrade.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { databases } from "../../support/databases.ts"
import { server, sqlStores } from "../Layers.ts"
import { createTeam, entityId, envelope } from "../Samples.ts"

const team = entityId(1)

const rename = (name: string) => envelope({ targetId: team, data: { name } })
const restoreTo = (sequenceNumber: number) =>
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber } })
const principle = (n: number) => entityId(100 + n)

/** More deletions than an upgrade remembers are taken back, the latest first; in between, restores of restored states. */
const fill = Effect.gen(function* () {
  const { submit } = yield* Planner
  const apply = (one: ReturnType<typeof envelope>) =>
    Effect.map(submit(one), ({ status, sequenceNumber, rejection }) => {
      assert.strictEqual(status, "applied", rejection?.code)
      return sequenceNumber
    })
  yield* apply(createTeam(1))
  const deleted: Array<readonly [number, number]> = []
  for (let n = 0; n <= maxHeld; n++) {
    yield* apply(
      envelope({ eventType: "create_principle", targetId: team, data: { id: principle(n), title: `P ${n}` } })
    )
    const asOf = yield* apply(rename(`Team ${n}`))
    yield* apply(envelope({ eventType: "delete_principle", targetId: principle(n) }))
    deleted.push([n, asOf])
  }
  let [left, right] = [yield* apply(rename("Left")), yield* apply(rename("Right"))]
  for (const [n, asOf] of deleted.reverse()) {
    const back = { eventType: "create_principle", targetId: team, data: { id: principle(n), asOf } } as const
    if (n % 20 === 0) [left, right] = [right, yield* apply(restoreTo(left))]
    if (n < 50) yield* apply(envelope(back))
  }
  yield* submit(rename(""))
})

/** What an upgrade makes of the rejection: the log has no sentence of version 1 about it. */
const unread = '{"code":"invalid_data","faults":[]}'

const changingEvents = (statement: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
      yield* sql.unsafe(statement)
      yield* sql`ALTER TABLE events ENABLE TRIGGER events_are_kept`
    })
  )

/** Makes the log as version 1 left it. */
const asVersion1 = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* changingEvents("UPDATE events SET effect = NULL, rejection = NULL, fact = NULL")
  yield* sql`UPDATE log_head SET upgrade_pending = true`
  yield* sql`DELETE FROM associations`
  yield* sql`DELETE FROM checkpoints`
})

/** All rows that matter, but for the generation of derived ones. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    events: yield* sql`SELECT to_json(e)::text FROM events e ORDER BY sequence_number`,
    associations: yield* sql`
      SELECT a.entity_id, a.sequence_number::int, a.entity_type, a.transitive, a.fact
      FROM associations a JOIN log_head h USING (generation) ORDER BY a.sequence_number, a.entity_id`
  }
})

const quietly = () => Effect.void

for (const [name, database] of databases) {
  describe(`The upgrade of a log of version 1 on ${name}`, () => {
    it.live("gives events what was kept beside them later, once, however often it is stopped", () =>
      Effect.gen(function* () {
        yield* Effect.provide(fill, server())
        yield* changingEvents(`UPDATE events SET rejection = '${unread}' WHERE status = 'rejected'`)
        const { stateHash, events } = yield* verify()
        const expected = yield* stored
        yield* asVersion1
        assert.match((yield* Effect.flip(verify())).message, /its effect is missing/)
        assert.match((yield* Effect.flip(Upgrade.required)).message, /from an earlier release/)

        let stops = 0
        let isDone = false
        for (const allowed of [0, 1, 0, 2, 1_000]) {
          let steps = 0
          // An interruption at a step of the upgrade leaves what a kill there leaves: each statement is written or not.
          const stopped = Upgrade.run(() => (steps++ === allowed ? Effect.interrupt : Effect.void))
          const exit = yield* Effect.exit(stopped)
          if (exit._tag === "Failure") stops += 1
          else isDone = exit.value
        }
        assert.isAbove(stops, 1)
        assert.isTrue(isDone)
        yield* Upgrade.required
        assert.deepStrictEqual(yield* stored, expected)
        assert.deepInclude(yield* verify(), { events, stateHash })
        assert.isFalse(yield* Upgrade.run(quietly))

        yield* asVersion1
        const two = yield* Effect.all([Upgrade.run(quietly), Upgrade.run(quietly)], { concurrency: 2 })
        assert.deepStrictEqual(two, [true, true])
        assert.deepStrictEqual(yield* stored, expected)
      }).pipe(Effect.provide([Layer.provideMerge(sqlStores, database), Logger.layer([])]))
    )

    it.live("is the only change of an event that the database allows", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.provide(
          Planner.use(({ submit }) => Effect.all([submit(createTeam(1)), submit(rename("B")), submit(restoreTo(1))])),
          server()
        )
        const refused = (statement: string) =>
          Effect.map(Effect.flip(sql.unsafe(statement)), (error) =>
            assert.include(String(error.cause.cause), "only ever appended to", statement)
          )
        yield* sql`UPDATE events SET rejection = '{}' WHERE sequence_number = 1`
        yield* sql`UPDATE events SET rejection = rejection, effect = effect`
        yield* refused("UPDATE events SET rejection = '[]' WHERE sequence_number = 1")
        yield* refused("UPDATE events SET effect = NULL WHERE sequence_number = 3")
        yield* refused("UPDATE events SET actor_name = 'eve'")
        yield* refused("UPDATE events SET fact = '{}', data = '{}' WHERE sequence_number = 2")
        yield* refused("DELETE FROM events WHERE sequence_number = 3")
        yield* refused("TRUNCATE events")
      }).pipe(Effect.provide(Layer.provideMerge(sqlStores, database)))
    )
  })
}
