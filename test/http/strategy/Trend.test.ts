import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { ForecastBody } from "../../../src/domain/views/Forecast.ts"
import type { OverviewBody } from "../../../src/domain/views/Overview.ts"
import { TrendBody } from "../../../src/domain/views/Trend.ts"
import { latestMondays } from "../../../src/http/answers/TrendColumns.ts"
import { objectiveStatuses } from "../../../src/shared/Statuses.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const [ids, other] = [idsFrom(0x10), idsFrom(0x20)]

const get = Effect.fnUntraced(function* (path: string, etag?: string) {
  const token = yield* signIn("vic")
  return yield* request(path, { token, ...(etag === undefined ? {} : { headers: { "if-none-match": etag } }) })
})

const bodyOf = Effect.fnUntraced(function* <S extends Schema.ConstraintDecoder<unknown>>(schema: S, path: string) {
  const answer = assertOk(yield* get(path))
  return yield* Effect.orDie(Schema.decodeUnknownEffect(schema)(answer.json, { onExcessProperty: "error" }))
})

const trend = (query = "") => bodyOf(TrendBody, `/api/overview/trend${query}`)

const checkIn = (value: number) =>
  ({ eventType: "update_progress_value", targetId: ids.progress, data: { value } }) as const

/** What a column must have, of the overview at its moment. */
const expected = (overview: OverviewBody, teamId?: string) => {
  const objectives = overview.objectives.filter((one) => teamId === undefined || one.teamId === teamId)
  const percents = objectives.flatMap(({ status, percent }) =>
    status === "draft" || percent === null ? [] : [percent]
  )
  const sum = percents.reduce((total, percent) => total + percent, 0)
  return {
    percent: percents.length === 0 ? null : Math.floor(sum / percents.length),
    byStatus: objectiveStatuses.map((status) => objectives.filter((one) => one.status === status).length)
  }
}

layer(testServer)("The trend", (it) => {
  it.effect("of an empty log has columns without anything", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("vic", "viewer")
      const { sequenceNumber, weeks, company, teams } = yield* trend("?weeks=1")
      assert.deepStrictEqual([sequenceNumber, teams], [0, []])
      // The 1st of January 1970 was a Thursday.
      assert.deepStrictEqual(weeks, [
        { date: "1969-12-29", sequenceNumber: 0 },
        { date: "1970-01-01", sequenceNumber: 0 }
      ])
      assert.deepStrictEqual(company.percent, [null, null])
    })
  )

  it.effect("shows each Monday and now as the overview of that moment does", () =>
    Effect.gen(function* () {
      const ada = yield* signIn("ada")
      yield* apply(ada, ...smallStrategy(ids))
      yield* TestClock.adjust("5 days")
      yield* apply(ada, ...smallStrategy(other), checkIn(20))
      yield* TestClock.adjust("7 days")
      const admin = yield* signIn("ada")
      yield* apply(
        admin,
        checkIn(28),
        { eventType: "update_objective_status", targetId: other.objective, data: { status: "draft" } },
        { eventType: "create_objective", targetId: ids.team, data: { title: "Unmeasured", status: "at_risk" } }
      )
      yield* TestClock.adjust("8 days")
      yield* apply(yield* signIn("ada"), { eventType: "delete_team", targetId: other.team })

      const { weeks, company, teams } = yield* trend("?weeks=4")
      assert.deepStrictEqual(
        weeks.map(({ date }) => date),
        ["1969-12-29", "1970-01-05", "1970-01-12", "1970-01-19", "1970-01-21"]
      )
      assert.deepStrictEqual(
        teams.map(({ teamId }) => teamId),
        [ids.team]
      )
      assert.deepStrictEqual([company.percent[0], teams[0]?.byStatus.draft[0]], [null, null])
      for (const [column, { sequenceNumber }] of weeks.entries()) {
        if (sequenceNumber === 0) continue
        const overview = assertOk(yield* get(`/api/overview?at=${sequenceNumber}`)).json as OverviewBody
        const statusesOf = ({ byStatus }: TrendBody["company"] | TrendBody["teams"][number]) =>
          objectiveStatuses.map((status) => byStatus[status][column])
        const [team] = teams
        if (team === undefined) return assert.fail("there is a team")
        assert.deepStrictEqual(
          { percent: company.percent[column], byStatus: statusesOf(company) },
          expected(overview),
          `column ${column}`
        )
        assert.deepStrictEqual(
          { percent: team.percent[column], byStatus: statusesOf(team) },
          expected(overview, ids.team),
          `column ${column}`
        )
      }
      assert.deepStrictEqual(company.percent, [null, 25, 37, 90, 90])
    })
  )

  it.effect("has eight weeks by default, a tag, and limits", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* trend()).weeks, 9)
      assert.lengthOf((yield* trend("?weeks=53")).weeks, 54)
      const etag = assertOk(yield* get("/api/overview/trend")).headers.get("etag") ?? ""
      assert.strictEqual((yield* get("/api/overview/trend", etag)).status, 304)
      for (const weeks of ["0", "54", "-1", "x", "1.5"]) {
        assertError(yield* get(`/api/overview/trend?weeks=${weeks}`), 400, weeks)
      }
    })
  )

  it.effect("begins each week on Monday, in UTC", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(latestMondays("2026-03-01", 2), ["2026-02-16", "2026-02-23"])
      assert.deepStrictEqual(latestMondays("2026-03-02", 2), ["2026-02-23", "2026-03-02"])
    })
  )
})

layer(testServer)("A forecast", (it) => {
  it.effect("is that of the objective's check-ins, with a tag, and a 404 without an objective", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("vic", "viewer")
      yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
      const path = `/api/objectives/${ids.objective}/forecast`
      assert.strictEqual((yield* bodyOf(ForecastBody, path)).measures[0]?.perDay, null)
      for (const value of [17, 19]) {
        yield* TestClock.adjust("1 days")
        yield* apply(yield* signIn("ada"), checkIn(value))
      }
      const { sequenceNumber, measures } = yield* bodyOf(ForecastBody, path)
      // From 15 on the 1st it takes six days more to 30, and its due date is years later.
      assert.deepStrictEqual(
        { ...measures[0], atDueDate: measures[0]?.atDueDate?.percent },
        { id: ids.progress, basedOn: 3, perDay: 2, atDueDate: 100, reachesTargetOn: "1970-01-09" }
      )
      const { headers, json } = assertOk(yield* get(`/api/objectives/${ids.objective}`))
      assert.deepInclude(json, { sequenceNumber })
      const etag = assertOk(yield* get(path)).headers.get("etag") ?? ""
      assert.notStrictEqual(etag, headers.get("etag"))
      assert.strictEqual((yield* get(path, etag)).status, 304)
      assertError(yield* get(`/api/objectives/${ids.principle}/forecast`), 404)
      assertError(yield* get("/api/objectives/x/forecast"), 400)
    })
  )
})
