import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DeletedPage } from "../../src/domain/views/Deleted.ts"
import { addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { assertError, assertOk } from "./Answers.ts"
import { nobody } from "./Routes.ts"
import { apply, entity, type Ids, idsFrom, type Submission, smallStrategy } from "./Submissions.ts"

const ids = idsFrom(0x40)
const ada = signIn("ada")
const editor = signIn("eva")
const reader = signIn("reader")

const decode = Schema.decodeUnknownEffect(DeletedPage)

const deletedIn = Effect.fnUntraced(function* (id: string, query = "") {
  const answer = assertOk(yield* request(`/api/teams/${id}/deleted${query}`, { token: yield* reader }))
  return yield* Effect.orDie(decode(answer.json, { onExcessProperty: "error" }))
})

/** The team's two views, without log positions, authors and times of changes. */
const contents = Effect.fnUntraced(function* ({ team }: Ids) {
  const token = yield* reader
  const answers = yield* Effect.forEach(["principles", "objectives"], (view) =>
    request(`/api/teams/${team}/${view}`, { token })
  )
  return answers.map((answer) =>
    JSON.parse(assertOk(answer).text, (key, value: unknown) =>
      ["sequenceNumber", "updatedAt", "updatedBy"].includes(key) ? undefined : value
    )
  )
})

layer(testServer)("What was deleted", (it) => {
  it.effect("is listed for a viewer, and an editor's event brings it back with everything deleted with it", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eva", "editor")
      yield* addUser("reader", "viewer")
      yield* apply(yield* ada, ...smallStrategy(ids))
      assert.deepStrictEqual((yield* deletedIn(ids.team)).entries, [])
      const before = yield* contents(ids)
      const events: ReadonlyArray<Submission> = [
        { eventType: "delete_principle", targetId: ids.principle, data: {} },
        { eventType: "delete_objective", targetId: ids.objective, data: {} }
      ]
      yield* apply(yield* editor, ...events)
      const { entries, sequenceNumber, nextBefore } = yield* deletedIn(ids.team)
      assert.strictEqual(nextBefore, null)
      assert.deepStrictEqual(
        entries.map(({ id, type, parentId, parentType, deletedBy, sequenceNumber: at, asOf }) => [
          ...[id, type, parentId, parentType, deletedBy, at, asOf]
        ]),
        [
          [ids.objective, "objective", ids.team, "team", "eva", sequenceNumber, sequenceNumber - 1],
          [ids.principle, "principle", ids.team, "team", "eva", sequenceNumber - 1, sequenceNumber - 2]
        ]
      )
      const page = yield* deletedIn(ids.team, "?limit=1")
      assert.strictEqual(page.nextBefore, sequenceNumber)
      assert.strictEqual((yield* deletedIn(ids.team, `?before=${page.nextBefore}`)).entries[0]?.id, ids.principle)
      const contained = entries.map(({ contains }) => contains)
      assert.deepStrictEqual(contained, [
        { groups: 1, initiatives: 2, progress: 1 },
        { groups: 0, initiatives: 0, progress: 0 }
      ])
      for (const { id, type, parentId, asOf } of entries) {
        yield* apply(yield* editor, { eventType: `create_${type}`, targetId: parentId, data: { id, asOf } })
      }
      assert.deepStrictEqual((yield* deletedIn(ids.team)).entries, [])
      assert.deepStrictEqual(yield* contents(ids), before)
    })
  )

  it.effect("by a restore is listed with its whole title and comes back alone; later changes stay", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const [team, kept, long, part] = [entity(0x60 + 1), entity(0x60 + 2), entity(0x60 + 3), entity(0x60 + 4)]
      const title = `${"Long ".repeat(20)}title`
      const headOf = Effect.map(deletedIn(team), ({ sequenceNumber }) => sequenceNumber)
      yield* apply(
        token,
        { eventType: "create_team", targetId: null, data: { id: team, name: "Restored", color: "#112233" } },
        { eventType: "create_objective", targetId: team, data: { id: kept, title: "Kept" } }
      )
      const earlier = yield* headOf
      yield* apply(
        token,
        { eventType: "create_objective", targetId: team, data: { id: long, title: "First" } },
        { eventType: "update_objective_title", targetId: long, data: { title } },
        { eventType: "create_group", targetId: long, data: { id: entity(0x60 + 5), name: "Below" } },
        { eventType: "create_group", targetId: kept, data: { id: part, name: "Group" } },
        { eventType: "restore_history", targetId: null, data: { sequenceNumber: earlier, teamId: team } }
      )
      const { entries, sequenceNumber } = yield* deletedIn(team)
      const at = { cause: "restore", deletedBy: "ada", sequenceNumber, asOf: sequenceNumber - 1 }
      assert.deepStrictEqual(
        entries.map(({ deletedAt: _, ...entry }) => ({ ...entry })),
        [
          {
            ...{ id: long, type: "objective", title, parentId: team, parentType: "team", ...at },
            contains: { groups: 1, initiatives: 0, progress: 0 }
          },
          {
            ...{ id: part, type: "group", title: "Group", parentId: kept, parentType: "objective", ...at },
            contains: { groups: 0, initiatives: 0, progress: 0 }
          }
        ]
      )
      const page = yield* deletedIn(team, "?limit=1")
      assert.deepStrictEqual(
        page.entries.map(({ id }) => id),
        [long, part]
      )
      assert.isNull(page.nextBefore)
      yield* apply(
        yield* editor,
        { eventType: "update_objective_title", targetId: kept, data: { title: "Changed since" } },
        { eventType: "create_objective", targetId: team, data: { id: long, asOf: sequenceNumber - 1 } }
      )
      const answer = assertOk(yield* request(`/api/teams/${team}/objectives`, { token }))
      const { objectives } = answer.json as { readonly objectives: ReadonlyArray<{ title: string; groups: [] }> }
      assert.deepStrictEqual(
        objectives.map(({ title, groups }) => [title, groups.length]),
        [
          ["Changed since", 0],
          [title, 1]
        ]
      )
      assert.deepStrictEqual(
        (yield* deletedIn(team)).entries.map(({ id }) => id),
        [part]
      )
      yield* apply(token, { eventType: "delete_objective", targetId: long, data: {} })
      assert.deepInclude((yield* deletedIn(team)).entries[0], { title, cause: "deletion" })
    })
  )

  it.effect("has an ETag, and is 404 for a team that is not there", () =>
    Effect.gen(function* () {
      const token = yield* reader
      const path = `/api/teams/${ids.team}/deleted`
      const etag = assertOk(yield* request(path, { token })).headers.get("etag") ?? ""
      const again = yield* request(path, { token, headers: { "if-none-match": etag } })
      assert.strictEqual(again.status, 304)
      assertError(yield* request(`/api/teams/${nobody}/deleted`, { token }), 404)
      assertError(yield* request(`${path}?limit=0`, { token }), 400)
      assertError(yield* request(`${path}?before=0`, { token }), 400)
    })
  )
})
