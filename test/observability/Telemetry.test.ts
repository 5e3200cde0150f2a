import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import * as Collector from "../support/Collector.ts"

/** Whether spans are sampled. Effect's default tracer samples too, although nobody reads its spans. */
const isTraced = Effect.map(Effect.currentSpan, ({ sampled }) => sampled).pipe(Effect.withSpan("x"), Effect.orDie)

describe("Telemetry", () => {
  it.effect("without a collector nothing is traced", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* isTraced, true)
      assert.strictEqual(
        yield* Effect.provide(isTraced, Telemetry.layer({ collectorUrl: Option.none(), serviceName: "planning" })),
        false
      )
    })
  )

  it.live("with a collector, what ended before the scope closes has been sent when it has closed", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.start
      const traced = Effect.andThen(Effect.log("said inside"), isTraced).pipe(Effect.withSpan("outer"))
      const telemetry = Layer.suspend(() =>
        Telemetry.layer({ collectorUrl: Option.some(collector.url), serviceName: "planning" })
      )
      assert.strictEqual(yield* Effect.provide(traced, telemetry), true)
      const received = collector.received.map(({ path, body }) => [path, /"outer"|"said inside"/.exec(body)?.[0]])
      assert.deepStrictEqual(received.sort(), [
        ["/v1/logs", '"said inside"'],
        ["/v1/traces", '"outer"']
      ])
    }).pipe(Effect.scoped)
  )
})
