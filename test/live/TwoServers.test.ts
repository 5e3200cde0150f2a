import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Logger, type Redacted, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import * as ChangeFeed from "../../src/live/ChangeFeed.ts"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import { AppendUnknown, EventStore } from "../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import { applicationName, Listener } from "../../src/sql/Listener.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { server as logServer } from "../log/Layers.ts"
import { play, restoreTo } from "../log/maintenance/Rebuilding.ts"
import { createTeam } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { untilTrue } from "../support/until.ts"

type Log = EventStore["Service"]

interface Options {
  readonly listener?: Layer.Layer<Listener>
  readonly wrap?: (log: Log) => Log
}

/** A server with its own connections to the database, and the sequence numbers that it shows, in order. */
const server = Effect.fnUntraced(function* (url: Redacted.Redacted, { listener, wrap = (log) => log }: Options = {}) {
  const stores = Layer.provideMerge(Layer.effect(EventStore, Effect.map(EventStore, wrap)), App.sqlStores)
  const built = yield* Layer.build(
    Layer.fresh(
      ChangeFeed.layer.pipe(
        Layer.provide(listener ?? Listener.layer),
        Layer.provideMerge(CatchUp.layer),
        Layer.provideMerge(logServer({ checkpointInterval: 50 })),
        Layer.provideMerge(stores),
        Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url))),
        Layer.provide(Logger.layer([]))
      )
    )
  )
  const shown: Array<number> = []
  const { follow, position } = Context.get(built, Projector)
  const first = (yield* position).state.sequenceNumber + 1
  yield* follow((events) => shown.push(...events.map(({ event }) => event.sequenceNumber)))
  return { built, shown, first, position, submit: Context.get(built, Planner).submit }
})

type Server = Effect.Success<ReturnType<typeof server>>

const deaf = Layer.succeed(Listener, { subscribe: () => Effect.void })

const hashOf = ({ state, eventHash }: LogPosition) => `${state.sequenceNumber} ${eventHash} ${stateHash(state)}`

const headOf = ({ built }: Server) => Effect.map(Context.get(built, EventStore).head, (head) => head.sequenceNumber)

const hasShown =
  ({ shown, first }: Server, sequenceNumber: number) =>
  () =>
    shown.at(-1) === sequenceNumber || sequenceNumber < first

/** Waits until the reader shows what the writer has written. */
const shownBy = Effect.fnUntraced(function* (submission: Envelope, writer: Server, reader: Server) {
  const { sequenceNumber } = yield* writer.submit(submission)
  yield* untilTrue(hasShown(reader, sequenceNumber))
})

/** Asserts that all servers show the whole log, each event once and in order, and the state it folds to. */
const areOne = Effect.fnUntraced(function* (servers: ReadonlyArray<Server>) {
  const [one] = servers
  assert.isDefined(one)
  const head = yield* headOf(one)
  for (const each of servers) {
    yield* untilTrue(hasShown(each, head))
    assert.deepStrictEqual(
      each.shown,
      Array.from({ length: head + 1 - each.first }, (_, index) => each.first + index)
    )
  }
  const store = Context.get(one.built, EventStore)
  const folded = yield* replay({
    read: store.readWithEffects,
    start: startOfLog,
    upTo: head
  })
  const positions = yield* Effect.forEach(servers, ({ position }) => position)
  assert.deepStrictEqual(
    positions.map(hashOf),
    servers.map(() => hashOf(folded))
  )
  return head
})

/** Both write concurrently, and the left one also restores. */
const bothWrite = ([left, right]: readonly [Server, Server], rounds: number) =>
  Effect.all(
    [
      Effect.provide(play(0, rounds), left.built),
      Effect.provide(play(1_000_000, 1_000_000 + rounds), right.built),
      Effect.forEach(
        Array.from({ length: rounds / 10 }, (_, n) => 3 * n + 1),
        (target) => left.submit(restoreTo(target))
      )
    ],
    { concurrency: "unbounded" }
  )

