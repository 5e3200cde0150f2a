import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HistoryEntry } from "../../src/domain/views/History.ts"
import { addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { assertError, assertOk } from "./Answers.ts"
import { apply, idsFrom, smallStrategy, submit } from "./Submissions.ts"

const ids = idsFrom(0x10)
const others = idsFrom(0x20)
const ada = signIn("ada")

const decodeEntries = Schema.decodeUnknownEffect(Schema.Array(HistoryEntry))

const historyOf = Effect.fnUntraced(function* (id: string) {
  const answer = assertOk(yield* request(`/api/history/entity/${id}`, { token: yield* ada }))
  return yield* Effect.orDie(decodeEntries(answer.json))
})

/** A view without the time and author of its last change. */
const view = Effect.fnUntraced(function* (path: string) {
  const { text } = assertOk(yield* request(path, { token: yield* ada }))
  return text.replaceAll(/"(sequenceNumber|updatedAt|updatedBy)":("[^"]*"|\d+),?/g, "")
})

const restore = (sequenceNumber: number, teamId?: string) =>
  Effect.flatMap(ada, (token) =>
    submit(token, {
      eventType: "restore_history",
      data: teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
    })
  )

layer(testServer)("restoring over HTTP", (it) => {
  it.effect("a deleted team comes back with its whole content, and that restore can be undone by another", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eve", "editor")
      const token = yield* ada
      const made = yield* apply(token, ...smallStrategy(ids), ...smallStrategy(others))
      const before = yield* view(`/api/teams/${ids.team}/objectives`)
      const deleted = yield* apply(token, { eventType: "delete_team", targetId: ids.team })
      assertError(yield* request(`/api/teams/${ids.team}/objectives`, { token }), 404)

      const restored = yield* restore(made)
      assert.deepStrictEqual([restored.status, restored.sequenceNumber], ["applied", deleted + 1])
      assert.strictEqual(yield* view(`/api/teams/${ids.team}/objectives`), before)

      const [entry] = yield* historyOf(ids.initiative)
      assert.deepStrictEqual(
        [entry?.eventType, entry?.sequenceNumber, entry?.isTransitive, entry?.canReapply],
        ["restore_history", deleted + 1, true, false]
      )

      const undone = yield* restore(deleted)
      assert.strictEqual(undone.status, "applied")
      assertError(yield* request(`/api/teams/${ids.team}/objectives`, { token }), 404)
      yield* restore(restored.sequenceNumber)
      assert.strictEqual(yield* view(`/api/teams/${ids.team}/objectives`), before)
    })
  )

  it.effect(
    "an edit based on the state before the restore conflicts; restoring one team leaves the others unchanged",
    () =>
      Effect.gen(function* () {
        const token = yield* ada
        const start = yield* apply(token, {
          eventType: "update_principle_title",
          targetId: ids.principle,
          data: { title: "Before" }
        })
        const seen = yield* apply(
          token,
          { eventType: "update_principle_title", targetId: ids.principle, data: { title: "After" } },
          { eventType: "update_team_name", targetId: others.team, data: { name: "Kept" } }
        )
        const outcome = yield* restore(start, ids.team)
        assert.strictEqual(outcome.status, "applied")
        const conflict = yield* submit(token, {
          eventType: "update_principle_title",
          targetId: ids.principle,
          data: { title: "Stale" },
          lastSeenSequence: seen
        })
        assert.deepStrictEqual([conflict.status, conflict.conflictingServerValue], ["rejected", "Before"])
        assert.include(yield* view("/api/teams"), '"Kept"')
        assert.strictEqual((yield* restore(start, ids.team)).status, "no_change")
      })
  )
})
