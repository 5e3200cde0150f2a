import { connect } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Metric, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { type ClockReading, readClock } from "../../src/sql/ClockReading.ts"
import { applicationName, type Channel, Listener } from "../../src/sql/Listener.ts"
import { emptyPostgresDatabase, freshDatabase } from "../support/databases.ts"
import * as LossyRelay from "../support/LossyRelay.ts"
import { untilTrue } from "../support/until.ts"

const database = Layer.fresh(emptyPostgresDatabase)

const quiet = Layer.provide(Logger.layer([]))

const withListener = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.provide(Listener.layer.pipe(Layer.provideMerge(database), quiet)))

/** A listener on one connection to `url`. */
const listenerAt = (url: string) =>
  Listener.layer.pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), quiet, Layer.fresh)

/** What a subscriber receives, in order. */
const hears = Effect.fnUntraced(function* (channel: Channel) {
  const heard: Array<string> = []
  const note = (text: string) => Effect.sync(() => void heard.push(text))
  yield* (yield* Listener).subscribe(channel, { connected: note("connected"), lost: note("lost"), notified: note })
  return heard
})

const say = (channel: Channel, text: string) =>
  SqlClient.SqlClient.use((sql) => sql`SELECT pg_notify(${channel}, ${text})`)

/** The process ids of the backends that serve listeners. */
const backends = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${applicationName}`
).pipe(Effect.map((rows) => rows.map(({ pid }) => pid)))

const terminate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const pid of yield* backends) yield* sql`SELECT pg_terminate_backend(${pid}, 5000)`
})

const reconnects = Effect.map(Metric.snapshot, (metrics) =>
  metrics.flatMap((metric) =>
    metric.id === "strategy_listener_reconnects_total" && metric.type === "Counter" ? [Number(metric.state.count)] : []
  )
)

describe("Listener", () => {
  it.live("receives the notifications of every channel over one connection", () =>
    Effect.gen(function* () {
      const [accounts, log] = yield* Effect.all([hears("accounts"), hears("strategy_log")])
      yield* untilTrue(() => accounts.length + log.length === 2)
      for (const text of ["1", "2", "3"]) {
        yield* say("accounts", `a${text}`)
        yield* say("strategy_log", `l${text}`)
      }
      yield* untilTrue(() => accounts.length + log.length === 8)
      assert.deepStrictEqual(accounts, ["connected", "a1", "a2", "a3"])
      assert.deepStrictEqual(log, ["connected", "l1", "l2", "l3"])
      assert.lengthOf(yield* backends, 1)
      // A later subscriber gets `connected` at once, and one that has left gets nothing more.
      const late = yield* Effect.scoped(hears("accounts"))
      assert.deepStrictEqual(late, ["connected"])
      yield* say("accounts", "a4")
      yield* untilTrue(() => accounts.length === 5)
      assert.deepStrictEqual(late, ["connected"])
    }).pipe(withListener)
  )

  it.live("reports each termination of its connection, and reconnects at once", () =>
    Effect.gen(function* () {
      const heard = yield* hears("accounts")
      const times = 10
      yield* untilTrue(() => heard.length === 1)
      const before = (yield* reconnects)[0] ?? 0
      for (let round = 1; round <= times; round++) {
        yield* terminate
        yield* untilTrue(() => heard.at(-1) === "connected" && heard.length === 3 * round)
        yield* say("accounts", `round ${round}`)
        yield* untilTrue(() => heard.length === 3 * round + 1)
      }
      assert.deepStrictEqual(heard, [
        "connected",
        ...Array.from({ length: times }, (_, index) => ["lost", "connected", `round ${index + 1}`]).flat()
      ])
      assert.deepStrictEqual(yield* reconnects, [before + times])
    }).pipe(withListener)
  )

  it.live("reports a frozen connection as lost and replaces it", () =>
    Effect.gen(function* () {
      const heard = yield* hears("accounts")
      yield* untilTrue(() => heard.length === 1)
      const [frozen = 0] = yield* backends
      process.kill(frozen, "SIGSTOP")
      yield* Effect.addFinalizer(() => Effect.ignoreCause(Effect.sync(() => process.kill(frozen, "SIGCONT"))))
      yield* untilTrue(() => heard.at(-1) === "lost")
      yield* untilTrue(() => heard.at(-1) === "connected")
      yield* say("accounts", "heard")
      yield* untilTrue(() => heard.at(-1) === "heard")
      assert.deepStrictEqual(heard, ["connected", "lost", "connected", "heard"])
      assert.include(yield* backends, frozen)
      process.kill(frozen, "SIGCONT")
      yield* Effect.flatMap(backends, (pids) => (pids.includes(frozen) ? Effect.fail("not yet") : Effect.void)).pipe(
        Effect.retry(Schedule.spaced("20 millis"))
      )
    }).pipe(Effect.scoped, withListener)
  )

  it.live("reports a slow connection as lost, and as connected again without replacing it", () =>
    Effect.gen(function* () {
      const heard = yield* hears("accounts")
      yield* untilTrue(() => heard.length === 1)
      const [slow = 0] = yield* backends
      process.kill(slow, "SIGSTOP")
      yield* untilTrue(() => heard.at(-1) === "lost").pipe(
        Effect.ensuring(Effect.sync(() => process.kill(slow, "SIGCONT")))
      )
      yield* untilTrue(() => heard.at(-1) === "connected")
      assert.deepStrictEqual(heard, ["connected", "lost", "connected"])
      assert.deepStrictEqual(yield* backends, [slow])
    }).pipe(withListener)
  )

  it.live("can be closed while the server is frozen", () =>
    Effect.gen(function* () {
      const heard = yield* Effect.gen(function* () {
        const heard = yield* hears("accounts")
        yield* untilTrue(() => heard.length === 1)
        const [frozen = 0] = yield* backends
        process.kill(frozen, "SIGSTOP")
        yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(frozen, "SIGCONT")))
        yield* untilTrue(() => heard.at(-1) === "lost")
        return heard
      }).pipe(Effect.provide(Layer.fresh(Listener.layer).pipe(quiet)))
      assert.deepStrictEqual(heard, ["connected", "lost"])
    }).pipe(Effect.scoped, Effect.provide(database))
  )

  it.live("retries an unreachable server with growing pauses and logs one warning", () =>
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const asked: Array<number> = []
      const refused = 4
      const { port } = new URL(inject("postgresUrl"))
      const stream = () => {
        asked.push(performance.now())
        return asked.length <= refused ? connect(1, "127.0.0.1") : connect(Number(port), "127.0.0.1")
      }
      const warnings: Array<unknown> = []
      const logged = Logger.layer([
        Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && warnings.push(message)))
      ])
      const heard = yield* Effect.gen(function* () {
        const heard = yield* hears("accounts")
        yield* untilTrue(() => heard.length > 0)
        return heard
      }).pipe(
        Effect.provide(
          Layer.fresh(Listener.layer).pipe(
            Layer.provide(Layer.succeed(PgClient.PgClient, Object.assign(pg, { config: { ...pg.config, stream } }))),
            Layer.provide(logged)
          )
        )
      )
      assert.deepStrictEqual(heard, ["connected"])
      assert.lengthOf(warnings, 1)
      const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
      assert.lengthOf(pauses, refused)
      for (const [index, minPause] of [0, 45, 95, 195].entries()) assert.isAtLeast(pauses[index] ?? -1, minPause)
    }).pipe(Effect.scoped, Effect.provide(database))
  )

  /** What is received on `accounts`, with the proofs in between. */
  const proofs = Effect.gen(function* () {
    const heard: Array<string | ClockReading> = []
    yield* (yield* Listener).subscribe("accounts", {
      connected: Effect.void,
      lost: Effect.void,
      notified: (payload) => Effect.sync(() => void heard.push(payload)),
      proved: (asOf) => Effect.sync(() => void heard.push(asOf))
    })
    return heard
  })

  const isProof = (entry: string | ClockReading) => typeof entry !== "string"

  it.live("reports proofs, each after all notifications that were sent before it", () =>
    Effect.gen(function* () {
      const heard = yield* proofs
      const clock = yield* Clock.Clock
      yield* untilTrue(() => heard.length > 0)
      for (const text of ["1", "2", "3"]) {
        yield* say("accounts", text)
        const answered = readClock(clock)
        const isLater = (entry: string | ClockReading) =>
          typeof entry !== "string" && entry.monotonicNanos >= answered.monotonicNanos
        yield* untilTrue(() => heard.some(isLater))
        assert.include(heard.slice(0, heard.findIndex(isLater)), text)
      }
      assert.deepStrictEqual(
        heard.filter((entry) => !isProof(entry)),
        ["1", "2", "3"]
      )
    }).pipe(withListener)
  )

  it.live("reports no proof over a connection that delivers answers but no notifications", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const relay = yield* LossyRelay.make(Redacted.value(url))
      yield* Effect.gen(function* () {
        const heard = yield* proofs
        yield* untilTrue(() => relay.dropped() >= 4)
        assert.deepStrictEqual(heard, [])
      }).pipe(Effect.provide(listenerAt(relay.url)))
    }).pipe(Effect.scoped)
  )

  it.live("reports proofs without the right to call pg_notify()", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const role = `listener_${new URL(Redacted.value(url)).pathname.slice(1)}`
      const owner = PgClient.layer({ url, maxConnections: 1 })
      const run = (statement: string) =>
        SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(Effect.provide(owner), Effect.orDie)
      yield* Effect.acquireRelease(run(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`), () => run(`DROP ROLE ${role}`))
      yield* run("REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC")
      const limited = new URL(Redacted.value(url))
      limited.username = role
      limited.password = "secret"
      yield* Effect.gen(function* () {
        const heard = yield* proofs
        yield* untilTrue(() => heard.length > 1)
        yield* run("NOTIFY accounts, 'heard'")
        yield* untilTrue(() => heard.includes("heard"))
      }).pipe(Effect.provide(listenerAt(limited.href)))
    }).pipe(Effect.scoped)
  )
})