describe("Two servers on one PostgreSQL", () => {
  it.effect("each shows what the other writes without the poll, whose clock stands still", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [left, right] = [yield* server(url), yield* server(url)]
      for (let n = 1; n <= 21; n++) {
        const [writer, reader] = n % 2 === 0 ? [left, right] : [right, left]
        yield* shownBy(createTeam(n), writer, reader)
      }
      assert.strictEqual(yield* areOne([left, right]), 21)
    })
  )

  it.live("the only listener sends no notifications; with a second one, each is notified of the other's events", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const { built: watching } = yield* server(url, { listener: deaf })
      const heard: Array<string> = []
      const client = Context.get(watching, PgClient.PgClient)
      yield* Stream.fromQueue(yield* client.listen("strategy_log")).pipe(
        Stream.runForEach(({ payload }) => Effect.sync(() => void heard.push(payload))),
        Effect.forkScoped
      )
      /** The notifications sent until now. */
      const said = Effect.gen(function* () {
        yield* client.notify("strategy_log", "until now")
        yield* untilTrue(() => heard.at(-1) === "until now")
        return heard
          .splice(0)
          .slice(0, -1)
          .map((payload) => payload.replace(/^[^:]*:/, ""))
      })
      const onlyListener = Effect.map(
        client<{ readonly writer: string | null }>`SELECT only_listener AS writer FROM log_head`,
        ([head]) => head?.writer
      )
      const untilOnly = (writer: string | null) =>
        Effect.flatMap(onlyListener, (only) => (only === writer ? Effect.void : Effect.fail("not yet"))).pipe(
          Effect.retry(Schedule.spaced("5 millis"))
        )
      const writerOf = ({ built }: Server) => Context.get(built, EventStore).writer

      const left = yield* server(url)
      yield* untilOnly(writerOf(left))
      yield* left.submit(createTeam(1))
      assert.deepStrictEqual(yield* said, [])

      // A server that does not listen, such as a script, sends notifications.
      const { submit } = Context.get(watching, Planner)
      yield* submit(createTeam(2))
      yield* untilTrue(hasShown(left, 2))
      assert.deepStrictEqual(yield* said, [`2:${Context.get(watching, EventStore).writer}`])

      yield* Effect.scoped(
        Effect.gen(function* () {
          const right = yield* server(url)
          yield* untilOnly(null)
          yield* left.submit(createTeam(3))
          yield* untilTrue(hasShown(right, 3))
          yield* right.submit(createTeam(4))
          yield* untilTrue(hasShown(left, 4))
          assert.deepStrictEqual(yield* said, [`3:${writerOf(left)}`, `4:${writerOf(right)}`])
        })
      )

      // The left server is alone again, which it finds out with its next connection.
      yield* client`
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ${applicationName}`
      yield* untilOnly(writerOf(left))
      yield* left.submit(createTeam(5))
      assert.deepStrictEqual(yield* said, [])
    }).pipe(Effect.scoped)
  )

  it.live("each shows every event once and in order while both write and restore", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const servers = [yield* server(url), yield* server(url)] as const
      yield* bothWrite(servers, 120)
      assert.isAbove(yield* areOne(servers), 150)
    })
  )

  it.live("each shows every event while the listening connections are terminated repeatedly", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const servers = [yield* server(url), yield* server(url)] as const
      const sql = Context.get(servers[0].built, SqlClient.SqlClient)
      let terminated = 0
      const terminating = yield* sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ${applicationName}`.pipe(
        Effect.tap((rows) => Effect.sync(() => (terminated += rows.length))),
        Effect.andThen(Effect.sleep("50 millis")),
        Effect.forever,
        Effect.forkScoped
      )
      while (terminated < 20) yield* bothWrite(servers, 40)
      yield* Fiber.interrupt(terminating)
      assert.isAbove(yield* areOne(servers), 30)
    })
  )

  it.live("polling shows events when notifications never arrive", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [writer, reader] = [yield* server(url), yield* server(url, { listener: deaf })]
      for (let n = 1; n <= 5; n++) yield* shownBy(createTeam(n), writer, reader)
      yield* bothWrite([writer, reader], 40)
      yield* areOne([writer, reader])
    })
  )

  it.live("an event whose commit was not confirmed is shown, on its own server too", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const answerless = (log: Log): Log => ({
        ...log,
        append: (known, keys, plan) =>
          Effect.andThen(
            log.append(known, keys, plan),
            Effect.fail(new AppendUnknown({ cause: "the answer was lost" }))
          )
      })
      const [left, right] = [yield* server(url, { wrap: answerless }), yield* server(url)]
      const lost = yield* Effect.flip(left.submit(createTeam(1)))
      assert.strictEqual(lost._tag, "OutcomeUnknown")
      yield* untilTrue(() => hasShown(left, 1)() && hasShown(right, 1)())
      assert.strictEqual(yield* areOne([left, right]), 1)
    })
  )
})
