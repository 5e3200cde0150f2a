import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import { noOrigin } from "../../src/domain/Provenance.ts"
import { Broadcaster } from "../../src/live/Broadcaster.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { memoryStores } from "../log/Layers.ts"
import { entityId, envelope } from "../log/Samples.ts"
import { FakeSink } from "./FakeSink.ts"
import { connect, idAt, makeTeam, rename, streams, subscriber, until } from "./Streams.ts"

const epoch = Effect.flatMap(EventStore, ({ head }) => Effect.map(head, (_) => _.epoch))

const renameUpTo = Effect.fnUntraced(function* (from: number, upTo: number) {
  // The memory store answers synchronously, so yield as a database would.
  for (let n = from; n <= upTo; n++) yield* Effect.andThen(rename(`name ${n}`), Effect.yieldNow)
})

const range = (from: number, upTo: number) => Array.from({ length: upTo - from + 1 }, (_, n) => from + n)

describe("Broadcaster", () => {
  const test = <E>(name: string, run: Effect.Effect<void, E, Layer.Success<ReturnType<typeof streams>> | EventStore>) =>
    it.effect(name, () => run.pipe(Effect.provide(Layer.provideMerge(streams(), memoryStores))))

  test(
    "starts with the head of the log, then sends every applied event and nothing else",
    Effect.gen(function* () {
      yield* makeTeam
      const { sink } = yield* connect()
      yield* rename("Payments")
      assert.strictEqual((yield* rename("Payments")).status, "no_change")
      assert.strictEqual((yield* rename("")).status, "rejected")
      yield* rename("Money")
      yield* until(() => sink.changes.length === 2)
      const [ready, first, second] = sink.heard
      assert.deepStrictEqual(ready, {
        event: "ready",
        id: yield* idAt(1),
        data: { sequenceNumber: 1 },
        retry: ready?.retry ?? null
      })
      assert.isAtLeast(ready?.retry ?? 0, 1_000)
      assert.deepStrictEqual(first, {
        event: "change",
        id: yield* idAt(2),
        data: {
          sequenceNumber: 2,
          eventType: "update_team_name",
          targetId: entityId(1),
          teamIds: [entityId(1)],
          entityIds: [entityId(1)],
          ...{
            entityType: "team",
            fieldName: "name",
            entityTitle: "Payments",
            parentTitle: null,
            unit: null,
            rejectionCode: null,
            ...noOrigin
          },
          actorName: "ada",
          actorDisplayName: null,
          timestamp: "1970-01-01T00:00:00.000Z"
        },
        retry: null
      })
      assert.strictEqual(second?.id, yield* idAt(4))
      assert.strictEqual(sink.heard.length, 3)
    })
  )

  test(
    "holds events back while it may not send them, also from new streams and from sinks that drain",
    Effect.gen(function* () {
      yield* makeTeam
      const broadcaster = yield* Broadcaster
      let mayShow = false
      const [first, stuck] = [yield* connect(), yield* connect({ as: subscriber(2), stuck: true })]
      yield* rename("1")
      yield* until(() => first.sink.changes.length === 1)
      yield* broadcaster.sendOnlyWhile(() => mayShow)
      yield* rename("2")
      yield* rename("3")
      const late = yield* connect({ as: subscriber(3), lastEventId: yield* idAt(1) })
      stuck.sink.release()
      yield* Effect.repeat(Effect.yieldNow, { times: 200 })
      assert.deepStrictEqual(
        [first, stuck, late].map(({ sink }) => sink.sequenceNumbers),
        [[2], [2], []]
      )
      mayShow = true
      yield* broadcaster.sendHeldBack
      yield* until(() => [first, stuck, late].every(({ sink }) => sink.changes.length === 3))
      assert.deepStrictEqual(
        [first, stuck, late].map(({ sink }) => sink.sequenceNumbers),
        [
          [2, 3, 4],
          [2, 3, 4],
          [2, 3, 4]
        ]
      )
    })
  )

  test(
    "names no entities when more than a hundred were affected",
    Effect.gen(function* () {
      yield* makeTeam
      const { submit } = yield* Planner
      const objective = entityId(2)
      yield* submit(
        envelope({ eventType: "create_objective", targetId: entityId(1), data: { id: objective, title: "O" } })
      )
      for (const n of range(1, 100)) {
        yield* submit(
          envelope({
            eventType: "create_initiative",
            targetId: objective,
            data: { id: entityId(10 + n), title: `${n}` }
          })
        )
      }
      const { sink } = yield* connect()
      yield* submit(envelope({ eventType: "delete_objective", targetId: objective, data: {} }))
      yield* until(() => sink.changes.length === 1)
      assert.deepStrictEqual(
        sink.changes.map(({ entityIds, teamIds }) => ({ entityIds, teamIds })),
        [{ entityIds: null, teamIds: [entityId(1)] }]
      )
    })
  )

  test(
    "a client that resumes gets exactly the events that it missed, from any position",
    Effect.gen(function* () {
      yield* makeTeam
      const first = yield* connect()
      yield* renameUpTo(2, 9)
      yield* until(() => first.sink.changes.length === 8)
      for (const place of range(0, 9)) {
        const id = yield* idAt(place)
        const { sink, leave } = yield* connect({ lastEventId: id })
        yield* until(() => sink.changes.length === 9 - place)
        assert.strictEqual(sink.heard[0]?.id, id)
        assert.deepStrictEqual(sink.heard[0]?.data, { sequenceNumber: 9 })
        assert.deepStrictEqual(sink.sequenceNumbers, range(place + 1, 9))
        // Event 1 is read from the log and the others come from memory, with the same content.
        assert.deepStrictEqual(sink.heard.slice(place === 0 ? 2 : 1), first.sink.heard.slice(place === 0 ? 1 : place))
        yield* leave
      }
    })
  )

  test(
    "a client that cannot resume gets a reset to the head and continues from there",
    Effect.gen(function* () {
      yield* makeTeam
      yield* renameUpTo(2, 3)
      const prefix = yield* epoch
      const third = yield* idAt(3)
      const strangers = [
        "00000000-0000-4000-8000-000000000000.2",
        third.replace(/3$/, "4"),
        third.replace(/3$/, "2"),
        third.replace(/3$/, "0"),
        third.replace(/3$/, "03"),
        `${third}.3`,
        `${prefix}.3`,
        `${prefix}-.3`,
        `${prefix}-${"A".repeat(12)}.3`,
        `${prefix}-${"A".repeat(12)}.4`,
        `${prefix}.9007199254740993`,
        `${prefix}.-1`,
        `${prefix}.1e0`,
        `${prefix}.01`,
        `${prefix}.`,
        prefix,
        ".",
        "2",
        "💥",
        " ".repeat(3),
        `${prefix}.2.2`,
        "x".repeat(10_000)
      ]
      const opened = yield* Effect.forEach(strangers, (lastEventId, n) => connect({ lastEventId, as: subscriber(n) }))
      yield* rename("later")
      for (const [n, { sink }] of opened.entries()) {
        yield* until(() => sink.changes.length === 1, `a change after ${strangers[n]}`)
        assert.deepStrictEqual(sink.kinds, ["ready", "reset", "change"], strangers[n])
        assert.deepStrictEqual(sink.heard[1]?.data, { sequenceNumber: 3 })
        assert.strictEqual(sink.heard[0]?.id, third)
        assert.strictEqual(sink.heard[1]?.id, third)
        assert.deepStrictEqual(sink.sequenceNumbers, [4])
      }
    })
  )

  it.effect("resumes clients that missed up to maxMissedEvents and no more, also after a restart", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        yield* makeTeam
        yield* renameUpTo(2, 30)
      }).pipe(Effect.provide(streams({ maxMissedEvents: 20 })))
      yield* Effect.gen(function* () {
        const [within, beyond] = [
          yield* connect({ lastEventId: yield* idAt(10) }),
          yield* connect({ lastEventId: yield* idAt(9) })
        ]
        assert.deepStrictEqual(beyond.sink.kinds, ["ready", "reset"])
        yield* until(() => within.sink.changes.length === 20)
        yield* renameUpTo(31, 60)
        yield* until(() => within.sink.changes.length === 50)
        assert.deepStrictEqual(within.sink.sequenceNumbers, range(11, 60))
        assert.deepStrictEqual((yield* connect({ lastEventId: yield* idAt(39) })).sink.kinds, ["ready", "reset"])
        const { sink } = yield* connect({ lastEventId: yield* idAt(40) })
        yield* until(() => sink.changes.length === 20)
        assert.deepStrictEqual(sink.sequenceNumbers, range(41, 60))
      }).pipe(Effect.provide(streams({ maxMissedEvents: 20 })))
    }).pipe(Effect.provide(memoryStores))
  )

  it.effect("many clients that resume together after a restart share reads of the growing log", () =>
    Effect.gen(function* () {
      let reads = 0
      const counted = Layer.effect(
        EventStore,
        Effect.map(EventStore, (store) =>
          EventStore.of({
            ...store,
            associations: (after, upTo) =>
              Effect.tap(store.associations(after, upTo), () => {
                reads += 1
                return Effect.yieldNow
              })
          })
        )
      )
      const stores = Layer.provideMerge(counted, memoryStores)
      yield* Effect.gen(function* () {
        yield* Effect.andThen(makeTeam, renameUpTo(2, 50)).pipe(Effect.provide(streams()))
        const ids = yield* Effect.forEach(range(0, 49), idAt)
        yield* Effect.gen(function* () {
          const writing = yield* Effect.forkChild(renameUpTo(51, 100))
          const opened = yield* Effect.forEach(
            range(1, 200),
            (n) => connect({ lastEventId: ids[n % 50] ?? null, as: subscriber(n) }),
            { concurrency: "unbounded" }
          )
          yield* Fiber.join(writing)
          for (const [index, { sink }] of opened.entries()) {
            const from = (index + 1) % 50
            yield* until(() => sink.changes.length === 100 - from)
            assert.deepStrictEqual(sink.sequenceNumbers, range(from + 1, 100))
          }
          assert.isAtLeast(reads, 1)
          assert.isAtMost(reads, 50, "at most one read for each position further back")
        }).pipe(Effect.provide(streams()))
      }).pipe(Effect.provide(stores))
    })
  )

  test(
    "sends a heartbeat every 15 seconds",
    Effect.gen(function* () {
      const opened = yield* Effect.forEach(range(1, 20), (n) => connect({ as: subscriber(n) }))
      for (const beats of range(1, 4)) {
        for (let second = 0; second < 15; second++) {
          yield* TestClock.adjust("1 second")
          yield* Effect.yieldNow
        }
        yield* until(() => opened.every(({ sink }) => sink.heartbeats === beats), `${beats} heartbeats`)
      }
      assert.isTrue(opened.every(({ sink }) => sink.heard.length === 1))
    })
  )

  it.effect("closes the stream of a reader that lags too many events behind, and no other", () =>
    Effect.gen(function* () {
      yield* makeTeam
      const [quick, slow, later] = [
        yield* connect({ as: subscriber(1) }),
        yield* connect({ as: subscriber(2), stuck: true }),
        yield* connect({ as: subscriber(3) })
      ]
      yield* renameUpTo(2, 30)
      later.sink.stuck = true
      // Frames that its sink has taken do not count as lag.
      yield* renameUpTo(31, 60)
      yield* until(() => slow.sink.isCut)
      assert.isFalse(later.sink.isCut)
      assert.isAtMost(slow.sink.waitingBytes, 600, "nothing is kept for a reader that does not read")
      later.sink.release()
      yield* until(() => later.sink.changes.length === 59)
      yield* until(() => quick.sink.changes.length === 59)
      assert.deepStrictEqual(later.sink.sequenceNumbers, range(2, 60))
      // The client reconnects and gets the rest.
      slow.sink.release()
      const again = yield* connect({ lastEventId: slow.sink.lastId, as: subscriber(2) })
      yield* until(() => again.sink.changes.at(-1)?.sequenceNumber === 60)
      assert.deepStrictEqual([...slow.sink.sequenceNumbers, ...again.sink.sequenceNumbers], range(2, 60))
    }).pipe(Effect.provide(Layer.provideMerge(streams({ maxLagFrames: 50 }), memoryStores)))
  )

  it.effect("closes the stream of a reader that lags too many bytes behind", () =>
    Effect.gen(function* () {
      yield* makeTeam
      const slow = yield* connect({ stuck: true })
      yield* renameUpTo(2, 10)
      assert.isFalse(slow.sink.isCut)
      yield* renameUpTo(11, 20)
      yield* until(() => slow.sink.isCut)
    }).pipe(Effect.provide(Layer.provideMerge(streams({ maxLagBytes: 5_000 }), memoryStores)))
  )

  it.effect("does not count resumed events as lag", () =>
    Effect.gen(function* () {
      yield* makeTeam
      yield* renameUpTo(2, 400)
      const { openStream } = yield* Broadcaster
      const { sink } = yield* connect()
      const returning = new FakeSink()
      returning.stuck = true
      yield* openStream({ subscriber: subscriber(2), lastEventId: yield* idAt(0), sink: returning })
      yield* renameUpTo(401, 410)
      yield* until(() => sink.changes.length === 10)
      assert.isFalse(returning.isCut)
      returning.release()
      yield* until(() => returning.changes.length === 410)
      assert.deepStrictEqual(returning.sequenceNumbers, range(1, 410))
    }).pipe(Effect.provide(Layer.provideMerge(streams({ maxLagFrames: 20 }), memoryStores)))
  )

  it.effect("refuses streams above the limits of the user and the server, until one is closed", () =>
    Effect.gen(function* () {
      const opened = yield* Effect.forEach([1, 2, 3], (n) => connect({ as: subscriber(n, 1) }))
      const refused = yield* connect({ as: subscriber(4, 1) })
      assert.deepStrictEqual(refused.sink.kinds, ["busy"])
      assert.deepStrictEqual(refused.sink.heard[0]?.data, { scope: "user" })
      assert.isAtLeast(refused.sink.heard[0]?.retry ?? 0, 10_000)
      assert.isTrue(refused.sink.ended)
      const others = yield* Effect.forEach([5, 6], (n) => connect({ as: subscriber(n, 2) }))
      assert.deepStrictEqual((yield* connect({ as: subscriber(7, 3) })).sink.heard[0]?.data, { scope: "server" })
      for (const { leave } of [...opened.slice(0, 1), ...others.slice(0, 1)]) yield* leave
      assert.deepStrictEqual((yield* connect({ as: subscriber(8, 1) })).sink.kinds, ["ready"])
      assert.deepStrictEqual((yield* connect({ as: subscriber(9, 3) })).sink.kinds, ["ready"])
      assert.deepStrictEqual((yield* connect({ as: subscriber(10, 4) })).sink.kinds, ["busy"])
    }).pipe(Effect.provide(Layer.provideMerge(streams({ maxStreams: 5, maxStreamsPerUser: 3 }), memoryStores)))
  )

  it.effect("releases the place of a client that leaves before its stream has started", () =>
    Effect.gen(function* () {
      const asked = yield* Latch.make(false)
      const silent = Layer.effect(
        EventStore,
        Effect.map(EventStore, (store) =>
          EventStore.of({ ...store, associations: () => Effect.andThen(asked.open, Effect.never) })
        )
      )
      yield* Effect.gen(function* () {
        yield* makeTeam
        yield* renameUpTo(2, 9)
        const { openStream, subscribers } = yield* Broadcaster
        const opening = { subscriber: subscriber(1), lastEventId: yield* idAt(1), sink: new FakeSink() }
        const looking = yield* Effect.forkChild(openStream(opening))
        yield* asked.await
        assert.deepStrictEqual((yield* connect()).sink.kinds, ["busy"])
        yield* Fiber.interrupt(looking)
        const gone = new FakeSink()
        gone.leave()
        yield* openStream({ subscriber: subscriber(1), lastEventId: null, sink: gone })
        assert.deepStrictEqual(yield* subscribers, [])
        assert.deepStrictEqual((yield* connect()).sink.kinds, ["ready"])
      }).pipe(
        Effect.provide(
          streams({ maxStreamsPerUser: 1 }).pipe(Layer.provideMerge(silent), Layer.provideMerge(memoryStores))
        )
      )
    })
  )

  test(
    "ends the streams of ended sessions and no others",
    Effect.gen(function* () {
      const { endStreams, subscribers } = yield* Broadcaster
      const [one, other] = [yield* connect({ as: subscriber(1) }), yield* connect({ as: subscriber(2) })]
      const { sessionId } = subscriber(1)
      yield* endStreams((_) => _.sessionId === sessionId)
      assert.deepStrictEqual(one.sink.kinds, ["ready", "end"])
      assert.deepStrictEqual(one.sink.heard[1]?.data, { reason: "session" })
      assert.isTrue(one.sink.ended)
      assert.deepStrictEqual(other.sink.kinds, ["ready"])
      assert.deepStrictEqual(yield* subscribers, [subscriber(2)])
      yield* other.leave
      assert.deepStrictEqual(yield* subscribers, [])
    })
  )

  test(
    "ends all streams when the server stops, new ones at once, with random times to reconnect",
    Effect.gen(function* () {
      const { drain } = yield* Broadcaster
      yield* makeTeam
      const opened = yield* Effect.forEach(range(1, 60), (n) => connect({ as: subscriber(n) }))
      const stuck = yield* connect({ as: subscriber(61), stuck: true })
      yield* rename("does not come through")
      yield* until(() => stuck.sink.waitingBytes > 0)
      yield* drain
      assert.isTrue(stuck.sink.isCut)
      const ends = opened.map(({ sink }) => sink.heard.at(-1))
      assert.isTrue(ends.every((last) => last?.event === "end"))
      assert.deepStrictEqual(ends[1]?.data, { reason: "shutdown" })
      const retries = ends.map((last) => last?.retry ?? 0)
      assert.isAbove(new Set(retries).size, 50)
      assert.isTrue(retries.every((retry) => retry >= 500 && retry <= 5_000))
      const late = yield* connect({ as: subscriber(99) })
      assert.isTrue(late.sink.ended)
      assert.deepStrictEqual(late.sink.kinds, ["ready", "end"])
    })
  )
})
