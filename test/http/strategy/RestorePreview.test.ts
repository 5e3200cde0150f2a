import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { RestorePreview } from "../../../src/domain/views/RestorePreview.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)
const others = idsFrom(0x20)
const ada = signIn("ada")

const decodePreview = Schema.decodeUnknownEffect(RestorePreview)

const ask = Effect.fnUntraced(function* (query: string) {
  return yield* request(`/api/history/preview?${query}`, { token: yield* ada })
})

const preview = Effect.fnUntraced(function* (query: string) {
  return yield* Effect.orDie(decodePreview(assertOk(yield* ask(query)).json, { onExcessProperty: "error" }))
})

const gone = (entityId: string, entityType: string, title: string) => ({
  entityId,
  entityType,
  teamId: ids.team,
  title,
  kind: "returns",
  fields: []
})

layer(testServer)("the preview of a restore over HTTP", (it) => {
  it.effect("lists exactly the changes that the restore then makes, and changes nothing", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* ada
      const made = yield* apply(token, ...smallStrategy(ids), ...smallStrategy(others))
      const latest = yield* apply(
        token,
        { eventType: "update_team_name", targetId: ids.team, data: { name: "Upward" } },
        { eventType: "delete_objective", targetId: ids.objective }
      )
      const expected = {
        sequenceNumber: made,
        latestSequence: latest,
        rejectionReason: null,
        totals: [
          { entityType: "team", changes: 1, returns: 0, goes: 0 },
          { entityType: "principle", changes: 1, returns: 0, goes: 0 },
          { entityType: "objective", changes: 0, returns: 1, goes: 0 },
          { entityType: "group", changes: 0, returns: 1, goes: 0 },
          { entityType: "initiative", changes: 0, returns: 2, goes: 0 },
          { entityType: "progress", changes: 0, returns: 1, goes: 0 }
        ],
        entities: [
          gone(ids.objective, "objective", "Grow"),
          gone(ids.group, "group", "Now"),
          gone(ids.initiative, "initiative", "Call"),
          gone(ids.loose, "initiative", "Write"),
          gone(ids.progress, "progress", "Sales"),
          {
            entityId: ids.team,
            entityType: "team",
            teamId: ids.team,
            title: "Upward",
            kind: "changes",
            fields: [{ name: "name", principle: null, current: "Upward", restored: "North" }]
          },
          {
            entityId: ids.principle,
            entityType: "principle",
            teamId: ids.team,
            title: "Listen",
            kind: "changes",
            fields: []
          }
        ]
      }
      assert.deepStrictEqual<unknown>(yield* preview(`sequenceNumber=${made}`), expected)
      assert.deepStrictEqual<unknown>(yield* preview(`sequenceNumber=${made}&teamId=${ids.team}`), expected)
      const empty = { sequenceNumber: made, latestSequence: latest, rejectionReason: null, totals: [], entities: [] }
      assert.deepStrictEqual<unknown>(yield* preview(`sequenceNumber=${made}&teamId=${others.team}`), empty)

      const restored = yield* apply(token, { eventType: "restore_history", data: { sequenceNumber: made } })
      assert.strictEqual(restored, latest + 1)
      const after = { ...empty, latestSequence: restored }
      assert.deepStrictEqual<unknown>(yield* preview(`sequenceNumber=${made}`), after)
    })
  )

  it.effect("is 400 for a sequence number that is invalid or not earlier, and 404 for an unknown team", () =>
    Effect.gen(function* () {
      const { latestSequence } = yield* preview("sequenceNumber=0")
      for (const query of ["", "sequenceNumber=-1", "sequenceNumber=x", "sequenceNumber=1.5", "teamId=x"]) {
        assertError(yield* ask(query), 400)
      }
      assertError(yield* ask(`sequenceNumber=1&teamId=x`), 400)
      assertError(yield* ask(`sequenceNumber=${latestSequence}`), 400)
      assertOk(yield* ask(`sequenceNumber=${latestSequence - 1}`))
      assertError(yield* ask(`sequenceNumber=1&teamId=${nobody}`), 404)
      assertError(yield* ask(`sequenceNumber=1&teamId=${ids.objective}`), 404)
    })
  )

  it.effect("works for a deleted team", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const last = yield* apply(token, { eventType: "delete_team", targetId: others.team })
      const { totals } = yield* preview(`sequenceNumber=${last - 1}&teamId=${others.team}`)
      assert.deepStrictEqual(totals[0], { entityType: "team", changes: 0, returns: 1, goes: 0 })
    })
  )
})
