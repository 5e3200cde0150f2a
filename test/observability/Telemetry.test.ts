import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import * as Collector from "../support/Collector.ts"

const instanceIn = (body: string): string | undefined =>
  /"key":"service\.instance\.id","value":\{"stringValue":"([\w-]{36})"/.exec(body)?.[1]

/** Whether spans are sampled. Effect's default tracer samples too, although nobody reads its spans. */
const isTraced = Effect.map(Effect.currentSpan, ({ sampled }) => sampled).pipe(Effect.withSpan("x"), Effect.orDie)

const layerOf = (options: Telemetry.Options) => Layer.provide(Telemetry.layer(options), NodeCrypto.layerSecureRandom)

const usual = { collectorHeaders: Option.none(), serviceName: "planning" }

describe("Telemetry", () => {
  it.effect("without a collector nothing is traced", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* isTraced, true)
      assert.strictEqual(yield* Effect.provide(isTraced, layerOf({ ...usual, collectorUrl: Option.none() })), false)
    })
  )

  it.live(
    "names the process, sends the headers, and sends no poll, which is a client's call outside of an operation",
    () =>
      Effect.gen(function* () {
        const collector = yield* Collector.start
        const call = (name: string) => Effect.withSpan(Effect.void, name, { kind: "client" })
        const calls = Effect.andThen(call("a poll"), Effect.withSpan(call("a statement"), "an operation"))
        const collectorHeaders = Option.some(Redacted.make({ authorization: "Bearer abc" }))
        const telemetry = Layer.suspend(() =>
          layerOf({ ...usual, collectorHeaders, collectorUrl: Option.some(collector.url) })
        )
        const instances: Array<unknown> = []
        for (const _ of [1, 2]) {
          yield* Effect.provide(Effect.andThen(calls, Effect.logInfo("said")), Layer.fresh(telemetry))
          const received = collector.received.splice(0)
          assert.deepStrictEqual(received.map(({ path }) => path).sort(), ["/v1/logs", "/v1/traces"])
          assert.deepStrictEqual(
            received.map(({ headers }) => headers.authorization),
            ["Bearer abc", "Bearer abc"]
          )
          const texts = received.map(({ body }) => body).join()
          assert.deepStrictEqual(
            ["a poll", "a statement", "an operation"].map((name) => texts.includes(`"${name}"`)),
            [false, true, true]
          )
          instances.push(new Set(received.map(({ body }) => instanceIn(body))))
        }
        const [first, second] = instances
        assert.deepStrictEqual(
          instances.map((ids) => (ids instanceof Set ? ids.size : 0)),
          [1, 1]
        )
        assert.notDeepEqual(first, second)
      }).pipe(Effect.scoped)
  )

  it.live("with a collector, what ended before the scope closes has been sent when it has closed", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.start
      const traced = Effect.andThen(Effect.log("said inside"), isTraced).pipe(Effect.withSpan("outer"))
      const telemetry = Layer.suspend(() => layerOf({ ...usual, collectorUrl: Option.some(collector.url) }))
      assert.strictEqual(yield* Effect.provide(traced, telemetry), true)
      const received = collector.received.map(({ path, body }) => [path, /"outer"|"said inside"/.exec(body)?.[0]])
      assert.deepStrictEqual(received.sort(), [
        ["/v1/logs", '"said inside"'],
        ["/v1/traces", '"outer"']
      ])
    }).pipe(Effect.scoped)
  )
})
