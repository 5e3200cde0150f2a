import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import packageJson from "../../../package.json" with { type: "json" }
import { StorageError } from "../../../src/domain/StorageError.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { OutcomeUnknown, PlannerBusy, SubmissionRefused } from "../../../src/log/writer/SubmitError.ts"
import { type Answer, addUser, password, request, signIn } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { Fault, faultyServer, secret } from "../Servers.ts"
import { assertError, assertOk, field } from "./Answers.ts"

const broken = <A, E, R>(change: Partial<Fault["Service"]>, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fault = yield* Fault
    Object.assign(fault, change)
    return yield* Effect.ensuring(
      effect,
      Effect.sync(() =>
        Object.assign(fault, {
          events: "well",
          users: "well",
          sessions: "well",
          hasherBusy: false,
          submission: undefined
        })
      )
    )
  })

/** Asserts a 503 with Retry-After of one second. */
const assertUnavailable = (answer: Answer) => {
  const message = assertError(answer, 503)
  assert.strictEqual(answer.headers.get("retry-after"), "1")
  return message
}

/** Asserts a 500 with a reference; the cause is only in the log, under the reference. */
const assertFault = Effect.fnUntraced(function* (answer: Answer) {
  assert.strictEqual(answer.status, 500, answer.text)
  const reference = field(answer, "reference")
  assert.match(String(reference), /^[0-9a-f-]{36}$/)
  assert.deepStrictEqual(answer.json, {
    _tag: "InternalError",
    code: "internal_error",
    message: "Something went wrong on our side.",
    reference
  })
  assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
  assert.isNull(answer.headers.get("retry-after"))
  const { logged } = yield* Fault
  const lines = logged.filter(({ annotations }) => annotations.reference === reference)
  assert.strictEqual(lines.length, 1)
  assert.strictEqual(lines[0]?.level, "Error")
  assert.include(lines[0]?.text, secret)
  return lines[0]?.annotations
})

const team = { eventType: "create_team", data: { name: "N", color: "#000000" } }

const storageFault = new StorageError({ operation: "x", unavailable: false, cause: secret })

layer(faultyServer, { excludeTestServices: true })("a server fault", (it) => {
  it.effect("is 500 with a reference when code dies, and the cause is logged under it", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      const path = `/api/history/entity/${nobody}?limit=1`
      const annotations = yield* assertFault(yield* broken({ events: "dead" }, request(path, { token })))
      assert.deepInclude(annotations, { method: "GET", path: `/api/history/entity/${nobody}` })
      assertOk(yield* request(path, { token }))
    })
  )

  it.effect("is 500 with a reference when a store fails in any endpoint", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      yield* assertFault(yield* broken({ events: "broken" }, request("/api/history/all", { token })))
      yield* assertFault(yield* broken({ events: "broken" }, request("/api/events", { token, body: team })))
      yield* assertFault(yield* broken({ users: "broken" }, request("/api/admin/users", { token })))
      yield* assertFault(yield* broken({ sessions: "broken" }, request("/api/teams", { token })))
      yield* assertFault(yield* broken({ sessions: "dead" }, request("/api/teams", { token })))
      const credentials = { username: "ada", password }
      yield* assertFault(yield* broken({ users: "broken" }, request("/api/auth/login", { body: credentials })))
      yield* assertFault(yield* broken({ users: "dead" }, request("/api/auth/login", { body: credentials })))
    })
  )

  it.effect("is 500 with a reference when the database refuses to store an event", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      for (const submission of [new SubmissionRefused({ cause: secret }), storageFault]) {
        yield* assertFault(yield* broken({ submission }, request("/api/events", { token, body: team })))
      }
    })
  )

  it.effect("has a new reference each time", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const ask = broken({ events: "dead" }, request("/api/history/all", { token }))
      assert.notStrictEqual(field(yield* ask, "reference"), field(yield* ask, "reference"))
    })
  )
})

