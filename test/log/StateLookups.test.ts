import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { StorageError } from "../../src/domain/StorageError.ts"
import { empty } from "../../src/domain/state/State.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { maxStates, StateLookups, StateNotRead } from "../../src/log/projection/StateLookups.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"

const away = new StorageError({ operation: "test", unavailable: true, cause: "away" })

/** A database that reads a state only when it is let; `begun` are the states whose reading has begun, `left` those that ended. */
const slowDatabase = () => {
  const begun: Array<number> = []
  const left: Array<number> = []
  const gates = new Map<number, Deferred.Deferred<void, StorageError>>()
  const gateOf = (sequenceNumber: number) => {
    const gate = gates.get(sequenceNumber) ?? Deferred.makeUnsafe<void, StorageError>()
    gates.set(sequenceNumber, gate)
    return gate
  }
  const timeTravel = Layer.mock(TimeTravel, {
    positionAt: (sequenceNumber: number) =>
      Effect.suspend(() => {
        begun.push(sequenceNumber)
        return Deferred.await(gateOf(sequenceNumber))
      }).pipe(
        Effect.as({ ...startOfLog, state: { ...empty, sequenceNumber } }),
        Effect.ensuring(Effect.sync(() => left.push(sequenceNumber)))
      )
  })
  return {
    begun,
    left,
    let: (sequenceNumber: number) => Deferred.succeed(gateOf(sequenceNumber), undefined),
    fail: (sequenceNumber: number) => Deferred.fail(gateOf(sequenceNumber), away),
    layer: Layer.provide(StateLookups.layer, timeTravel)
  }
}

type Database = ReturnType<typeof slowDatabase>

/** Begins to ask for a state; gives its number, or why there is none. `use` is what is done with it. */
const ask = (sequenceNumber: number, use: Effect.Effect<void> = Effect.void) =>
  Effect.forkChild(
    StateLookups.use(({ withState }) =>
      withState(sequenceNumber, (state) => Effect.as(use, state.sequenceNumber)).pipe(
        Effect.catch((error) => Effect.succeed(error))
      )
    ),
    { startImmediately: true }
  )

const answer = (sequenceNumber: number) => Effect.flatMap(ask(sequenceNumber), Fiber.join)

const tooSlow = (sequenceNumber: number) => new StateNotRead({ sequenceNumber })

const on = <A, E>(database: Database, test: Effect.Effect<A, E, StateLookups | Scope.Scope>) =>
  test.pipe(Effect.scoped, Effect.provide(database.layer), Effect.provide(Logger.layer([])))

