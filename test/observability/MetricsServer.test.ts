import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { HttpServer } from "effect/http"
import packageJson from "../../package.json" with { type: "json" }
import * as NodeServer from "../../src/http/server/NodeServer.ts"
import * as BuildInfo from "../../src/observability/BuildInfo.ts"
import * as MetricsServer from "../../src/observability/MetricsServer.ts"
import * as ProcessMetrics from "../../src/observability/ProcessMetrics.ts"
import { BaseUrl, request } from "../support/TestServer.ts"
import { parse, valueOf } from "./Exposition.ts"
import * as OwnRegistry from "./OwnRegistry.ts"

const server = Layer.effect(
  BaseUrl,
  Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))
).pipe(
  Layer.merge(MetricsServer.layer),
  Layer.provide(NodeServer.layer({ host: "127.0.0.1", port: 0 })),
  Layer.merge(Layer.merge(ProcessMetrics.layer, BuildInfo.layer)),
  Layer.provideMerge(OwnRegistry.layer)
)

layer(server, { excludeTestServices: true })("The metrics server", (it) => {
  it.effect("shows all metrics as Prometheus reads them", () =>
    Effect.gen(function* () {
      yield* Metric.update(Metric.counter("strategy_test_total", { description: "T", incremental: true }), 7)
      const answer = yield* request("/metrics?name=all")
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      assert.strictEqual(valueOf(parse(answer.text), "strategy_test_total"), 7)
      const head = yield* request("/metrics", { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
    })
  )

  it.effect("serves nothing else", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/metrics/", "/metricsx", "/Metrics", "/api/teams", "/health", "/%6detrics"]) {
        assert.strictEqual((yield* request(path)).status, 404, path)
      }
      const post = yield* request("/metrics", { method: "POST" })
      assert.deepStrictEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"])
    })
  )

  it.effect("names the versions of the service and of Node", () =>
    Effect.gen(function* () {
      const labels = { version: packageJson.version, node: process.versions.node }
      assert.strictEqual(valueOf(parse((yield* request("/metrics")).text), "strategy_build_info", labels), 1)
    })
  )

  it.effect("shows the process's memory and start time, and how busy and late its event loop is", () =>
    Effect.gen(function* () {
      const before = parse((yield* request("/metrics")).text)
      yield* Effect.sleep("60 millis")
      const blockedAt = performance.now()
      while (performance.now() - blockedAt < 150);
      yield* Effect.sleep("60 millis")
      const after = parse((yield* request("/metrics")).text)
      const [active, count, sum] = ["event_loop_active_seconds_total", "event_loop_delay_seconds_count"]
        .concat("event_loop_delay_seconds_sum")
        .map((name) => (valueOf(after, `strategy_${name}`) ?? 0) - (valueOf(before, `strategy_${name}`) ?? 0))
      assert.isAbove(active ?? 0, 0.14)
      assert.isAbove(count ?? 0, 1)
      assert.isAbove(sum ?? 0, 0.1)
      assert.isAbove(valueOf(after, "strategy_event_loop_delay_seconds", { quantile: "1" }) ?? 0, 0.1)
      assert.isAbove(valueOf(after, "strategy_process_resident_memory_bytes") ?? 0, 20_000_000)
      assert.strictEqual(valueOf(after, "strategy_process_start_time_seconds"), performance.timeOrigin / 1_000)
    })
  )
})