layer(faultyServer, { excludeTestServices: true })("overload, or no database", (it) => {
  it.effect("is 503 with Retry-After and a message", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      const credentials = { username: "ada", password }
      const calls = [
        [{ sessions: "away" }, request("/api/teams", { token })],
        [{ events: "away" }, request("/api/history/all", { token })],
        [{ events: "away" }, request(`/api/history/entity/${nobody}`, { token })],
        [{ events: "away" }, request("/api/events", { token, body: team })],
        [{ events: "away" }, request("/api/admin/rebuild-history", { method: "POST", token })],
        [{ users: "away" }, request("/api/admin/users", { token })],
        [{ users: "away" }, request("/api/auth/login", { body: credentials })]
      ] as const
      for (const [change, call] of calls) {
        assert.include(assertUnavailable(yield* broken(change, call)), "database does not answer")
        assert.isBelow((yield* call).status, 300)
      }
    })
  )

  it.effect("a stream gets a retry event instead of a 503, after which browsers would not reconnect", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const { epoch } = yield* Effect.flatMap(EventStore, ({ head }) => head)
      const resumed = request("/api/sse", { token, headers: { "last-event-id": `${epoch}.0` } })
      const busy = [
        yield* broken({ sessions: "away" }, request("/api/sse", { token })),
        yield* broken({ events: "away" }, resumed)
      ]
      for (const { status, headers, text } of busy) {
        assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/event-stream"])
        assert.match(text, /^retry: [1-9]\d{3,4}\nevent: busy\ndata: \{"scope":"server"\}\n\n$/)
      }
      assert.match((yield* resumed).text, /event: ready/)
      assertUnavailable(yield* broken({ sessions: "away" }, request("/api/teams", { token })))
    })
  )

  it.effect("views are answered from memory meanwhile", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      assertOk(yield* broken({ events: "away", users: "away" }, request("/api/teams", { token })))
    })
  )

  it.effect("a busy hasher is 503 for requests with a password, and not counted as a failed attempt", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      for (let i = 0; i < 6; i++) {
        const login = request("/api/auth/login", { body: { username: "ada", password } })
        assertUnavailable(yield* broken({ hasherBusy: true }, login))
      }
      const body = { currentPassword: password, newPassword: "a new secret" }
      assertUnavailable(yield* broken({ hasherBusy: true }, request("/api/auth/change-password", { token, body })))
      const user = { username: "new", password, role: "viewer" }
      assertUnavailable(yield* broken({ hasherBusy: true }, request("/api/admin/users", { token, body: user })))
      assert.notStrictEqual(yield* signIn("ada"), "")
    })
  )

  it.effect("a busy planner is 503; so is an unknown outcome, with advice", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const call = request("/api/events", { token, body: team })
      assert.include(assertUnavailable(yield* broken({ submission: new PlannerBusy() }, call)), "Too many changes")
      const unknown = assertUnavailable(yield* broken({ submission: new OutcomeUnknown({ cause: secret }) }, call))
      assert.include(unknown, "Idempotency-Key")
    })
  )
})

layer(faultyServer)("health", (it) => {
  it.effect("is 503 while the database fails and 200 afterwards; live is always 200", () =>
    Effect.gen(function* () {
      for (const events of ["away", "broken"] as const) {
        const answer = yield* broken({ events }, request("/health"))
        assert.deepStrictEqual([answer.status, answer.json], [503, { status: "unhealthy" }])
        assert.strictEqual(answer.headers.get("retry-after"), "1")
        const live = yield* broken({ events }, request("/health/live"))
        assert.deepStrictEqual([live.status, live.json], [200, { status: "alive", version: packageJson.version }])
        assert.deepStrictEqual(assertOk(yield* request("/health")).json, { status: "healthy" })
      }
    })
  )

  it.effect("is 503 after two seconds when the database never answers", () =>
    broken(
      { events: "silent" },
      Effect.gen(function* () {
        const { asked } = yield* Fault
        const fiber = yield* Effect.forkChild(request("/health"))
        yield* Deferred.await(asked)
        yield* TestClock.adjust("1999 millis")
        assertOk(yield* request("/health/live"))
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        const answer = yield* Fiber.join(fiber)
        assert.deepStrictEqual([answer.status, answer.json], [503, { status: "unhealthy" }])
      })
    )
  )
})
