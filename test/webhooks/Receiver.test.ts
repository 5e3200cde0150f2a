import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { NameLookup, NameNotFound } from "../../src/webhooks/NameLookup.ts"
import { Receiver, WebhookAllow } from "../../src/webhooks/Receiver.ts"
import { testReceiver } from "./TestReceiver.ts"

const message = { headers: { "webhook-id": "epoch.1" }, body: '{"type":"create_team"}' }

interface Surroundings {
  /** By default only 127.0.0.1, where the test's receivers are. */
  readonly allowed?: ReadonlyArray<string>
  readonly lookup?: (host: string) => Effect.Effect<ReadonlyArray<string>, NameNotFound>
}

/** Prepares deliveries to a URL. */
const receiverAt = (url: string, { allowed = ["127.0.0.1/32"], lookup }: Surroundings = {}) =>
  Receiver.use((receiver) => Effect.succeed(receiver.at(url))).pipe(
    Effect.provide(
      Receiver.layer.pipe(
        Layer.provide(Layer.succeed(WebhookAllow, allowed.map(IpNetwork.fromStringUnsafe))),
        Layer.provide(lookup === undefined ? Layer.empty : Layer.succeed(NameLookup, lookup))
      )
    )
  )

const post = (url: string, surroundings: Surroundings = {}) =>
  Effect.flatMap(receiverAt(url, surroundings), (deliver) => deliver(message))

const resolvesTo =
  (...addresses: ReadonlyArray<string>) =>
  () =>
    Effect.succeed(addresses)

