import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { OverviewBody } from "../../../src/domain/views/Overview.ts"
import { OverviewChangesBody } from "../../../src/domain/views/OverviewChanges.ts"
import { addUser, headOf, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)
const other = idsFrom(0x20)

const decodeOverview = Schema.decodeUnknownEffect(OverviewBody)
const decodeChanges = Schema.decodeUnknownEffect(OverviewChangesBody)

const get = Effect.fnUntraced(function* (path: string, etag?: string) {
  const token = yield* signIn("vic")
  return yield* request(path, { token, ...(etag === undefined ? {} : { headers: { "if-none-match": etag } }) })
})

const overview = Effect.gen(function* () {
  const answer = assertOk(yield* get("/api/overview"))
  const body = yield* Effect.orDie(decodeOverview(answer.json, { onExcessProperty: "error" }))
  return { body, etag: answer.headers.get("etag") ?? "" }
})

const changes = Effect.fnUntraced(function* (since: string | number) {
  const answer = assertOk(yield* get(`/api/overview/changes?since=${since}`))
  return yield* Effect.orDie(decodeChanges(answer.json, { onExcessProperty: "error" }))
})

const epoch = "1970-01-01T00:00:00.000Z"

const north = { id: ids.team, name: "North", color: "#aa0000" }

const noStatus = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }

const unchanged = {
  team: north,
  objectives: { created: 0, deleted: 0 },
  principles: { created: 0, deleted: 0, edited: 0 },
  statusChanges: [],
  dueDateChanges: [],
  progressChanges: [],
  wrongWayChanges: [],
  initiativeChanges: []
}

