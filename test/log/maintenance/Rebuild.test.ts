import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { StorageError } from "../../../src/domain/StorageError.ts"
import { empty } from "../../../src/domain/state/State.ts"
import type { Generations } from "../../../src/log/maintenance/Generations.ts"
import { Rebuild } from "../../../src/log/maintenance/Rebuild.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import type { EventStore } from "../../../src/log/store/EventStore.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { backends, memoryBackend, StoreControl, testOn } from "../DerivedStores.ts"
import { appendUnseen, commands, gate, head, play, recorded, restoreTo, server, sizes } from "./Rebuilding.ts"

type Stores = EventStore | Checkpoints | Generations | StoreControl

for (const [name, backend] of backends) {
  const test = testOn<Stores, StorageError>(backend)

  describe(`Rebuild on ${name}`, () => {
    test(
      "gives exactly the derived data of live writing, restores included",
      Effect.gen(function* () {
        yield* play(0, commands)
        const { submit } = yield* Planner
        yield* submit(restoreTo(30))
        yield* submit(restoreTo(3))
        yield* play(commands, 2 * commands)
        const served = yield* recorded
        const end = yield* head
        assert.isAbove(end, 100)
        const { checkpointInterval } = sizes
        const reported: Array<readonly [number, number]> = []
        const rebuilt = yield* Rebuild.use(({ run }) => run((done, of) => Effect.sync(() => reported.push([done, of]))))
        assert.deepStrictEqual(yield* recorded, served)
        const checkpoints = Array.from(
          { length: Math.floor(end / checkpointInterval) },
          (_, index) => (index + 1) * checkpointInterval
        )
        assert.deepStrictEqual(rebuilt, {
          eventsProcessed: end,
          checkpointsSaved: checkpoints.length,
          associationsSaved: served.length
        })
        assert.deepStrictEqual(yield* Checkpoints.use(({ list }) => list), checkpoints.toReversed())
        assert.deepStrictEqual(
          [reported[0], reported.at(-1)],
          [
            [sizes.sliceSize, end],
            [end, end]
          ]
        )
        const report = yield* verify()
        assert.deepInclude(report, { associations: served.length, checkpoints: checkpoints.length })
      }).pipe(Effect.provide(server()))
    )

    test(
      "rebuilds an empty log",
      Effect.gen(function* () {
        const rebuilt = yield* Rebuild.use(({ run }) => run())
        assert.deepStrictEqual(rebuilt, { eventsProcessed: 0, checkpointsSaved: 0, associationsSaved: 0 })
      }).pipe(Effect.provide(server()))
    )

    test(
      "contains everything that is written during the rebuild, including restores to early states",
      Effect.gen(function* () {
        yield* play(0, commands)
        const { submit } = yield* Planner
        const context = yield* Effect.context<Planner | Projector>()
        let serial = commands
        const { eventsProcessed } = yield* Rebuild.use(({ run }) =>
          run(() =>
            Effect.gen(function* () {
              if (serial >= 6 * commands) return
              yield* play(serial, serial + 30)
              serial += 30
              yield* submit(restoreTo(serial % 100))
            }).pipe(Effect.orDie, Effect.provide(context))
          )
        )
        assert.isAtLeast(serial, 6 * commands)
        const end = yield* head
        // More than the 200 events that may be left for the switch, so the rebuild has to fold another round.
        assert.isAbove(end, 300)
        assert.strictEqual(eventsProcessed, end)
        assert.isAbove((yield* verify()).associations, end)
      }).pipe(Effect.provide(server()))
    )

    test(
      "folds a restore that arrives just before the switch",
      Effect.gen(function* () {
        const own = yield* Layer.build(server())
        const { submit } = Context.get(own, Planner)
        yield* Effect.provide(play(0, commands), own)
        let asked = 0
        const late = server((generations) => ({
          ...generations,
          finish: (claim, known, plan) => {
            asked += 1
            const before = asked === 1 ? Effect.orDie(submit(restoreTo(7))) : Effect.void
            return Effect.andThen(before, generations.finish(claim, known, plan))
          }
        }))
        const { eventsProcessed } = yield* Rebuild.use(({ run }) => run()).pipe(Effect.provide(late))
        assert.strictEqual(asked, 1)
        assert.strictEqual(eventsProcessed, yield* head)
        const last = (yield* recorded).filter(({ sequenceNumber }) => sequenceNumber === eventsProcessed)
        assert.isAbove(last.length, 0)
        yield* verify()
      })
    )

    test(
      "refuses a second rebuild while one runs, on the same server and on another",
      Effect.gen(function* () {
        const [one, other] = [yield* Layer.build(server()), yield* Layer.build(server())]
        yield* Effect.provide(play(0, commands), one)
        const { open, progress, reached } = yield* gate
        const running = yield* Effect.forkChild(Context.get(one, Rebuild).run(progress))
        yield* reached
        for (const { run } of [Context.get(one, Rebuild), Context.get(other, Rebuild)]) {
          assert.strictEqual((yield* Effect.flip(run()))._tag, "RebuildRunning")
        }
        yield* open
        const { eventsProcessed } = yield* Fiber.join(running)
        assert.strictEqual(eventsProcessed, yield* head)
        assert.deepInclude(yield* Context.get(other, Rebuild).run(), { eventsProcessed })
        yield* verify()
      })
    )

    test(
      "continues when its caller is interrupted",
      Effect.gen(function* () {
        yield* play(0, commands)
        const { run } = yield* Rebuild
        const end = yield* head
        const done = yield* Deferred.make<void>()
        const { open, progress, reached } = yield* gate
        const caller = yield* Effect.forkChild(
          run((at) => (at === end ? Deferred.succeed(done, undefined) : progress()))
        )
        yield* reached
        yield* Fiber.interrupt(caller)
        assert.strictEqual((yield* Effect.flip(run()))._tag, "RebuildRunning")
        yield* open
        yield* Deferred.await(done)
        assert.isAbove((yield* verify()).associations, 0)
      }).pipe(Effect.provide(server()))
    )

    test(
      "ends with its server, and another can start at once",
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const stopping = yield* Layer.buildWithScope(server(), scope)
        yield* Effect.provide(play(0, commands), stopping)
        const served = yield* recorded
        const { progress, reached } = yield* gate
        const running = yield* Effect.forkChild(Effect.exit(Context.get(stopping, Rebuild).run(progress)))
        yield* reached
        yield* Scope.close(scope, Exit.void)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.join(running)))
        assert.deepStrictEqual(yield* recorded, served)
        yield* Rebuild.use(({ run }) => run()).pipe(Effect.provide(server()))
        assert.deepStrictEqual(yield* recorded, served)
      })
    )

    test(
      "fails without switching when the live state is not what the log folds to",
      Effect.gen(function* () {
        yield* play(0, commands)
        const { advance, position } = yield* Projector
        const { run } = yield* Rebuild
        const { state: right } = yield* position
        const served = yield* recorded
        const next = yield* appendUnseen
        const { sequenceNumber } = next.state
        yield* advance({ position: { ...next, state: { ...empty, sequenceNumber } }, committed: [] })
        const error = yield* Effect.flip(run())
        assert.deepInclude(error, { _tag: "HistoryBroken", sequenceNumber })
        assert.deepStrictEqual(yield* recorded, served)
        const last = yield* appendUnseen
        const state = { ...right, sequenceNumber: last.state.sequenceNumber }
        yield* advance({ position: { ...last, state }, committed: [] })
        assert.deepInclude(yield* run(), { eventsProcessed: state.sequenceNumber })
      }).pipe(Effect.provide(server()))
    )
  })
}

describe("Rebuild's heartbeat", () => {
  it.live("keeps the claim of a rebuild that writes nothing for long", () =>
    Effect.gen(function* () {
      const { ageHeartbeat } = yield* StoreControl
      yield* play(0, commands)
      const { run } = yield* Rebuild
      const { open, progress, reached } = yield* gate
      const waiting = yield* Effect.forkChild(run(progress))
      yield* reached
      yield* ageHeartbeat(60)
      assert.strictEqual((yield* Effect.flip(run()))._tag, "RebuildRunning")
      yield* open
      assert.strictEqual((yield* Fiber.join(waiting)).eventsProcessed, yield* head)
    }).pipe(
      Effect.provide(server()),
      Effect.provide(Layer.fresh(memoryBackend)),
      Effect.provide(TestClock.layer(), { local: true })
    )
  )
})
