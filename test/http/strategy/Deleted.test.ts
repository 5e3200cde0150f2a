import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DeletedPage } from "../../../src/domain/views/Deleted.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, type Ids, idsFrom, type Submission, smallStrategy } from "../Submissions.ts"

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