describe("Receiver", () => {
  it.effect("posts the body with the headers, and returns the answer's status", () =>
    Effect.gen(function* () {
      const { url, received, behaviour } = yield* testReceiver
      assert.deepStrictEqual(yield* post(url), { outcome: "delivered", status: 204, error: null, answer: "" })
      assert.strictEqual(received[0]?.body, message.body)
      assert.include(received[0]?.headers, { "webhook-id": "epoch.1", "content-type": "application/json" })
      for (const status of [400, 404, 410, 500, 503]) {
        behaviour.answer = (response) => void response.writeHead(status).end("no")
        const error = `The receiver answered ${status}.`
        assert.deepStrictEqual(yield* post(url), { outcome: "refused", status, error, answer: "no" })
      }
    })
  )

  it.effect("does not follow a redirect, to a private address or elsewhere", () =>
    Effect.gen(function* () {
      const { url, received, behaviour } = yield* testReceiver
      for (const [status, location] of [
        [301, "http://169.254.169.254/latest/meta-data"],
        [302, url],
        [307, url],
        [308, "http://10.0.0.1/"]
      ] as const) {
        behaviour.answer = (response) => void response.writeHead(status, { location }).end()
        assert.strictEqual((yield* post(url)).outcome, "redirected")
      }
      assert.lengthOf(received, 4)
    })
  )

  it.effect("reads only the beginning of an endless answer, and judges it by its status", () =>
    Effect.gen(function* () {
      const { url, behaviour } = yield* testReceiver
      const closed = yield* Deferred.make<number>()
      behaviour.answer = (response) => {
        let written = 0
        const write = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536
        }
        response.on("drain", write)
        response.on("close", () => Deferred.doneUnsafe(closed, Effect.succeed(written)))
        write()
      }
      assert.strictEqual((yield* post(url)).outcome, "delivered")
      assert.isBelow(yield* Deferred.await(closed), 64 * 1_048_576)
    })
  )

  it.effect("gives up after ten seconds, before and during an answer, and closes the connection", () =>
    Effect.gen(function* () {
      const { url, received, behaviour, until } = yield* testReceiver
      for (const begins of [false, true]) {
        const closed = yield* Deferred.make<void>()
        behaviour.answer = (response) => {
          response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
          if (begins) response.writeHead(200).write("begun")
        }
        const count = received.length
        const attempt = yield* Effect.forkChild(post(url))
        yield* until((all) => all.length > count)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* Fiber.join(attempt), {
          outcome: "timeout",
          status: null,
          error: "The receiver did not answer within 10s."
        })
        yield* Deferred.await(closed)
      }
    })
  )

  it.effect("reports a refused connection and an unknown name", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(testReceiver)
      const { outcome, error } = yield* post(gone.url)
      assert.deepStrictEqual([outcome, error], ["unreachable", "The receiver cannot be reached: ECONNREFUSED."])
      const lookup = () => Effect.fail(new NameNotFound({ code: "ENOTFOUND" }))
      const nameless = yield* post("https://nobody.test/", { lookup })
      assert.strictEqual(nameless.error, "The name nobody.test cannot be resolved: ENOTFOUND.")
    })
  )

  it.effect("refuses a private address, literal or behind a name, also as one of several", () =>
    Effect.gen(function* () {
      const { port, received } = yield* testReceiver
      const nowhere = { allowed: [] }
      const forbidden = [
        yield* post(`https://127.0.0.1:${port}/`, nowhere),
        yield* post(`http://2130706433:${port}/`, nowhere),
        yield* post(`http://[::ffff:127.0.0.1]:${port}/`, nowhere),
        yield* post(`https://inside.test:${port}/`, { ...nowhere, lookup: resolvesTo("127.0.0.1") }),
        yield* post(`https://inside.test:${port}/`, { ...nowhere, lookup: resolvesTo("1.1.1.1", "10.0.0.1") }),
        yield* post(`https://inside.test:${port}/`, { ...nowhere, lookup: resolvesTo("::1", "2606:4700::1111") }),
        yield* post(`http://outside.test:${port}/`, { lookup: resolvesTo("1.1.1.1") }),
        yield* post(`https://localhost:${port}/`, nowhere)
      ]
      for (const { outcome } of forbidden) assert.strictEqual(outcome, "forbidden_address")
      assert.strictEqual(forbidden[3]?.error, "inside.test is 127.0.0.1, an address that webhooks may not reach.")
      assert.lengthOf(received, 0)
    })
  )

  it.effect("connects to the address that was checked, though the name has another one by then", () =>
    Effect.gen(function* () {
      const { port, received } = yield* testReceiver
      const answers = [["127.0.0.1"], ["127.0.0.2"]]
      const asked: Array<string> = []
      const lookup = (host: string) =>
        Effect.sync(() => {
          asked.push(host)
          return answers.shift() ?? []
        })
      assert.strictEqual((yield* post(`http://changing.test:${port}/hook`, { lookup })).outcome, "delivered")
      assert.deepStrictEqual(asked, ["changing.test"])
      assert.strictEqual(received[0]?.headers.host, `changing.test:${port}`)
      assert.strictEqual((yield* post(`http://changing.test:${port}/`, { lookup })).outcome, "forbidden_address")
      assert.lengthOf(received, 1)
    })
  )

  it.effect("keeps its connection for later deliveries, and resolves the name again after 30 seconds", () =>
    Effect.gen(function* () {
      const { port, connections } = yield* testReceiver
      const answers = [["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]]
      const lookup = () => Effect.sync(() => answers.shift() ?? [])
      const deliver = yield* receiverAt(`http://named.test:${port}/`, { lookup })
      for (let delivery = 0; delivery < 3; delivery++)
        assert.strictEqual((yield* deliver(message)).outcome, "delivered")
      assert.deepStrictEqual([connections(), answers.length], [1, 2])
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* deliver(message)).outcome, "delivered")
      assert.deepStrictEqual([connections(), answers.length], [2, 1])
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* deliver(message)).outcome, "forbidden_address")
    })
  )

  it.effect("repeats at once a delivery lost on a kept connection, over a new connection that is checked", () =>
    Effect.gen(function* () {
      const { port, received, behaviour, connections } = yield* testReceiver
      const answers = [["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]]
      const lookup = () => Effect.sync(() => answers.shift() ?? [])
      const deliver = yield* receiverAt(`http://named.test:${port}/`, { lookup })
      behaviour.answer = (response) => void (received.length === 2 ? response.destroy() : response.writeHead(204).end())
      yield* deliver(message)
      assert.strictEqual((yield* deliver(message)).outcome, "delivered")
      assert.deepStrictEqual([received.length, connections(), answers.length], [3, 2, 1])
      behaviour.answer = (response) => void response.destroy()
      assert.strictEqual((yield* deliver(message)).outcome, "forbidden_address")
      assert.lengthOf(received, 4)
    })
  )

  it.effect("postpones a delivery if the receiver closes every connection without an answer", () =>
    Effect.gen(function* () {
      const { url, received, behaviour } = yield* testReceiver
      behaviour.answer = (response) => void response.destroy()
      const { outcome, error } = yield* post(url)
      assert.deepStrictEqual([outcome, error], ["unreachable", "The receiver cannot be reached: ECONNRESET."])
      assert.lengthOf(received, 1)
    })
  )
})