describe("Looking up earlier states", () => {
  it.effect("goes on when the caller has waited long enough, and the next caller gets what was read", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const first = yield* ask(7)
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* Fiber.join(first), tooSlow(7))
        const second = yield* ask(7)
        yield* TestClock.adjust("4 seconds")
        yield* database.let(7)
        assert.strictEqual(yield* Fiber.join(second), 7)
        assert.strictEqual(yield* answer(7), 7)
        assert.deepStrictEqual(database.begun, [7])
      })
    )
  })

  it.effect("is shared by callers who ask for the same state at the same time", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const asking = yield* Effect.forEach([7, 7, 7], (number) => ask(number))
        yield* database.let(7)
        assert.deepStrictEqual(yield* Fiber.joinAll(asking), [7, 7, 7])
        assert.deepStrictEqual(database.begun, [7])
      })
    )
  })

  it.effect("keeps a state for a minute, and as long as it is worked with", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const { past } = yield* StateLookups
        const done = yield* Deferred.make<void>()
        yield* database.let(7)
        yield* database.let(8)
        const working = yield* ask(7, Deferred.await(done))
        yield* answer(8)
        yield* TestClock.adjust("59 seconds")
        assert.deepStrictEqual([past(7)?.sequenceNumber, past(8)?.sequenceNumber], [7, 8])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual([past(7)?.sequenceNumber, past(8)], [7, undefined])
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(working)
        assert.isUndefined(past(7))
        yield* answer(8)
        assert.deepStrictEqual(database.begun, [7, 8, 8])
      })
    )
  })

  it.effect("reads two states at a time, and holds four, of which those in use or awaited make no room", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const { past } = yield* StateLookups
        const numbers = Array.from({ length: maxStates }, (_, n) => n + 1)
        const held = () => numbers.concat(9, 10).filter((number) => past(number) !== undefined)
        const done = yield* Deferred.make<void>()
        const working = yield* ask(1, Deferred.await(done))
        yield* Effect.forEach([2, 3, 4], (number) => ask(number))
        assert.deepStrictEqual(database.begun, [1, 2])
        yield* database.let(1)
        yield* database.let(2)
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(database.begun, [1, 2, 3, 4])
        yield* database.let(3)
        yield* database.let(4)
        assert.deepStrictEqual(held(), [1, 2, 3, 4])

        // Of the four only 2 was used and is not needed; 3 and 4 are for their callers, who have been told to come back.
        yield* database.let(9)
        yield* database.let(10)
        assert.strictEqual(yield* answer(9), 9)
        assert.deepStrictEqual(held(), [1, 3, 4, 9])
        assert.strictEqual(yield* answer(3), 3)
        assert.strictEqual(yield* answer(10), 10)
        assert.strictEqual(held().length, maxStates)
        assert.includeMembers(held(), [1, 4, 10])
        yield* Deferred.succeed(done, undefined)
        assert.strictEqual(yield* Fiber.join(working), 1)
      })
    )
  })

  it.effect("lets a caller wait for room, and takes it from states that nobody came for", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        yield* Effect.forEach([1, 2, 3, 4, 9], (number) => database.let(number))
        const done = yield* Deferred.make<void>()
        yield* Effect.forEach([1, 2, 3, 4], (number) => ask(number, Deferred.await(done)))
        const ninth = yield* ask(9)
        yield* TestClock.adjust("4 seconds")
        assert.isUndefined(ninth.pollUnsafe())
        yield* Deferred.succeed(done, undefined)
        assert.strictEqual(yield* Fiber.join(ninth), 9)

        yield* Effect.forEach([11, 12, 13, 14], (number) => ask(number))
        yield* TestClock.adjust("5 seconds")
        yield* Effect.forEach([11, 12, 13, 14], (number) => database.let(number))
        assert.deepStrictEqual(yield* Effect.forEach([11, 12], answer), [11, 12])
        yield* TestClock.adjust("15 seconds")
        yield* Effect.forEach([21, 22, 23, 24], (number) => database.let(number))
        assert.deepStrictEqual(yield* Effect.forEach([21, 22, 23, 24], answer), [21, 22, 23, 24])
      })
    )
  })

  it.effect("lets all who wait for room have it in turn, one place at a time", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const numbers = Array.from({ length: 3 * maxStates }, (_, n) => n + 1)
        const uses = numbers.map(() => Deferred.makeUnsafe<void>())
        yield* Effect.forEach(numbers, (number) => database.let(number))
        const asking = yield* Effect.forEach(uses, (use, index) => ask(index + 1, Deferred.await(use)))
        for (const [index, use] of uses.entries()) {
          assert.strictEqual(new Set(database.begun).size, Math.min(maxStates + index, numbers.length))
          yield* Deferred.succeed(use, undefined)
        }
        assert.deepStrictEqual(yield* Fiber.joinAll(asking), numbers)
        assert.deepStrictEqual(database.begun, numbers)
      })
    )
  })

  it.effect("ends after two minutes, fails for who waits then, and begins anew for who comes later", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        yield* ask(7)
        yield* TestClock.adjust("119 seconds")
        const waiting = yield* ask(7)
        yield* TestClock.adjust("1 second")
        const failure = yield* Fiber.join(waiting)
        assert.instanceOf(failure, StorageError)
        assert.deepInclude(failure, { unavailable: true })
        assert.deepStrictEqual(database.left, [7])
        yield* database.let(7)
        assert.strictEqual(yield* answer(7), 7)
      })
    )
  })

  it.effect("tells a failure to those who wait, and keeps it for nobody", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const first = yield* ask(7)
        yield* database.fail(7)
        assert.strictEqual(yield* Fiber.join(first), away)
        assert.strictEqual(yield* answer(7), away)
        assert.deepStrictEqual(database.begun, [7, 7])
      })
    )
  })

  it.effect("stops with the server", () => {
    const database = slowDatabase()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(database.layer, scope)
      const abandoned = yield* Effect.provideContext(ask(7), services)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(abandoned), tooSlow(7))
      const waiting = yield* Effect.provideContext(ask(8), services)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
      assert.sameMembers(database.left, [7, 8])
    })
  })
})
