import { setImmediate } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { OverviewBody } from "../../../src/domain/views/Overview.ts"
import { EarlierStates } from "../../../src/log/projection/EarlierStates.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { addUser, headOf, request, signIn, testServer, testServerWith } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const [ids, other, third] = [idsFrom(0x10), idsFrom(0x20), idsFrom(0x30)]

/** Every view that takes `at`. */
const paths = [
  "/api/teams",
  "/api/overview",
  ...[ids, other].flatMap(({ team, objective, principle }) => [
    `/api/teams/${team}/principles`,
    `/api/teams/${team}/objectives`,
    `/api/objectives/${objective}`,
    `/api/principles/${principle}`
  ])
]

const get = Effect.fnUntraced(function* (path: string, etag?: string) {
  const token = yield* signIn("vic")
  return yield* request(path, { token, ...(etag === undefined ? {} : { headers: { "if-none-match": etag } }) })
})

/** What every view answers, with its tag. */
const answers = Effect.fnUntraced(function* (query = "") {
  const token = yield* signIn("vic")
  return yield* Effect.forEach(paths, (path) =>
    Effect.map(request(`${path}${query}`, { token }), ({ status, text, headers }) => ({
      path,
      status,
      body: status === 200 ? text : "",
      etag: headers.get("etag")
    }))
  )
})

const events = [
  ...smallStrategy(ids),
  ...smallStrategy(other),
  { eventType: "delete_objective", targetId: ids.objective },
  { eventType: "update_team_name", targetId: other.team, data: { name: "South" } },
  { eventType: "restore_history", data: { sequenceNumber: smallStrategy(ids).length } },
  { eventType: "delete_team", targetId: ids.team },
  ...smallStrategy(third)
] as const

layer(testServer)("A view of a past moment", (it) => {
  it.effect("is byte for byte what was answered then, by sequence number and by day", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("vic", "viewer")
      const ada = yield* signIn("ada")
      const then: Array<Effect.Success<ReturnType<typeof answers>>> = []
      for (const event of events) {
        yield* apply(ada, event)
        then.push(yield* answers())
      }
      for (const [index, expected] of then.entries()) {
        assert.deepStrictEqual(yield* answers(`?at=${index + 1}`), expected, `event ${index + 1}`)
      }
      yield* TestClock.adjust("2 days")
      yield* apply(ada, { eventType: "create_team", data: { name: "Late", color: "#000000" } })
      for (const day of ["1970-01-01", "1970-01-02"]) {
        assert.deepStrictEqual(yield* answers(`?at=${day}`), then.at(-1), day)
      }
      assert.deepStrictEqual(yield* answers("?at=1970-01-03"), yield* answers())
    })
  )

  it.effect("has a tag, a HEAD, and a 404 that says that it did not exist at that moment", () =>
    Effect.gen(function* () {
      const path = `/api/teams/${ids.team}/objectives?at=3`
      const { headers } = assertOk(yield* get(path))
      const etag = headers.get("etag") ?? ""
      assert.strictEqual((yield* get(path, etag)).status, 304)
      const head = yield* headOf(path, yield* signIn("vic"))
      assert.deepStrictEqual([head.status, head.headers.get("etag")], [200, etag])
      assert.include(assertError(yield* get(`/api/objectives/${ids.objective}?at=1`), 404), "at that moment")
      assert.include(assertError(yield* get(`/api/objectives/${ids.objective}`), 404), "There is no")
    })
  )

  it.effect("counts what is overdue, stale and expected from the day of the moment", () =>
    Effect.gen(function* () {
      const ada = yield* signIn("ada")
      const dated = { eventType: "update_objective_dates", targetId: third.objective } as const
      yield* apply(ada, { ...dated, data: { dueDate: "1970-01-23" } })
      yield* TestClock.adjust("40 days")
      const counts = (at: string) =>
        Effect.map(get(`/api/overview?at=${at}`), (answer) => {
          const { teams, objectives } = answer.json as OverviewBody
          const counts = teams.find(({ team }) => team.id === third.team)?.counts
          return [counts?.overdue, counts?.stale, objectives[0]?.expectedPercent]
        })
      // It stood at 25 per cent on the day of its creation, the 1st.
      assert.deepStrictEqual(yield* counts("1970-01-03"), [0, 0, 31])
      assert.deepStrictEqual(yield* counts("1970-01-12"), [0, 0, 62])
      assert.deepStrictEqual(yield* counts("1970-01-15"), [0, 1, 72])
      assert.deepStrictEqual(yield* counts("1970-01-24"), [1, 1, 100])
    })
  )

  it.effect("is refused for what is no moment of the log", () =>
    Effect.gen(function* () {
      const head = Number(field(assertOk(yield* get("/api/overview")), "sequenceNumber"))
      for (const at of ["", "0", "x", "-1", "1.5", "1e1", "0x1", "2026-02-30", "1970-1-1", "9999999999999999"]) {
        for (const path of paths) assertError(yield* get(`${path}?at=${at}`), 400, `${path} ${at}`)
      }
      assert.include(
        assertError(yield* get(`/api/teams?at=${head + 1}`), 400),
        `beyond the latest sequence number, ${head}`
      )
      assert.include(assertError(yield* get("/api/teams?at=1970-02-13"), 400), "future")
      assert.include(assertError(yield* get("/api/teams?at=1969-12-31"), 400), "before the first event")
      assertError(yield* request("/api/teams?at=1"), 401)
    })
  )

  it.effect("is answered to each of eight who ask at once, as is the preview of a restore", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const moments = Array.from({ length: 8 }, (_, index) => index + 1)
      for (const path of ["/api/overview?at=", "/api/history/preview?sequenceNumber="]) {
        const ask = (moment: number) => request(`${path}${moment}`, { token })
        const alone = yield* Effect.forEach(moments, ask)
        yield* TestClock.adjust("2 minutes")
        const together = yield* Effect.forEach(moments, ask, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          together.map(({ status, text }) => [status, text]),
          alone.map(({ text }) => [200, text]),
          path
        )
      }
    })
  )
})

