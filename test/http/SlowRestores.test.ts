import { setImmediate } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { EarlierStates } from "../../src/log/projection/EarlierStates.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { addUser, request, signIn, testServerWith } from "../support/TestServer.ts"
import { assertError, assertOk, field } from "./Answers.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

const ids = idsFrom(0x10)

/** Lets earlier states be read, and lists which of them were asked for. */
class Database extends Context.Service<
  Database,
  { readonly opened: Deferred.Deferred<void>; readonly asked: Array<number> }
>()("test/http/SlowRestores/Database") {
  static readonly layer = Layer.effect(
    Database,
    Effect.map(Deferred.make<void>(), (opened) => ({ opened, asked: [] }))
  )
}

const slowTimeTravel = Layer.effect(
  TimeTravel,
  Effect.gen(function* () {
    const timeTravel = yield* TimeTravel
    const { opened, asked } = yield* Database
    return TimeTravel.of({
      ...timeTravel,
      positionAt: (sequenceNumber) =>
        Effect.suspend(() => {
          asked.push(sequenceNumber)
          return Effect.andThen(Deferred.await(opened), timeTravel.positionAt(sequenceNumber))
        })
    })
  })
)

const slowLookups = Layer.fresh(Planner.layer).pipe(
  Layer.provideMerge(Layer.fresh(EarlierStates.layer)),
  Layer.provide(slowTimeTravel)
)

const server = testServerWith(slowLookups).pipe(Layer.provideMerge(Database.layer))

layer(server)("Restores of a state that takes long to read", (it) => {
  it.effect("are answered 503 with the reason, go on being read, and succeed when they are asked for again", () =>
    Effect.gen(function* () {
      const { opened, asked } = yield* Database
      yield* addUser("ada", "admin")
      const ada = yield* signIn("ada")
      const made = yield* apply(ada, ...smallStrategy(ids))
      yield* apply(ada, { eventType: "delete_objective", targetId: ids.objective })

      const restore = request("/api/events", {
        token: ada,
        headers: { "idempotency-key": "restore" },
        body: { eventType: "restore_history", data: { sequenceNumber: made } }
      })
      const bringBack = request("/api/events", {
        token: ada,
        body: { eventType: "create_objective", targetId: ids.team, data: { id: ids.objective, asOf: made } }
      })
      const preview = request(`/api/history/preview?sequenceNumber=${made}`, { token: ada })
      const answers = yield* Effect.forkChild(Effect.all([restore, bringBack, preview], { concurrency: "unbounded" }), {
        startImmediately: true
      })
      // Sockets need turns of the event loop, timeouts need the test clock.
      yield* Effect.andThen(
        Effect.promise(() => setImmediate()),
        TestClock.adjust("1 second")
      ).pipe(Effect.repeat({ until: () => answers.pollUnsafe() !== undefined }))
      for (const answer of yield* Fiber.join(answers)) {
        const message = assertError(answer, 503)
        assert.include(message, `The state after event ${made} is still being read`)
        assert.include(message, "Try again in a few seconds")
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      }

      yield* Deferred.succeed(opened, undefined)
      assert.deepInclude(assertOk(yield* preview).json, { rejectionReason: null, sequenceNumber: made })
      assert.strictEqual(field(assertOk(yield* restore), "status"), "applied")
      assert.deepStrictEqual(asked, [made])
      assertOk(yield* request(`/api/objectives/${ids.objective}`, { token: ada }))
    })
  )
})
