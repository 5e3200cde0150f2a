import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Latch, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { StorageError } from "../../src/domain/StorageError.ts"
import { empty } from "../../src/domain/state/State.ts"
import { EarlierStates, maxInUse, maxKept, StateNotRead } from "../../src/log/projection/EarlierStates.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"

const away = new StorageError({ operation: "test", unavailable: true, cause: "away" })

/** A database that reads a state only when it is let; `begun` are the states whose reading has begun, `left` those that ended. */
const slowDatabase = (...ready: ReadonlyArray<number>) => {
  const begun: Array<number> = []
  const left: Array<number> = []
  const foldedFrom: Array<readonly [from: number, to: number]> = []
  const gates = new Map<number, Deferred.Deferred<void, StorageError>>()
  const gateOf = (sequenceNumber: number) => {
    const gate = gates.get(sequenceNumber) ?? Deferred.makeUnsafe<void, StorageError>()
    gates.set(sequenceNumber, gate)
    return gate
  }
  for (const sequenceNumber of ready) Deferred.doneUnsafe(gateOf(sequenceNumber), Exit.void)
  const positionAt = (sequenceNumber: number) =>
    Effect.suspend(() => {
      begun.push(sequenceNumber)
      return Deferred.await(gateOf(sequenceNumber))
    }).pipe(
      Effect.as({ ...startOfLog, state: { ...empty, sequenceNumber } }),
      Effect.ensuring(Effect.sync(() => left.push(sequenceNumber)))
    )
  const timeTravel = Layer.mock(TimeTravel, {
    positionAt,
    positionAfter: ({ state }: LogPosition, sequenceNumber: number) =>
      Effect.suspend(() => {
        foldedFrom.push([state.sequenceNumber, sequenceNumber])
        return positionAt(sequenceNumber)
      })
  })
  return {
    begun,
    left,
    foldedFrom,
    let: (sequenceNumber: number) => Deferred.succeed(gateOf(sequenceNumber), undefined),
    fail: (sequenceNumber: number) => Deferred.fail(gateOf(sequenceNumber), away),
    layer: Layer.provide(EarlierStates.layer, timeTravel)
  }
}

type Database = ReturnType<typeof slowDatabase>

/** Begins to ask for a state; gives its number, or why there is none. `use` is what is done with it. */
const ask = (sequenceNumber: number, { user = "ada", use = Effect.void as Effect.Effect<void> } = {}) =>
  Effect.forkChild(
    EarlierStates.use(({ withState }) =>
      withState(sequenceNumber, user, (state) => Effect.as(use, state.sequenceNumber)).pipe(
        Effect.catch((error) => Effect.succeed(error))
      )
    ),
    { startImmediately: true }
  )

const answer = (sequenceNumber: number) => Effect.flatMap(ask(sequenceNumber), Fiber.join)

const tooSlow = (sequenceNumber: number) => new StateNotRead({ sequenceNumber })

/** Lets forked fibers run. */
const settle = TestClock.adjust("1 millis")

const on = <A, E>(database: Database, test: Effect.Effect<A, E, EarlierStates | Scope.Scope>) =>
  test.pipe(Effect.scoped, Effect.provide(database.layer), Effect.provide(Logger.layer([])))

describe("An earlier state", () => {
  it.effect("goes on being read when the caller has waited long enough, and the next caller gets it", () => {
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

  it.effect("is read once for callers who ask for it at the same time", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const asking = yield* Effect.forEach([7, 7, 7], (number) => ask(number))
        yield* settle
        yield* database.let(7)
        assert.deepStrictEqual(yield* Fiber.joinAll(asking), [7, 7, 7])
        assert.deepStrictEqual(database.begun, [7])
      })
    )
  })

  it.effect("is kept for five minutes, with the few others that were used last", () => {
    const numbers = Array.from({ length: maxKept }, (_, n) => n + 1)
    const database = slowDatabase(...numbers, 9)
    return on(
      database,
      Effect.gen(function* () {
        yield* Effect.forEach(numbers, answer)
        yield* Effect.forEach([9, 9, 2], answer)
        assert.deepStrictEqual(database.begun, [...numbers, 9])
        yield* answer(1)
        assert.deepStrictEqual(database.begun, [...numbers, 9, 1])
        yield* TestClock.adjust("5 minutes")
        yield* answer(9)
        assert.deepStrictEqual(database.begun, [...numbers, 9, 1, 9])
      })
    )
  })

  it.effect("is folded from the nearest of those that are kept before it", () => {
    const database = slowDatabase(10, 20, 30, 5)
    return on(
      database,
      Effect.gen(function* () {
        yield* Effect.forEach([20, 10, 30, 5], answer)
        assert.deepStrictEqual(database.foldedFrom, [[20, 30]])
      })
    )
  })

  it.effect(
    "is given to few at once, who may work with it as long as they need, and then to the next users in turn",
    () => {
      const database = slowDatabase(1, 2, 3, 4, 5, 6, 7)
      return on(
        database,
        Effect.gen(function* () {
          const done = Array.from({ length: 8 }, () => Latch.makeUnsafe())
          const working: Array<number> = []
          const work = (user: string) => (number: number) =>
            ask(number, {
              user,
              use: Effect.andThen(
                Effect.sync(() => working.push(number)),
                Effect.suspend(() => done[number]?.await ?? Effect.void)
              )
            })
          yield* Effect.forEach([1, 2, 3, 4, 5], work("ada"))
          yield* Effect.forEach([6], work("ben"))
          yield* Effect.forEach([7], work("cy"))
          yield* settle
          assert.deepStrictEqual(working, [1, 2])
          assert.strictEqual(working.length, maxInUse)
          for (const number of [1, 2, 3]) {
            done[number]?.openUnsafe()
            yield* settle
          }
          assert.deepStrictEqual(working, [1, 2, 3, 6, 7], "each of the others waits for one of ada's five at most")
        })
      )
    }
  )

  it.effect("is not read for a caller who left before it began", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const asking = yield* Effect.forEach([1, 2, 3], (number) => ask(number))
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* Fiber.joinAll(asking), [1, 2, 3].map(tooSlow))
        yield* database.let(1)
        yield* database.let(2)
        yield* settle
        assert.deepStrictEqual(database.begun, [1, 2])
        yield* database.let(4)
        assert.strictEqual(yield* answer(4), 4)
      })
    )
  })

  it.effect("is given up after two minutes, fails for who waits then, and is read anew for who comes later", () => {
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

  it.effect("that cannot be read fails for those who wait, and is kept for nobody", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const first = yield* ask(7)
        yield* settle
        yield* database.fail(7)
        assert.strictEqual(yield* Fiber.join(first), away)
        assert.strictEqual(yield* answer(7), away)
        assert.deepStrictEqual(database.begun, [7, 7])
      })
    )
  })

  it.effect("is waited for without a limit by who sets one of their own", () => {
    const database = slowDatabase()
    return on(
      database,
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(EarlierStates.use(({ at }) => at(7, "ada")))
        yield* TestClock.adjust("1 minute")
        yield* database.let(7)
        assert.strictEqual((yield* Fiber.join(waiting)).sequenceNumber, 7)
      })
    )
  })

  it.effect("is no longer read when the server stops", () => {
    const database = slowDatabase()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(database.layer, scope)
      const abandoned = yield* Effect.provideContext(ask(7), services)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(abandoned), tooSlow(7))
      const waiting = yield* Effect.provideContext(ask(8), services)
      const queued = yield* Effect.provideContext(ask(9), services)
      yield* settle
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(queued)))
      assert.sameMembers(database.left, [7, 8])
    })
  })
})