/** Lets earlier states be read. */
class Opened extends Context.Service<Opened, Deferred.Deferred<void>>()("test/http/PastViews/Opened") {
  static readonly layer = Layer.effect(Opened, Deferred.make<void>())
}

const slowTimeTravel = Layer.effect(
  TimeTravel,
  Effect.gen(function* () {
    const timeTravel = yield* TimeTravel
    const opened = yield* Opened
    return TimeTravel.of({
      ...timeTravel,
      positionAt: (sequenceNumber) => Effect.andThen(Deferred.await(opened), timeTravel.positionAt(sequenceNumber))
    })
  })
)

const slowStates = Layer.fresh(Planner.layer).pipe(
  Layer.provideMerge(Layer.provide(Layer.fresh(EarlierStates.layer), slowTimeTravel))
)

layer(testServerWith(slowStates).pipe(Layer.provideMerge(Opened.layer)))(
  "A past moment that takes long to read, for a view, a preview or a restore",
  (it) => {
    it.effect("is a 503 with the reason, goes on being read, and is there when it is asked for again", () =>
      Effect.gen(function* () {
        yield* addUser("ada", "admin")
        yield* addUser("vic", "viewer")
        yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
        // The tokens are fetched before the clock stands still.
        const [token, admin] = [yield* signIn("vic"), yield* signIn("ada")]
        const ask = (path: string) => request(path, { token })
        const preview = request("/api/history/preview?sequenceNumber=2", { token: admin })
        const restore = request("/api/events", {
          token: admin,
          body: { eventType: "restore_history", data: { sequenceNumber: 2 } }
        })
        const asked = yield* Effect.forkChild(
          Effect.all(
            [
              ask("/api/teams?at=2"),
              ask(`/api/teams/${ids.team}/objectives?at=2`),
              ask("/api/overview/trend"),
              preview,
              restore
            ],
            { concurrency: "unbounded" }
          ),
          { startImmediately: true }
        )
        yield* Effect.andThen(
          Effect.promise(() => setImmediate()),
          TestClock.adjust("1 second")
        ).pipe(Effect.repeat({ until: () => asked.pollUnsafe() !== undefined }))
        for (const answer of yield* Fiber.join(asked)) {
          assert.match(assertError(answer, 503), /^The (state after event 2|trend) is still being read/)
          assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
        }
        // What no later event touched needs no earlier state.
        assertOk(yield* ask(`/api/teams/${ids.team}/objectives?at=${smallStrategy(ids).length}`))

        yield* Deferred.succeed(yield* Opened, undefined)
        assertOk(yield* ask("/api/teams?at=2"))
        assertOk(yield* ask("/api/overview/trend"))
        assert.deepInclude(assertOk(yield* preview).json, { rejectionReason: null })
        assert.strictEqual(field(assertOk(yield* restore), "status"), "applied")
      })
    )
  }
)
