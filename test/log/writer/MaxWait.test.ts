import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { postgresDatabase } from "../../support/databases.ts"
import { appendingAfter, memoryStores, server, serverOver } from "../Layers.ts"
import { createTeam } from "../Samples.ts"

const begin = (envelope: Envelope) =>
  Effect.forkChild(
    Planner.use(({ submit }) => Effect.exit(submit(envelope))),
    { startImmediately: true }
  )

/** The answer of a submission, if it has one yet. */
const answerOf = (fiber: Effect.Success<ReturnType<typeof begin>>): string => {
  const exit = fiber.pollUnsafe()
  if (exit === undefined) return "waits"
  if (exit._tag === "Failure") return "died"
  const answer = exit.value
  if (answer._tag === "Success") return answer.value.status
  const [reason] = answer.cause.reasons
  return reason?._tag === "Fail" ? reason.error._tag : "died"
}

const namesIn = Effect.map(
  EventStore.use((store) => store.read(0, 100)),
  (events) => events.map(({ data }) => data.name)
)

describe("A database that takes no writes", () => {
  it.effect("answers submissions in the commit and in the queue in time, and commits those that have time left", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const key = { idempotency: { key: "k", requestHash: "h" } }
        const first = yield* begin(createTeam(1, key))
        yield* TestClock.adjust("5 seconds")
        const line = yield* Effect.forEach([2, 3, 4], (n) => begin(createTeam(n)))
        yield* TestClock.adjust("5 seconds")
        const last = yield* begin(createTeam(5))
        const answers = () => [first, ...line, last].map(answerOf)
        assert.deepStrictEqual(answers(), ["waits", "waits", "waits", "waits", "waits"])
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(answers(), ["OutcomeUnknown", "waits", "waits", "waits", "waits"])
        yield* TestClock.adjust("5 seconds")
        const late = ["WaitedTooLong", "WaitedTooLong", "WaitedTooLong"]
        assert.deepStrictEqual(answers(), ["OutcomeUnknown", ...late, "waits"])

        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(last)
        assert.deepStrictEqual(answers(), ["OutcomeUnknown", ...late, "applied"])
        assert.deepStrictEqual(yield* namesIn, ["Team 1", "Team 5"])
        const { submit } = yield* Planner
        assert.deepInclude(yield* submit(createTeam(1, key)), { status: "applied", sequenceNumber: 1 })
        assert.deepInclude(yield* submit(createTeam(2)), { status: "applied", sequenceNumber: 3 })
      }).pipe(Effect.provide(serverOver(appendingAfter(gate))))
    })
  )

  it.effect("answers a full queue in time, and refuses one more submission at once", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const first = yield* begin(createTeam(1))
        yield* Effect.yieldNow
        const line = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => n + 2),
          (n) => begin(createTeam(n))
        )
        assert.strictEqual(answerOf(yield* begin(createTeam(99))), "PlannerBusy")
        yield* TestClock.adjust("15 seconds")
        assert.deepStrictEqual(new Set([first, ...line].map(answerOf)), new Set(["OutcomeUnknown", "WaitedTooLong"]))
        // The queue has room again.
        const next = yield* begin(createTeam(100))
        assert.strictEqual(answerOf(next), "waits")
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(next)
        assert.strictEqual(answerOf(next), "applied")
      }).pipe(Effect.provide(serverOver(appendingAfter(gate), { queueCapacity: 40 })))
    })
  )

  it.live("with LOCK TABLE events every submission is answered, and none that waited too long is written later", () =>
    Effect.gen(function* () {
      const planner = server({ maxWait: "1 second" }).pipe(
        Layer.provideMerge(EventStoreSql.layer),
        Layer.provide(memoryStores),
        Layer.provideMerge(postgresDatabase)
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { submit } = yield* Planner
        yield* submit(createTeam(1))
        const unlock = yield* Deferred.make<void>()
        const locked = yield* Deferred.make<void>()
        const lock = yield* sql`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(unlock)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(locked)
        const key = { idempotency: { key: "k", requestHash: "h" } }
        const first = yield* begin(createTeam(2, key))
        yield* Effect.yieldNow
        const line = yield* Effect.forEach([3, 4, 5], (n) => begin(createTeam(n)))
        yield* Fiber.joinAll([first, ...line])
        assert.deepStrictEqual([first, ...line].map(answerOf), [
          "OutcomeUnknown",
          "WaitedTooLong",
          "WaitedTooLong",
          "WaitedTooLong"
        ])
        yield* Deferred.succeed(unlock, undefined)
        yield* Fiber.join(lock)
        assert.deepInclude(yield* submit(createTeam(2, key)), { status: "applied", sequenceNumber: 2 })
        assert.deepInclude(yield* submit(createTeam(6)), { status: "applied", sequenceNumber: 3 })
        assert.deepStrictEqual(yield* namesIn, ["Team 1", "Team 2", "Team 6"])
      }).pipe(Effect.provide(planner))
    })
  )
})
