import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HistoryEntry } from "../../../src/domain/views/History.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy, submit } from "../Submissions.ts"

const epoch = "1970-01-01T00:00:00.000Z"
const ids = idsFrom(0x10)
const ada = signIn("ada")
const reader = signIn("reader")

const decodeEntries = Schema.decodeUnknownEffect(Schema.Array(HistoryEntry))

const historyOf = Effect.fnUntraced(function* (id: string, query = "") {
  const answer = assertOk(yield* request(`/api/history/entity/${id}${query}`, { token: yield* reader }))
  return yield* Effect.orDie(decodeEntries(answer.json, { onExcessProperty: "error" }))
})

const sequences = (entries: ReadonlyArray<HistoryEntry>) => entries.map(({ sequenceNumber }) => sequenceNumber)

layer(testServer)("the history of an entity", (it) => {
  it.effect("is empty for an unknown id", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("reader", "viewer")
      yield* apply(yield* ada, ...smallStrategy(ids))
      assert.deepStrictEqual(yield* historyOf(nobody), [])
    })
  )

  it.effect("a create event is in the history of the new entity and of its parent, directly in both", () =>
    Effect.gen(function* () {
      const [entry, ...others] = yield* historyOf(ids.second)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual<unknown>(entry, {
        sequenceNumber: 3,
        timestamp: epoch,
        actorName: "ada",
        actorDisplayName: null,
        eventType: "create_principle",
        status: "applied",
        description: entry?.description,
        fieldName: null,
        oldValue: null,
        newValue: null,
        isTransitive: false,
        canReapply: true,
        entityId: ids.second,
        entityType: "principle",
        targetId: ids.team,
        teamId: ids.team,
        data: { id: ids.second, title: "Ship", description: "" },
        ...{ entityTitle: "Ship", parentTitle: entry?.parentTitle, unit: null, fact: entry?.fact, effect: null },
        ...{ rejectionReason: null, rejectionCode: null, rejection: null },
        ...{ tokenName: null, changeSet: null, undoes: null }
      })
      assert.include(entry?.description, "Ship")
      const ofParent = yield* historyOf(ids.team)
      assert.deepStrictEqual(
        ofParent.find(({ sequenceNumber }) => sequenceNumber === 3),
        entry
      )
      assert.deepStrictEqual(sequences(ofParent), [4, 3, 2, 1])
    })
  )

  it.effect("a rejected event is shown with its reason, and cannot be applied again", () =>
    Effect.gen(function* () {
      const outcome = yield* submit(yield* ada, {
        eventType: "update_principle_title",
        targetId: ids.principle,
        data: { title: "  " }
      })
      const [latest] = yield* historyOf(ids.principle)
      assert.deepInclude(latest, {
        sequenceNumber: outcome.sequenceNumber,
        status: "rejected",
        rejectionReason: outcome.rejectionReason,
        canReapply: false,
        isTransitive: false,
        data: { title: "  " }
      })
    })
  )

  it.effect("deleting a principle is a transitive entry of each objective linked to it", () =>
    Effect.gen(function* () {
      const at = yield* apply(yield* ada, { eventType: "delete_principle", targetId: ids.principle })
      const [ofPrinciple] = yield* historyOf(ids.principle)
      assert.deepInclude(ofPrinciple, { sequenceNumber: at, isTransitive: false, canReapply: true })
      const [ofObjective] = yield* historyOf(ids.objective)
      assert.deepInclude(ofObjective, {
        sequenceNumber: at,
        eventType: "delete_principle",
        isTransitive: true,
        canReapply: false,
        entityId: ids.principle,
        entityType: "principle"
      })
      assert.include(ofObjective?.description, "Listen")
      assert.notStrictEqual(ofObjective?.description, ofPrinciple?.description)
    })
  )

  it.effect("keeps the actor's name, and remains when the entity is deleted", () =>
    Effect.gen(function* () {
      yield* addUser("eve", "editor")
      const at = yield* apply(yield* signIn("eve"), { eventType: "delete_initiative", targetId: ids.loose })
      assert.deepStrictEqual(
        (yield* historyOf(ids.loose)).map((entry) => [entry.sequenceNumber, entry.actorName]),
        [
          [at, "eve"],
          [8, "ada"]
        ]
      )
    })
  )

  it.effect("is bounded by limit and before, and complete without them", () =>
    Effect.gen(function* () {
      const all = sequences(yield* historyOf(ids.objective))
      assert.isAbove(all.length, 6)
      assert.deepStrictEqual(
        all,
        all.toSorted((a, b) => b - a)
      )
      assert.deepStrictEqual(sequences(yield* historyOf(ids.objective, "?limit=2")), all.slice(0, 2))
      assert.deepStrictEqual(sequences(yield* historyOf(ids.objective, `?before=${all[1]}`)), all.slice(2))
      assert.deepStrictEqual(sequences(yield* historyOf(ids.objective, `?before=${all[1]}&limit=3`)), all.slice(2, 5))
      assert.deepStrictEqual(sequences(yield* historyOf(ids.objective, "?before=1")), [])
      assert.deepStrictEqual(sequences(yield* historyOf(ids.objective.toUpperCase(), "?limit=500")), all)
    })
  )

  it.effect("is 400 for an invalid limit, before or id", () =>
    Effect.gen(function* () {
      const token = yield* reader
      for (const query of [
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=1.5",
        "limit=x",
        "limit=",
        "before=0",
        "before=x"
      ]) {
        assertError(yield* request(`/api/history/entity/${ids.team}?${query}`, { token }), 400, query)
      }
      assertError(yield* request("/api/history/entity/x", { token }), 400)
    })
  )
})
