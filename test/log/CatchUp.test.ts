import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { LogWentBack } from "../../src/log/store/LogWentBack.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { server as logServer, stores } from "./Layers.ts"
import { play, restoreTo } from "./maintenance/Rebuilding.ts"
import { createTeam } from "./Samples.ts"

type Log = EventStore["Service"]

/** A server that reads the log through `wrap`, in small pages, so that a short log has many. */
const server = (wrap: (store: Log) => Log = (store) => store) =>
  Layer.fresh(
    CatchUp.layerWith({ pageSize: 14, sliceSize: 5 }).pipe(
      Layer.provide(Layer.effect(EventStore, Effect.map(EventStore, wrap))),
      Layer.provideMerge(logServer({ checkpointInterval: 25 }))
    )
  )

const hashOf = ({ state, eventHash }: LogPosition) => `${state.sequenceNumber} ${eventHash} ${stateHash(state)}`

/** The sequence numbers of the events that the server shows. */
const shownBy = Effect.fnUntraced(function* ({ follow }: Projector["Service"]) {
  const shown: Array<number> = []
  yield* follow((events) => shown.push(...events.map(({ event }) => event.sequenceNumber)))
  return shown
})

const numbersUpTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1)

for (const [name, store] of stores) {
  layer(Layer.empty, { excludeTestServices: true })(`CatchUp on ${name}`, (it) => {
    const onEmptyLog = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(test, Layer.fresh(store))

    it.effect(
      "shows what another server wrote, restores of earlier states included, each event once and in order",
      () =>
        Effect.gen(function* () {
          const writer = yield* Layer.build(server())
          const { submit } = Context.get(writer, Planner)
          yield* Effect.provide(play(0, 60), writer)
          const reader = yield* Layer.build(server())
          const { position } = Context.get(reader, Projector)
          const begin = (yield* position).state.sequenceNumber
          const shown = yield* shownBy(Context.get(reader, Projector))
          const { run } = Context.get(reader, CatchUp)
          yield* run
          assert.deepStrictEqual(shown, [])

          yield* submit(restoreTo(20))
          yield* Effect.provide(play(60, 120), writer)
          yield* submit(restoreTo(begin))
          yield* submit(restoreTo(begin + 10))
          yield* run
          const end = yield* Context.get(writer, Projector).position
          assert.strictEqual(hashOf(yield* position), hashOf(end))
          assert.deepStrictEqual(shown, numbersUpTo(end.state.sequenceNumber, begin))
          assert.isAbove(shown.length, 40)
        }).pipe(onEmptyLog)
    )

    it.effect("two servers that write and read concurrently each show every event once and in order", () =>
      Effect.gen(function* () {
        const servers = yield* Effect.all([Layer.build(server()), Layer.build(server())])
        const shown = yield* Effect.forEach(servers, (one) => shownBy(Context.get(one, Projector)))
        const rounds = numbersUpTo(30)
        yield* Effect.forEach(
          servers,
          (one, side) =>
            Effect.all(
              [
                Effect.forEach(rounds, (round) => Context.get(one, Planner).submit(createTeam(2 * round + side))),
                Effect.forEach(rounds, () => Effect.andThen(Context.get(one, CatchUp).run, Effect.yieldNow))
              ],
              { concurrency: 2 }
            ),
          { concurrency: 2 }
        )
        const log = yield* EventStore
        for (const one of servers) yield* Context.get(one, CatchUp).run
        const { sequenceNumber: head } = yield* log.head
        assert.strictEqual(head, 2 * rounds.length)
        assert.deepStrictEqual(shown, [numbersUpTo(head), numbersUpTo(head)])
        const folded = yield* replay({
          read: log.readWithEffects,
          start: startOfLog,
          upTo: head
        })
        const positions = yield* Effect.forEach(servers, (one) => Context.get(one, Projector).position)
        assert.deepStrictEqual(positions.map(hashOf), [hashOf(folded), hashOf(folded)])
      }).pipe(onEmptyLog)
    )

    it.effect("a call during a run shows what was committed before the call, and each event is read once", () =>
      Effect.gen(function* () {
        const { submit } = Context.get(yield* Layer.build(server()), Planner)
        const reached = yield* Deferred.make<void>()
        const opened = yield* Deferred.make<void>()
        const reads: Array<number> = []
        const held = (log: Log): Log => ({
          ...log,
          readWithEffects: (after, limit) =>
            Effect.gen(function* () {
              yield* Deferred.succeed(reached, undefined)
              yield* Deferred.await(opened)
              const events = yield* log.readWithEffects(after, limit)
              reads.push(...events.map(({ sequenceNumber }) => sequenceNumber))
              return events
            })
        })
        const reader = yield* Layer.build(server(held))
        const { run } = Context.get(reader, CatchUp)
        yield* submit(createTeam(1))
        const first = yield* Effect.forkChild(run)
        yield* Deferred.await(reached)
        yield* submit(createTeam(2))
        const others = yield* Effect.forEach(numbersUpTo(10), () => Effect.forkChild(run))
        yield* Deferred.succeed(opened, undefined)
        yield* Fiber.join(others[0] ?? first)
        assert.strictEqual((yield* Context.get(reader, Projector).state).sequenceNumber, 2)
        yield* Fiber.joinAll([first, ...others])
        assert.deepStrictEqual(reads, [1, 2])
      }).pipe(onEmptyLog)
    )

    it.effect("a log that does not continue what is shown is not folded", () =>
      Effect.gen(function* () {
        const { submit } = Context.get(yield* Layer.build(server()), Planner)
        yield* Effect.forEach(numbersUpTo(3), (n) => submit(createTeam(n)))
        const tampered = (log: Log): Log => ({
          ...log,
          readWithEffects: (after, limit) =>
            Effect.map(log.readWithEffects(after, limit), (events) =>
              events.map((event) => ({ ...event, actorName: "eve" }))
            )
        })
        const shorter = (log: Log): Log => ({
          ...log,
          head: Effect.map(log.head, (head) => ({ ...head, sequenceNumber: 2 }))
        })
        for (const [wrap, expected] of [
          [
            tampered,
            /^Event 4: its content, or what came before it, does not match its hash: the database was restored/
          ],
          [shorter, /^The log ends at event 2, before the last one shown: the database was restored/]
        ] as const) {
          const reader = yield* Layer.build(server(wrap))
          const { run } = Context.get(reader, CatchUp)
          const { position } = Context.get(reader, Projector)
          const before = yield* position
          yield* submit(createTeam(before.state.sequenceNumber + 1))
          const { cause, unavailable } = yield* Effect.flip(run)
          assert.isTrue(cause instanceof LogWentBack)
          assert.match(String(cause instanceof LogWentBack && cause.message), expected)
          assert.isFalse(unavailable)
          assert.strictEqual(yield* position, before)
        }
      }).pipe(onEmptyLog)
    )
  })
}
