import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import { freePort } from "../../scripts/support/PostgresServer.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { byLabel, parse, valueOf } from "../observability/Exposition.ts"
import { migratedDatabase } from "../support/databases.ts"
import { listen } from "../support/LocalServer.ts"

const database = Effect.map(migratedDatabase, (url) => ({ DATABASE_URL: Redacted.value(url) }))

const metricsUrl = ({ output }: ServerProcess.ServerProcess) =>
  /Metrics on (http:\/\/[0-9.:]+\/metrics)/.exec(output())?.[1]

const scrape = (server: ServerProcess.ServerProcess) =>
  Effect.promise(async () => {
    const answer = await fetch(metricsUrl(server) ?? "", { signal: AbortSignal.timeout(5_000) })
    return parse(await answer.text())
  })

const id = "00000000-0000-4000-8000-000000000001"
const rename = (name: string, lastSeenSequence?: number) => ({
  eventType: "update_team_name",
  targetId: id,
  data: { name },
  lastSeenSequence
})

describe("Metrics of the server", () => {
  it.live("count exactly the requests that were sent", () =>
    Effect.gen(function* () {
      const METRICS_PORT = String(yield* Effect.promise(freePort))
      const server = yield* ServerProcess.start({ ...(yield* database), METRICS_PORT })
      const { url } = server
      assert.strictEqual(metricsUrl(server), `http://127.0.0.1:${METRICS_PORT}/metrics`)
      const token = yield* Effect.promise(() => signIn(url))
      // Keeps a reference to the stream, which would end when it is collected as garbage.
      const stream = yield* Effect.promise(async () => {
        for (const guess of ["wrong", "wrong too"]) await signIn(url, "admin", guess)
        const created = { eventType: "create_team", data: { id, name: "One", color: "#123456" } }
        const submitted = [created, rename("Two"), rename("Three", 2), rename("Four", 2), rename(" Three "), rename("")]
        for (const body of submitted) await call(url, token, "/api/events", body)
        for (const _ of [1, 2]) await call(url, token, `/api/teams/${id}/principles`)
        for (const path of ["/api/made-up", "/metrics", "/.env"]) await call(url, token, path)
        await call(url, "", "/api/teams")
        return call(url, token, "/api/sse")
      })
      const page = yield* scrape(server)
      assert.deepStrictEqual(byLabel(page, "strategy_submissions_total", "type", "outcome"), {
        "create_team applied": 1,
        "update_team_name applied": 2,
        "update_team_name conflict": 1,
        "update_team_name no_change": 1,
        "update_team_name rejected": 1
      })
      assert.deepStrictEqual(byLabel(page, "strategy_logins_total", "outcome"), {
        success: 1,
        invalid: 2,
        locked: 0,
        limited: 0,
        busy: 0,
        unavailable: 0
      })
      assert.deepStrictEqual(byLabel(page, "strategy_requests_total", "method", "route", "status"), {
        "POST /api/auth/login 200": 3,
        "POST /api/events 200": 6,
        "GET /api/teams/:teamId/principles 200": 2,
        "GET none 404": 3,
        "GET /api/sse 200": 1,
        "GET /api/teams 401": 1
      })
      assert.strictEqual(valueOf(page, "strategy_request_seconds_count", { route: "/api/events" }), 6)
      assert.strictEqual(valueOf(page, "strategy_batch_size_sum"), 6)
      assert.strictEqual(valueOf(page, "strategy_commit_seconds_count"), 6)
      assert.strictEqual(valueOf(page, "strategy_planner_queue_depth"), 0)
      assert.strictEqual(valueOf(page, "strategy_log_head"), 5)
      assert.strictEqual(valueOf(page, "strategy_applied_head"), 5)
      assert.strictEqual(valueOf(page, "strategy_hash_queue_running"), 0)
      assert.strictEqual(valueOf(page, "strategy_streams_open"), 1)
      assert.isTrue([...page.keys()].every((name) => name.startsWith("strategy_")))
      yield* Effect.promise(() => stream.body?.cancel() ?? Promise.resolve())
    }).pipe(Effect.scoped)
  )

  it.live("the server listens for scrapes only with METRICS_PORT", () =>
    Effect.gen(function* () {
      const server = yield* ServerProcess.start(yield* database)
      assert.strictEqual(metricsUrl(server), undefined)
      assert.strictEqual((yield* Effect.promise(() => call(server.url, "", "/metrics"))).status, 404)
    }).pipe(Effect.scoped)
  )

  it.live("a metrics port that is taken stops the start with one clear line, before anything else is started", () =>
    Effect.gen(function* () {
      const port = String(yield* listen(createServer()))
      const { output, code } = yield* Effect.flip(
        ServerProcess.start({ DATA_DIR: "/nowhere/to/be/made", METRICS_PORT: port })
      )
      assert.strictEqual(output, "Error: METRICS_PORT can't be used: another program listens on it.")
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )
})
