import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import * as Collector from "../support/Collector.ts"
import { migratedDatabase } from "../support/databases.ts"

const Attribute = Schema.Struct({
  key: Schema.String,
  value: Schema.Struct({ stringValue: Schema.optional(Schema.String) })
})

const resource = Schema.Struct({ attributes: Schema.Array(Attribute) })

const Traces = Schema.fromJsonString(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        resource,
        scopeSpans: Schema.Array(
          Schema.Struct({
            spans: Schema.Array(
              Schema.Struct({
                traceId: Schema.String,
                spanId: Schema.String,
                name: Schema.String,
                attributes: Schema.Array(Attribute),
                links: Schema.Array(Schema.Struct({ traceId: Schema.String, spanId: Schema.String }))
              })
            )
          })
        )
      })
    )
  })
)

const Logs = Schema.fromJsonString(
  Schema.Struct({
    resourceLogs: Schema.Array(
      Schema.Struct({
        resource,
        scopeLogs: Schema.Array(
          Schema.Struct({ logRecords: Schema.Array(Schema.Struct({ body: Attribute.fields.value })) })
        )
      })
    )
  })
)

/** The bodies that the collector received at a path, decoded from OTLP's JSON. */
const decoded = <A>(collector: Collector.Collector, path: string, schema: Schema.Decoder<A>): ReadonlyArray<A> =>
  collector.received
    .filter((received) => received.path === path)
    .map(({ body }) => Schema.decodeUnknownSync(schema)(body))

const attribute = (name: string, attributes: ReadonlyArray<typeof Attribute.Type>) =>
  attributes.find(({ key }) => key === name)?.value.stringValue

const start = Effect.fnUntraced(function* (url: string) {
  const DATABASE_URL = Redacted.value(yield* migratedDatabase)
  return yield* ServerProcess.start({ DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: url })
})

/** Stops the server; fails unless it ends with 0, which it does not when the stop takes too long. */
const stop = Effect.fnUntraced(function* (server: ServerProcess.ServerProcess) {
  server.kill("SIGTERM")
  assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null }, server.output())
})

const warnings = ({ output }: ServerProcess.ServerProcess) =>
  output()
    .split("\n")
    .filter((line) => line.includes("The collector is not accepting"))

describe("Traces and logs", { concurrent: true }, () => {
  it.live("reach the collector, the last ones when the server stops, and contain no secret", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.start
      const server = yield* start(`${collector.url}/`)
      const { url } = server
      const token = yield* Effect.promise(() => signIn(url))
      assert.lengthOf(token, 43)
      const guess = "battery staple"
      const changed = "another horse"
      const typedAsName = "Passw0rdInTheWrongField"
      const program = yield* Effect.promise(async () => {
        const settings = { name: "Program", scope: "admin", expiresInDays: 1 }
        const made: unknown = await (await call(url, token, "/api/auth/tokens", settings)).json()
        return typeof made === "object" && made !== null ? String(Reflect.get(made, "token")) : ""
      })
      assert.match(program, /^strat_/)
      yield* Effect.promise(async () => {
        await signIn(url, "admin", guess)
        for (let attempt = 0; attempt < 6; attempt++) await signIn(url, typedAsName, "")
        await call(url, token, `/api/admin/account-log?username=${typedAsName}`)
        const team = { eventType: "create_team", data: { name: "Alpha", color: "#123456" } }
        await call(url, program, "/api/events", team)
        await call(url, token, "/api/auth/change-password", { currentPassword: "correct horse", newPassword: changed })
        await call(url, token, "/api/admin/users", { username: "bob", password: guess, role: "viewer" })
        await call(url, token, "/api/teams/not-an-id/principles")
        const stream = await call(url, token, "/api/sse?lastEventId=none")
        await call(url, token, "/api/auth/logout", {})
        assert.include(await stream.text(), "event: end")
      })
      yield* stop(server)

      const traces = decoded(collector, "/v1/traces", Traces)
      const spans = traces.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      )
      const submitted = spans.find(({ attributes }) => attribute("http.route", attributes) === "/api/events")
      assert.strictEqual(submitted?.name, "POST /api/events")
      const inside = spans.filter(({ traceId }) => traceId === submitted?.traceId).map(({ name }) => name)
      assert.include(inside, "Planner.submit")
      const commit = spans.find(({ name }) => name === "Planner.commit")
      const submission = spans.find(({ name, traceId }) => name === "Planner.submit" && traceId === submitted?.traceId)
      const [link, ...otherLinks] = submission?.links ?? []
      assert.deepStrictEqual(otherLinks, [])
      assert.deepStrictEqual([link?.traceId, link?.spanId], [commit?.traceId, commit?.spanId])
      assert.isTrue(spans.some(({ attributes }) => attribute("http.route", attributes) === "/api/auth/logout"))
      const [first] = traces
      assert.strictEqual(
        attribute("service.name", first?.resourceSpans[0]?.resource.attributes ?? []),
        "strategy-planning"
      )

      const logs = decoded(collector, "/v1/logs", Logs)
      const lines = logs.flatMap(({ resourceLogs }) =>
        resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
      )
      assert.isTrue(lines.some(({ body }) => body.stringValue === `Listening on ${url}`))
      assert.include(server.output(), `Listening on ${url}`)

      const secrets = [
        token,
        program.slice("strat_".length),
        "strategy_session=",
        "correct horse",
        guess,
        changed,
        typedAsName,
        "Bearer",
        "x-csrf-token"
      ]
      for (const { path, body } of collector.received) {
        for (const secret of secrets) assert.notInclude(body.toLowerCase(), secret.toLowerCase(), path)
      }
      assert.deepStrictEqual([...new Set(collector.received.map(({ path }) => path))].sort(), [
        "/v1/logs",
        "/v1/traces"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("an unreachable collector causes one warning, and the stop does not wait for it", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(Effect.map(Collector.start, ({ url }) => url))
      const server = yield* start(url)
      const token = yield* Effect.promise(() => signIn(server.url))
      // Logs are sent after a second, spans after five.
      for (let second = 0; second < 7; second++) {
        yield* Effect.promise(() => call(server.url, token, "/api/teams"))
        yield* Effect.sleep("1 second")
      }
      assert.lengthOf(warnings(server), 1)
      yield* stop(server)
      assert.lengthOf(warnings(server), 1)
    }).pipe(Effect.scoped)
  )

  it.live("the stop does not wait long for a collector that never answers", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.start
      collector.status = undefined
      const server = yield* start(collector.url)
      assert.lengthOf(yield* Effect.promise(() => signIn(server.url)), 43)
      yield* stop(server)
    }).pipe(Effect.scoped)
  )
})
