import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Logger } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import * as CollectorClient from "../../src/observability/Collector.ts"
import * as Collector from "../support/Collector.ts"

const logged: Array<string> = []

const client = CollectorClient.layer.pipe(
  Layer.provideMerge(
    Logger.layer([
      Logger.make(({ logLevel, message }) => {
        logged.push(`${logLevel}: ${[message].flat().join(" ")}`)
      })
    ])
  )
)

const send = (url: string, body = "{}") =>
  Effect.exit(HttpClient.execute(HttpClientRequest.post(url).pipe(HttpClientRequest.bodyText(body))))

/** Whether a batch was delivered, is to be tried again, or was dropped. */
const fate = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) ? "delivered" : Cause.hasDies(exit.cause) ? "dropped" : "again"

const arrived = (collector: Collector.Collector, count: number) =>
  Effect.promise(async () => {
    for (let wait = 0; wait < 500 && collector.received.length < count; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })

describe("The client of a collector", () => {
  it.effect("logs once that the collector is away, for all URLs, and once that it is back", () =>
    Effect.gen(function* () {
      logged.length = 0
      const collector = yield* Collector.start
      const [traces, logs] = [`${collector.url}/v1/traces`, `${collector.url}/v1/logs`]
      const fates = Effect.fnUntraced(function* (status: number) {
        collector.status = status
        return [fate(yield* send(traces)), fate(yield* send(logs))]
      })
      assert.deepStrictEqual(yield* fates(200), ["delivered", "delivered"])
      assert.deepStrictEqual(logged, [])
      assert.deepStrictEqual(yield* fates(503), ["again", "again"])
      assert.deepStrictEqual(yield* fates(404), ["dropped", "dropped"])
      assert.lengthOf(logged, 1)
      assert.match(logged[0] ?? "", /^Warn: The collector is not accepting traces and logs, .*503/)
      assert.deepStrictEqual(yield* fates(200), ["delivered", "delivered"])
      assert.deepStrictEqual(logged.slice(1), ["Info: The collector is accepting traces and logs again."])
      assert.deepStrictEqual(yield* fates(500), ["again", "again"])
      assert.lengthOf(logged, 3)
    }).pipe(Effect.scoped, Effect.provide(client))
  )

  it.effect("treats a refused connection like a collector that is away", () =>
    Effect.gen(function* () {
      logged.length = 0
      const url = yield* Effect.scoped(Effect.map(Collector.start, ({ url }) => url))
      assert.strictEqual(fate(yield* send(`${url}/v1/logs`)), "again")
      assert.strictEqual(fate(yield* send(`${url}/v1/logs`)), "dropped")
      assert.lengthOf(logged, 1)
    }).pipe(Effect.provide(client))
  )

  it.effect("limits the number and the duration of requests that are never answered", () =>
    Effect.gen(function* () {
      logged.length = 0
      const collector = yield* Collector.start
      collector.status = undefined
      const url = `${collector.url}/v1/traces`
      const open = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], () =>
        Effect.forkChild(send(url), { startImmediately: true })
      )
      yield* arrived(collector, 8)
      assert.deepStrictEqual([fate(yield* send(url)), fate(yield* send(url))], ["dropped", "dropped"])
      assert.lengthOf(collector.received, 8)
      yield* TestClock.adjust("3 seconds")
      const fates = (yield* Effect.forEach(open, Fiber.join)).map(fate)
      assert.deepStrictEqual(fates.sort(), ["again", ...Array.from({ length: 7 }, () => "dropped")])
      assert.deepStrictEqual(logged.length, 1)
      collector.status = 200
      assert.strictEqual(fate(yield* send(url)), "delivered")
    }).pipe(Effect.scoped, Effect.provide(client))
  )
})
