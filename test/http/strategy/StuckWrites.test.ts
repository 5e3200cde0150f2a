import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { appendingAfter } from "../../log/Layers.ts"
import { addUser, request, signIn, testServerWith } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"

/** Lets the writes through, and counts how many have arrived. */
class Database extends Context.Service<Database, { readonly opened: Deferred.Deferred<void>; writes: number }>()(
  "test/http/Database"
) {
  static readonly layer = Layer.effect(
    Database,
    Effect.map(Deferred.make<void>(), (opened) => ({ opened, writes: 0 }))
  )
}

const stuckStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const { opened } = yield* Database
    return appendingAfter(opened)(yield* EventStore)
  })
)

const countedPlanner = Layer.effect(
  Planner,
  Effect.gen(function* () {
    const { submit } = yield* Planner
    const database = yield* Database
    return Planner.of({
      submit: (envelope) =>
        Effect.suspend(() => {
          database.writes += 1
          return submit(envelope)
        })
    })
  })
).pipe(Layer.provide(Layer.fresh(Planner.layer)), Layer.provide(stuckStore))

const server = testServerWith(countedPlanner).pipe(Layer.provideMerge(Database.layer))

layer(server)("Writes to a database that hangs", (it) => {
  it.effect("are answered 503 with Retry-After within 15 seconds by shortcut and endpoint, and can be repeated", () =>
    Effect.gen(function* () {
      const database = yield* Database
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      assertOk(yield* request("/api/teams", { token }))
      const key = { "idempotency-key": "one" }
      const submit = (name: string, headers = {}) =>
        request("/api/events", {
          token,
          headers,
          body: { eventType: "create_team", data: { name, color: "#336699" } }
        })
      /** Sockets need real time, not the test clock. */
      const arrived = (count: number) =>
        Effect.sync(() => database.writes).pipe(
          Effect.repeat({ until: (writes) => writes === count, schedule: Schedule.spaced("5 millis") }),
          TestClock.withLive
        )
      const first = yield* Effect.forkChild(submit("First", key), { startImmediately: true })
      yield* arrived(1)
      const line = [
        yield* Effect.forkChild(submit("Second"), { startImmediately: true }),
        yield* Effect.forkChild(submit("Third", { "idempotency-key": "three" }), { startImmediately: true })
      ]
      yield* arrived(3)
      yield* TestClock.adjust("15 seconds")
      const unknown = yield* Fiber.join(first)
      assert.include(assertError(unknown, 503), "may or may not")
      for (const answer of yield* Fiber.joinAll(line)) {
        assert.include(assertError(answer, 503), "not written")
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      }
      yield* Deferred.succeed(database.opened, undefined)
      const again = assertOk(yield* submit("First", key))
      assert.deepStrictEqual([field(again, "status"), field(again, "sequenceNumber")], ["applied", 1])
      const next = assertOk(yield* submit("Fourth"))
      assert.deepStrictEqual([field(next, "status"), field(next, "sequenceNumber")], ["applied", 2])
    })
  )
})