layer(testServer)("The overview", (it) => {
  it.effect("has every team with its counts and every objective, as a viewer may see it", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("vic", "viewer")
      assert.deepStrictEqual((yield* overview).body, { sequenceNumber: 0, teams: [], objectives: [] })
      const sequenceNumber = yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
      const { body } = yield* overview
      assert.deepStrictEqual<unknown>(body, {
        sequenceNumber,
        teams: [
          {
            team: north,
            principles: [
              { id: ids.principle, title: "Listen" },
              { id: ids.second, title: "Ship" }
            ],
            counts: { principles: 2, objectives: 1, byStatus: { ...noStatus, on_track: 1 }, overdue: 0, stale: 0 }
          }
        ],
        objectives: [
          {
            id: ids.objective,
            teamId: ids.team,
            title: "Grow",
            status: "on_track",
            statusNote: "As planned",
            owner: "Ana",
            startDate: null,
            parentId: null,
            suggestedStatus: "on_track",
            wrongWay: null,
            dueDate: "2026-12-31",
            percent: 25,
            expectedPercent: 25,
            position: 0,
            principleIds: [ids.principle],
            initiatives: { total: 2, done: 0 },
            measures: 1,
            lastCheckInOn: "1970-01-01",
            lastCheckInAt: epoch,
            staleAfter: 14,
            doubts: [],
            createdAt: epoch,
            updatedAt: epoch,
            updatedBy: "ada"
          }
        ]
      })
    })
  )

  it.effect("has a tag that changes with any team, but not with a rejected event or an uneventful day", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const { etag } = yield* overview
      assert.match(etag, /^"[\w-]+(?:\.gzip)?"$/)
      const rename = { eventType: "update_team_name", targetId: ids.team, data: { name: "" } }
      assertOk(yield* request("/api/events", { token: admin, body: rename }))
      const unchanged = yield* get("/api/overview", etag)
      assert.deepStrictEqual([unchanged.status, unchanged.text, unchanged.headers.get("etag")], [304, "", etag])
      const head = yield* headOf("/api/overview", yield* signIn("vic"))
      assert.deepStrictEqual([head.status, head.headers.get("etag"), head.text], [200, etag, ""])

      yield* apply(admin, ...smallStrategy(other))
      const more = assertOk(yield* get("/api/overview", etag))
      const next = more.headers.get("etag") ?? ""
      assert.notStrictEqual(next, etag)
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* get("/api/overview", next)).status, 304)
    })
  )

  it.effect("counts an objective as stale 14 days after its last check-in", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("12 days")
      const counts = Effect.map(overview, ({ body }) => body.teams.map(({ counts }) => counts.stale))
      assert.deepStrictEqual(yield* counts, [0, 0])
      const { etag } = yield* overview
      yield* TestClock.adjust("1 days")
      assertOk(yield* get("/api/overview", etag))
      yield* apply(yield* signIn("ada"), {
        eventType: "update_progress_value",
        targetId: other.progress,
        data: { value: 16 }
      })
      assert.deepStrictEqual((yield* counts).toSorted(), [0, 1])
    })
  )

  it.effect("lists the differences since a sequence number or a day, comparing the first and the last state", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      yield* TestClock.adjust("1 days")
      const { sequenceNumber } = (yield* overview).body
      assert.deepStrictEqual(yield* changes(sequenceNumber), { sequenceNumber, since: sequenceNumber, teams: [] })
      const status = (status: string) => ({
        eventType: "update_objective_status" as const,
        targetId: ids.objective,
        data: { status }
      })
      const last = yield* apply(
        admin,
        status("at_risk"),
        { eventType: "create_objective", targetId: ids.team, data: { title: "Brief" } },
        { eventType: "create_objective", targetId: ids.team, data: { title: "Stays" } },
        { eventType: "update_principle_title", targetId: ids.second, data: { title: "Ship often" } },
        { eventType: "delete_principle", targetId: ids.principle },
        { eventType: "update_objective_dates", targetId: ids.objective, data: { dueDate: null } },
        { eventType: "update_progress_value", targetId: ids.progress, data: { value: 20 } },
        status("off_track"),
        status("achieved")
      )
      const change = { objectiveId: ids.objective, title: "Grow" }
      const team = {
        ...unchanged,
        objectives: { created: 2, deleted: 0 },
        principles: { created: 0, deleted: 1, edited: 1 },
        statusChanges: [{ ...change, from: "on_track", to: "achieved" }],
        dueDateChanges: [{ ...change, from: "2026-12-31", to: null }],
        progressChanges: [{ ...change, from: 25, to: 50 }]
      }
      const expected = { sequenceNumber: last, since: sequenceNumber, teams: [team] }
      assert.deepStrictEqual<unknown>(yield* changes(sequenceNumber), expected)
      // The 16th of January is the day of all these changes.
      assert.deepStrictEqual<unknown>(yield* changes("1970-01-16"), expected)
      assert.deepStrictEqual((yield* changes("1969-12-31")).since, 0)
      assert.deepStrictEqual((yield* changes(0)).teams.length, 2)

      yield* apply(admin, { eventType: "delete_team", targetId: other.team })
      const gone = (yield* changes(last)).teams
      assert.deepStrictEqual<unknown>(gone, [
        {
          ...unchanged,
          team: { ...north, id: other.team },
          objectives: { created: 0, deleted: 1 },
          principles: { created: 0, deleted: 2, edited: 0 }
        }
      ])
    })
  )

  it.effect("answers 304 to a comparison that the client has, and 400 to an invalid `since`", () =>
    Effect.gen(function* () {
      const path = "/api/overview/changes?since=3"
      const etag = assertOk(yield* get(path)).headers.get("etag") ?? ""
      assert.strictEqual((yield* get(path, etag)).status, 304)
      assertOk(yield* get("/api/overview/changes?since=4", etag))
      const { sequenceNumber } = (yield* overview).body
      for (const since of [
        "",
        "x",
        "-1",
        "1.5",
        "1e1",
        "2026-02-30",
        "1970-1-1",
        "9999999999999999",
        "1970-01-01T00"
      ]) {
        assertError(yield* get(`/api/overview/changes?since=${since}`), 400, since)
      }
      assertError(yield* get("/api/overview/changes"), 400)
      assert.include(assertError(yield* get("/api/overview/changes?since=1970-01-17"), 400), "future")
      assert.include(assertError(yield* get(`/api/overview/changes?since=${sequenceNumber + 1}`), 400), "beyond")
    })
  )

  it.effect("of more than 64 KiB is sent in parts, which together are the whole", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      for (const base of [0x100, 0x200]) {
        const { team } = idsFrom(base)
        yield* apply(
          admin,
          { eventType: "create_team", data: { id: team, name: `Large ${base}`, color: "#000000" } },
          ...Array.from({ length: 150 }, (_, at) => ({
            eventType: "create_objective" as const,
            targetId: team,
            data: { title: `${at} ${"🎯".repeat(100)}` }
          }))
        )
      }
      const { body, etag } = yield* overview
      assert.lengthOf(body.objectives, 303)
      assert.deepStrictEqual(
        body.teams.map(({ counts }) => counts.objectives),
        [150, 150, 3]
      )
      assert.strictEqual((yield* get("/api/overview", etag)).status, 304)
      // Node's client takes gzip unless it is told otherwise.
      const token = yield* signIn("vic")
      const plain = assertOk(yield* request("/api/overview", { token, headers: { "accept-encoding": "identity" } }))
      assert.deepStrictEqual<unknown>(plain.json, body)
      assert.strictEqual(plain.headers.get("content-encoding"), null)
      assert.notStrictEqual(plain.headers.get("etag"), etag)
      const coded = assertOk(yield* request("/api/overview", { token, headers: { "accept-encoding": "gzip" } }))
      assert.strictEqual(coded.text, plain.text)
      assert.deepStrictEqual([coded.headers.get("content-encoding"), coded.headers.get("etag")], ["gzip", etag])
    })
  )
})
