import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { OverviewBody } from "../../src/domain/views/Overview.ts"
import type { OverviewChangesBody } from "../../src/domain/views/OverviewChanges.ts"
import type { TrendBody } from "../../src/domain/views/Trend.ts"
import { dateOfDay, dayOf, daysIn } from "../../src/shared/Days.ts"
import * as ServiceDays from "../../src/time/ServiceDays.ts"
import { addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { assertError, assertOk } from "./requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

const ids = idsFrom(0x10)

const read = <A>(path: string) => Effect.map(get(path), (answer) => assertOk(answer).json as A)

const get = Effect.fnUntraced(function* (path: string, etag = "") {
  return yield* request(path, { token: yield* signIn("ada"), headers: { "if-none-match": etag } })
})

const checkIn = (value: number) =>
  ({ eventType: "update_progress_value", targetId: ids.progress, data: { value } }) as const

/** Moves the clock to the last millisecond of a day of the time zone. */
const toEndOf = Effect.fnUntraced(function* (date: string, timeZone: string) {
  const end = daysIn(timeZone).momentOf(dayOf(date) + 1) - 1
  yield* TestClock.adjust(end - (yield* Clock.currentTimeMillis))
})

// In 1970, since a test's clock begins there.
for (const timeZone of ["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati", "Africa/Monrovia"]) {
  const inZone = testServer.pipe(Layer.provide(ServiceDays.layer(timeZone)))
  // A Monday, and the Sunday on which the objective is due.
  const [monday, sunday] = ["1970-01-12", "1970-01-11"]

  layer(inZone)(`In ${timeZone}`, (it) => {
    it.effect("a day ends at its midnight: due, expected, at, since, weeks and forecasts", () =>
      Effect.gen(function* () {
        yield* addUser("ada", "admin")
        const ada = yield* signIn("ada")
        yield* apply(ada, ...smallStrategy(ids), {
          eventType: "update_objective_dates",
          targetId: ids.objective,
          data: { dueDate: sunday }
        })
        yield* toEndOf(sunday, timeZone)
        const last = yield* apply(yield* signIn("ada"), checkIn(20))
        const before = assertOk(yield* get("/api/overview"))
        assertError(yield* get(`/api/overview?at=${monday}`), 400)
        assertError(yield* get(`/api/overview/changes?since=${monday}`), 400)
        assert.strictEqual((yield* get("/api/overview", before.headers.get("etag") ?? "")).status, 304)

        yield* TestClock.adjust(1)
        const after = assertOk(yield* get("/api/overview", before.headers.get("etag") ?? ""))
        const overdue = [before, after].map(({ json }) => (json as OverviewBody).teams[0]?.counts.overdue)
        assert.deepStrictEqual(overdue, [0, 1])
        const doubts = [before, after].map(({ json }) => (json as OverviewBody).objectives[0]?.doubts)
        assert.deepStrictEqual(doubts, [["on_track_behind"], ["on_track_behind", "on_track_overdue"]])

        yield* apply(yield* signIn("ada"), checkIn(21))
        const past = yield* read<OverviewBody>(`/api/overview?at=${sunday}`)
        assert.deepStrictEqual([past.sequenceNumber, past.teams[0]?.counts.overdue], [last, 0])
        const changes = yield* read<OverviewChangesBody>(`/api/overview/changes?since=${monday}`)
        assert.strictEqual(changes.since, last)
        const trend = yield* read<TrendBody>("/api/overview/trend?weeks=1")
        assert.deepStrictEqual(trend.weeks, [
          { date: monday, sequenceNumber: last },
          { date: monday, sequenceNumber: last + 1 }
        ])
        const forecast = yield* read<{ readonly measures: ReadonlyArray<{ readonly basedOn: number }> }>(
          `/api/objectives/${ids.objective}/forecast`
        )
        assert.strictEqual(forecast.measures[0]?.basedOn, 3)
      })
    )

    it.effect("who signs in is told the time zone, and the date in file names is its today", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* read("/api/auth/me"), { timeZone })
        const now = yield* Clock.currentTimeMillis
        const deck = yield* get(`/api/teams/${ids.team}/export?detail=board`)
        const today = dateOfDay(daysIn(timeZone).at(now))
        assert.include(assertOk(deck).headers.get("content-disposition") ?? "", `-${today}.pptx`)
      })
    )
  })
}
