import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  ObjectiveBody,
  ObjectivesBody,
  PrincipleBody,
  PrinciplesBody,
  TeamsBody
} from "../../../src/domain/views/Views.ts"
import { addUser, headOf, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

/** The time of the test clock, which is not moved. */
const epoch = "1970-01-01T00:00:00.000Z"
const authorship = { createdAt: epoch, createdBy: "ada", updatedAt: epoch, updatedBy: "ada" }

const ids = idsFrom(0x10)
const north = { id: ids.team, name: "North", color: "#aa0000" }

const linkedObjective = { id: ids.objective, title: "Grow", status: "on_track" }

const principle = {
  id: ids.principle,
  teamId: ids.team,
  title: "Listen",
  description: "a\nb",
  position: 0,
  objectives: [linkedObjective],
  ...authorship
}

const second = {
  ...principle,
  id: ids.second,
  title: "Ship",
  description: "",
  position: 1,
  objectives: []
}

const progress = {
  id: ids.progress,
  name: "Sales",
  unit: "k",
  start: 10,
  target: 30,
  value: 15,
  percent: 25,
  confidence: 7,
  date: "1970-01-01",
  note: "slow",
  updatedAt: epoch,
  updatedBy: "ada"
}

const objective = {
  id: ids.objective,
  teamId: ids.team,
  title: "Grow",
  description: "",
  status: "on_track",
  statusNote: "As planned",
  owner: "Ana",
  startDate: null,
  dueDate: "2026-12-31",
  parentId: null,
  position: 0,
  percent: 25,
  baselinePercent: 25,
  staleAfter: 14,
  principles: [{ id: ids.principle, title: "Listen", position: 0 }],
  groups: [{ id: ids.group, name: "Now" }],
  initiatives: [
    { id: ids.initiative, title: "Call", status: "active", owner: "Ben", groupId: ids.group },
    { id: ids.loose, title: "Write", status: "planned", owner: "", groupId: null }
  ],
  progress: [progress],
  ...authorship
}

const checkIn = {
  sequenceNumber: 10,
  date: "1970-01-01",
  value: 15,
  confidence: 7,
  note: "slow",
  timestamp: epoch,
  actorName: "ada"
}

/** Every view of the small strategy with its schema. */
const views = [
  { path: "/api/teams", schema: TeamsBody, body: [north] },
  {
    path: `/api/teams/${ids.team}/principles`,
    schema: PrinciplesBody,
    body: { team: north, sequenceNumber: 10, principles: [principle, second] }
  },
  { path: `/api/principles/${ids.principle}`, schema: PrincipleBody, body: { ...principle, sequenceNumber: 10 } },
  {
    path: `/api/teams/${ids.team}/objectives`,
    schema: ObjectivesBody,
    body: { team: north, sequenceNumber: 10, objectives: [objective] }
  },
  {
    path: `/api/objectives/${ids.objective}`,
    schema: ObjectiveBody,
    body: { ...objective, progress: [{ ...progress, checkIns: [checkIn] }], sequenceNumber: 10 }
  }
] as const

const ofTeam = views.slice(1)

const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag") ?? assert.fail("no ETag")

layer(testServer)("the views", (it) => {
  const reader = signIn("reader")

  it.effect("are empty at first", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("reader", "viewer")
      const answer = assertOk(yield* request("/api/teams", { token: yield* reader }))
      assert.deepStrictEqual(answer.json, [])
    })
  )

  it.effect("show a submitted strategy", () =>
    Effect.gen(function* () {
      yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
      const token = yield* reader
      for (const { path, schema, body } of views) {
        const answer = assertOk(yield* request(path, { token }))
        assert.deepStrictEqual(answer.json, body, path)
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
        const decoded = yield* Schema.decodeUnknownEffect(schema)(answer.json, { onExcessProperty: "error" })
        assert.deepStrictEqual<unknown>(decoded, body, path)
      }
    })
  )

  it.effect("show an empty team as empty lists", () =>
    Effect.gen(function* () {
      const { team } = idsFrom(0x100)
      const at = yield* apply(yield* signIn("ada"), {
        eventType: "create_team",
        data: { id: team, name: "Bare", color: "#000000" }
      })
      const token = yield* reader
      const head = { team: { id: team, name: "Bare", color: "#000000" }, sequenceNumber: at }
      const principles = yield* request(`/api/teams/${team}/principles`, { token })
      assert.deepStrictEqual(principles.json, { ...head, principles: [] })
      const objectives = yield* request(`/api/teams/${team}/objectives`, { token })
      assert.deepStrictEqual(objectives.json, { ...head, objectives: [] })
    })
  )

  it.effect.each(views)("$path: has a strong ETag, and is 304 with it", ({ path }) =>
    Effect.gen(function* () {
      const token = yield* reader
      const first = assertOk(yield* request(path, { token }))
      const etag = etagOf(first)
      assert.match(etag, /^"[!#-~]+"$/)
      assert.strictEqual(etagOf(yield* request(path, { token })), etag)
      for (const sent of [etag, `W/${etag}`, "*", `"other", ${etag}`, `"other",W/${etag} , "more"`]) {
        const answer = yield* request(path, { token, headers: { "if-none-match": sent } })
        assert.deepStrictEqual([answer.status, answer.text, etagOf(answer)], [304, "", etag], sent)
      }
      for (const sent of ['"other"', etag.replaceAll('"', ""), `W/"other"`, "", `"${"x".repeat(3_000)}"`]) {
        const answer = assertOk(yield* request(path, { token, headers: { "if-none-match": sent } }))
        assert.strictEqual(answer.text, first.text, sent)
      }
    })
  )

  it.effect.each(views)("$path: HEAD gives the headers of GET without the body", ({ path }) =>
    Effect.gen(function* () {
      const token = yield* reader
      const get = yield* request(path, { token })
      const head = yield* headOf(path, token)
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      for (const name of ["etag", "content-type", "cache-control"]) {
        assert.strictEqual(head.headers.get(name), get.headers.get(name), name)
      }
    })
  )

  it.effect.each(ofTeam)("$path: the ETag changes with the team, not with another one", ({ path }) =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const token = yield* reader
      const other = idsFrom(0x200)
      yield* request("/api/events", {
        token: admin,
        body: { eventType: "create_team", data: { id: other.team, name: "South", color: "#00aa00" } }
      })
      const before = etagOf(yield* request(path, { token }))
      yield* apply(admin, { eventType: "create_principle", targetId: other.team, data: { title: "Elsewhere" } })
      const conditional = { token, headers: { "if-none-match": before } }
      assert.strictEqual((yield* request(path, conditional)).status, 304)
      yield* apply(admin, { eventType: "create_principle", targetId: ids.team, data: { title: "Here" } })
      const after = assertOk(yield* request(path, conditional))
      assert.notStrictEqual(etagOf(after), before)
    })
  )

  it.effect("the ETag of the list of teams changes when a team is renamed, not when its content changes", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const token = yield* reader
      const before = etagOf(yield* request("/api/teams", { token }))
      yield* apply(admin, { eventType: "create_principle", targetId: ids.team, data: { title: "More" } })
      assert.strictEqual(etagOf(yield* request("/api/teams", { token })), before)
      yield* apply(admin, { eventType: "update_team_name", targetId: ids.team, data: { name: "Far north" } })
      assert.notStrictEqual(etagOf(yield* request("/api/teams", { token })), before)
    })
  )

  it.effect("rejected and no_change events do not change the ETag", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const token = yield* reader
      const path = `/api/objectives/${ids.objective}`
      const before = etagOf(yield* request(path, { token }))
      for (const title of ["Grow", ""]) {
        const body = { eventType: "update_objective_title", targetId: ids.objective, data: { title } }
        assertOk(yield* request("/api/events", { token: admin, body }))
      }
      assert.strictEqual(etagOf(yield* request(path, { token })), before)
    })
  )

  it.effect("an id in upper case names the same entity", () =>
    Effect.gen(function* () {
      const token = yield* reader
      const admin = yield* signIn("ada")
      const id = "abcdef00-0000-4000-8000-00000000abcd"
      yield* apply(admin, {
        eventType: "create_principle",
        targetId: ids.team.toUpperCase(),
        data: { id: id.toUpperCase(), title: "Loud" }
      })
      const upper = assertOk(yield* request(`/api/principles/${id.toUpperCase()}`, { token }))
      assert.strictEqual(upper.text, (yield* request(`/api/principles/${id}`, { token })).text)
      assert.include(upper.text, `"id":"${id}"`)
    })
  )

  const paths = {
    team: ["/api/teams/:id/principles", "/api/teams/:id/objectives"],
    principle: ["/api/principles/:id"],
    objective: ["/api/objectives/:id"]
  }

  it.effect("an invalid id is 400, an unknown one 404", () =>
    Effect.gen(function* () {
      const token = yield* reader
      for (const path of Object.values(paths).flat()) {
        for (const id of ["x", "1", `${nobody}0`, nobody.replaceAll("-", ""), "%7Bx%7D", `{${nobody}}`, "%00"]) {
          assert.include(assertError(yield* request(path.replace(":id", id), { token }), 400, id), "GUID")
        }
        assertError(yield* request(path.replace(":id", nobody), { token }), 404, path)
      }
    })
  )

  it.effect("an id of another type of entity is 404", () =>
    Effect.gen(function* () {
      const token = yield* reader
      for (const [kind, forKind] of Object.entries(paths)) {
        for (const [other, id] of Object.entries(ids)) {
          if (other === kind || (kind === "principle" && other === "second")) continue
          for (const path of forKind) assertError(yield* request(path.replace(":id", id), { token }), 404, other)
        }
      }
    })
  )

  it.effect("a deleted entity is 404, and so is what was deleted with it", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const gone = idsFrom(0x300)
      yield* apply(admin, ...smallStrategy(gone))
      const token = yield* reader
      yield* apply(admin, { eventType: "delete_principle", targetId: gone.second })
      assertError(yield* request(`/api/principles/${gone.second}`, { token }), 404)
      yield* apply(admin, { eventType: "delete_team", targetId: gone.team })
      for (const path of [
        `/api/teams/${gone.team}/principles`,
        `/api/teams/${gone.team}/objectives`,
        `/api/principles/${gone.principle}`,
        `/api/objectives/${gone.objective}`
      ]) {
        assertError(yield* request(path, { token }), 404, path)
        assertError(yield* request(path, { token, headers: { "if-none-match": "*" } }), 404, path)
      }
    })
  )
})
