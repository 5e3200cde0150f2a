import { assert, layer } from "@effect/vitest"
import { Context, Duration, Effect, Fiber, Layer, Logger, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { generate } from "../../scripts/bench/Generate.ts"
import { signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { RebuildResult } from "../../src/api/HistoryApi.ts"
import { claimTimeout } from "../../src/log/maintenance/Generations.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import * as CheckpointsSql from "../../src/log/projection/CheckpointsSql.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { run } from "../scripts/AdminInProcess.ts"
import { words } from "../scripts/AdminProcess.ts"
import { migratedDatabase } from "../support/databases.ts"

/** So many that a rebuild takes long enough to meet another one. */
const events = 8_000

const running = "A rebuild is in progress."
const lost = "This rebuild stalled, and another one took over."

const Refusal = Schema.Struct({ message: Schema.String })
const Verified = Schema.fromJsonString(Schema.Struct({ ok: Schema.Boolean, events: Schema.Int }))

/** The result of a rebuild, or the message of its refusal; fails if the server ends before it answers. */
const rebuild = (url: string, token: string) =>
  Effect.tryPromise(async (signal) => {
    const headers = { cookie: `strategy_session=${token}`, "x-csrf-token": "1" }
    const answer = await fetch(`${url}/api/admin/rebuild-history`, { method: "POST", headers, signal })
    const body: unknown = await answer.json()
    return answer.status === 200
      ? Schema.decodeUnknownSync(RebuildResult)(body)
      : `${answer.status} ${Schema.decodeUnknownSync(Refusal)(body).message}`
  })

/** Writes a long log; returns how many associations a rebuild of it makes. */
const makeLog = Effect.gen(function* () {
  yield* (yield* Checkpoints).save(yield* generate(startOfLog, events))
  return (yield* (yield* EventStore).associations(0, events)).length
}).pipe(Effect.provide([EventStoreSql.layer, CheckpointsSql.layer]))

/** Waits for a claim with a fence above `above` that has written something, so that its rebuild is in progress. */
const untilInProgress = (above: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly fence: number }>`
      SELECT r.fence::int AS fence FROM rebuilds r
      WHERE running AND fence > ${above} AND EXISTS (SELECT 1 FROM associations a WHERE a.generation = r.generation)`
  ).pipe(
    Effect.flatMap(([claim]) => Effect.fromNullishOr(claim)),
    Effect.map(({ fence }) => fence),
    Effect.retry({ schedule: Schedule.spaced("10 millis") })
  )

/** Retries while another rebuild runs. */
const rebuildWhenFree = (url: string, token: string) =>
  Effect.repeat(rebuild(url, token), {
    schedule: Schedule.spaced("100 millis"),
    until: (result) => result !== `409 ${running}`
  })

/** When the claim was last confirmed, in seconds of the database's clock. */
const heartbeat = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly seconds: number }>`SELECT extract(epoch FROM heartbeat)::float8 AS seconds FROM rebuilds`
).pipe(Effect.map(([claim]) => claim?.seconds ?? Number.NaN))

const twoServers = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const database = yield* Layer.build(
    Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url)).pipe(Layer.provideMerge(Logger.layer([])))
  )
  const associations = yield* Effect.provide(makeLog, database)
  const env = { DATABASE_URL: Redacted.value(url) }
  const one = yield* ServerProcess.start(env)
  const two = yield* ServerProcess.start(env)
  const token = yield* Effect.promise(() => signIn(one.url))
  const whole = { eventsProcessed: events, associationsSaved: associations }
  return { database, env, one, two, token, whole }
})

/** Two servers on one long log. */
class Servers extends Context.Service<Servers, Effect.Success<typeof twoServers>>()("test/system/Rebuilding/Servers") {
  static readonly layer = Layer.effect(Servers, twoServers)
}

/** The counts of a result that do not depend on which checkpoints are kept. */
const sizes = (result: typeof RebuildResult.Type | string) =>
  typeof result === "string"
    ? result
    : { eventsProcessed: result.eventsProcessed, associationsSaved: result.associationsSaved }

const verified = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = yield* run(words("history verify --json"), env)
  assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
  assert.deepStrictEqual(Schema.decodeUnknownSync(Verified)(stdout), { ok: true, events })
})

layer(Servers.layer, { excludeTestServices: true })("Rebuilding on two servers at once", (it) => {
  it.effect("if one is frozen, the other may rebuild after a while, and the one that wakes up changes nothing", () =>
    Effect.gen(function* () {
      const { database, env, one, two, token, whole } = yield* Servers
      const frozen = yield* Effect.forkChild(rebuild(one.url, token))
      const fence = yield* Effect.provide(untilInProgress(0), database)
      one.kill("SIGSTOP")
      const stopped = yield* Effect.provide(heartbeat, database)
      const other = yield* Effect.forkChild(rebuildWhenFree(two.url, token))
      yield* Effect.provide(untilInProgress(fence), database)
      const takenOver = yield* Effect.provide(heartbeat, database)
      one.kill("SIGCONT")
      assert.strictEqual(yield* Fiber.join(frozen), `409 ${lost}`)
      assert.deepStrictEqual(sizes(yield* Fiber.join(other)), whole)
      assert.isAtLeast(takenOver - stopped, Duration.toSeconds(claimTimeout))
      yield* verified(env)
    }).pipe(Effect.scoped)
  )

  // The last test, since it kills one of the servers.
  it.effect("only one rebuilds at a time; if it is killed, the other may rebuild at once", () =>
    Effect.gen(function* () {
      const { database, env, one, two, token, whole } = yield* Servers
      const both = yield* Effect.all([rebuild(one.url, token), rebuild(two.url, token)], { concurrency: 2 })
      assert.sameDeepMembers(both.map(sizes), [whole, `409 ${running}`])

      const killed = yield* Effect.forkChild(Effect.flip(rebuild(one.url, token)))
      yield* Effect.provide(untilInProgress(0), database)
      assert.strictEqual(yield* rebuild(two.url, token), `409 ${running}`)
      one.kill("SIGKILL")
      // The claim expires much later, so what ends it is the end of its server.
      yield* Effect.provide(
        SqlClient.SqlClient.use((sql) => sql`UPDATE rebuilds SET heartbeat = clock_timestamp() + interval '1 hour'`),
        database
      )
      assert.deepStrictEqual(sizes(yield* rebuildWhenFree(two.url, token)), whole)
      yield* Fiber.join(killed)
      yield* verified(env)
    }).pipe(Effect.scoped)
  )
})
