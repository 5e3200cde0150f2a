import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Layer, Logger, type LogLevel, Metric } from "effect"
import { TestClock } from "effect/testing"
import { StorageError } from "../../src/domain/StorageError.ts"
import { empty } from "../../src/domain/state/State.ts"
import * as ChangeFeed from "../../src/live/ChangeFeed.ts"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { logWentBack } from "../../src/log/store/LogWentBack.ts"
import { Listener, type Subscriber } from "../../src/sql/Listener.ts"

const missed = Effect.map(Metric.snapshot, (metrics) =>
  metrics.reduce(
    (sum, { id, state }) =>
      id === "strategy_notifications_missed_total" && "count" in state ? sum + Number(state.count) : sum,
    0
  )
)

/** A feed on a fake server that shows `shown` events of a log with `head` events, and catches up by `run`. */
const feed = Effect.fnUntraced(function* (
  run: (server: { shown: number; head: number; runs: number }) => Effect.Effect<void, StorageError> = (server) =>
    Effect.sync(() => {
      server.shown = server.head
    })
) {
  const server = {
    shown: 10,
    head: 10,
    runs: 0,
    written: 0,
    announced: Effect.void as Effect.Effect<void, StorageError>
  }
  const shown = () => ({ ...empty, sequenceNumber: server.shown })
  const subscribers: Array<Subscriber> = []
  const log: Array<readonly [LogLevel.LogLevel, string]> = []
  yield* Layer.build(
    Layer.fresh(ChangeFeed.layer).pipe(
      Layer.provide([
        Layer.mock(CatchUp, {
          run: Effect.suspend(() => {
            server.runs += 1
            return run(server)
          })
        }),
        Layer.mock(EventStore, {
          writer: "me",
          lastAppended: () => server.written,
          announceListening: Effect.suspend(() => server.announced)
        }),
        Layer.mock(Projector, { state: Effect.sync(shown), stateNow: shown }),
        Layer.succeed(Listener, {
          subscribe: (channel, subscriber) => {
            assert.strictEqual(channel, "strategy_log")
            return Effect.sync(() => void subscribers.push(subscriber))
          }
        }),
        Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, String([message].flat()[0])]))])
      ])
    )
  )
  const [subscriber] = subscribers
  assert.isDefined(subscriber)
  return { server, subscriber, log }
})

const settled = TestClock.adjust(0)

describe("ChangeFeed", () => {
  it.effect("catches up on notifications of other servers, not on its own nor on events that are shown already", () =>
    Effect.gen(function* () {
      const { server, subscriber } = yield* feed()
      const { connected, lost, notified } = subscriber
      const wakes = [
        [connected, 1],
        [lost, 0],
        [notified("epoch:11:other"), 1],
        [notified("epoch:10:other"), 0],
        [notified("epoch:12:me"), 0],
        [notified("epoch:nonsense"), 1],
        [notified("epoch:1e9:other"), 1]
      ] as const
      for (const [index, [happens, expected]] of wakes.entries()) {
        const before = server.runs
        yield* happens
        yield* settled
        assert.strictEqual(server.runs - before, expected, `wake ${index}`)
      }
    })
  )

  it.effect("a notification during a run leads to one more run", () =>
    Effect.gen(function* () {
      const gate = yield* Latch.make()
      const { server, subscriber } = yield* feed(() => gate.await)
      yield* subscriber.notified("epoch:11:other")
      yield* settled
      for (let n = 12; n < 112; n++) yield* subscriber.notified(`epoch:${n}:other`)
      yield* settled
      assert.strictEqual(server.runs, 1)
      yield* gate.open
      yield* settled
      assert.strictEqual(server.runs, 2)
    })
  )

  it.effect("polls once a second, and counts events that no notification announced", () =>
    Effect.gen(function* () {
      const before = yield* missed
      const { server, subscriber } = yield* feed()
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(server.runs, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(server.runs, 1)
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(server.runs, 10)
      assert.strictEqual((yield* missed) - before, 0)

      server.head = 20
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(server.shown, 20)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* missed) - before, 1)

      // The notification was under way.
      server.head = 21
      yield* TestClock.adjust("1 seconds")
      yield* subscriber.notified("epoch:21:other")
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* missed) - before, 1)

      // The event is this server's own, found between its commit and its answer.
      server.head = 22
      yield* TestClock.adjust("1 seconds")
      server.written = 22
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* missed) - before, 1)
    })
  )

  it.effect("announces each listening connection before it reads the log, and tries again until that succeeds", () =>
    Effect.gen(function* () {
      const { server, subscriber } = yield* feed((server) => Effect.sync(() => void calls.push(`look ${server.runs}`)))
      const calls: Array<string> = []
      const announce = Effect.sync(() => void calls.push("tell"))
      server.announced = announce
      yield* TestClock.adjust("1 seconds")
      yield* subscriber.connected
      yield* settled
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(calls, ["look 1", "tell", "look 2", "look 3"])

      const away = new StorageError({ operation: "EventStore.listen", unavailable: true, cause: "away" })
      server.announced = Effect.andThen(announce, Effect.fail(away))
      yield* subscriber.lost
      yield* subscriber.connected
      yield* settled
      server.announced = announce
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(calls.slice(4), ["tell", "look 4", "tell", "look 5", "look 6"])

      // The connection is lost, so nothing is announced.
      server.announced = Effect.andThen(announce, Effect.fail(away))
      yield* subscriber.connected
      yield* settled
      yield* subscriber.lost
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(calls.slice(9), ["tell", "look 7", "look 8"])
    })
  )

  it.effect("continues after any failure, and logs each outage and its end once", () =>
    Effect.gen(function* () {
      const away = new StorageError({ operation: "EventStore.head", unavailable: true, cause: "away" })
      let outcome: Effect.Effect<void, StorageError> = Effect.fail(away)
      const { server, subscriber, log } = yield* feed(() => outcome)
      yield* TestClock.adjust("5 seconds")
      yield* subscriber.connected
      yield* settled
      const noAnswer = ["Warn", "Changes from other servers are not visible. The database does not answer."] as const
      assert.deepStrictEqual(log, [noAnswer])

      outcome = Effect.fail(logWentBack("EventStore.head", "The log ends at event 3"))
      yield* TestClock.adjust("5 seconds")
      const isGone =
        "Changes from other servers are not visible. The log ends at event 3: the database was restored or replaced under the " +
        "running server. Restart the server."
      assert.deepStrictEqual(log.slice(1), [["Error", isGone]])

      outcome = Effect.die(new Error("a fault of ours"))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(log.slice(2), [["Error", "Changes from other servers are not visible. Internal error."]])

      outcome = Effect.void
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(log.slice(3), [["Info", "Changes from other servers are visible again."]])

      outcome = Effect.fail(away)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(log.slice(4), [noAnswer])
      assert.strictEqual(server.runs, 26)
    })
  )
})
