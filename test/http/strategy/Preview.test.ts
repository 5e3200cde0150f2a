import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"

const team = "00000000-0000-4000-8000-000000000001"
const objective = "00000000-0000-4000-8000-000000000002"
const deleted = "00000000-0000-4000-8000-000000000003"

const submit = (session: string, body: unknown) =>
  Effect.map(request("/api/events", { token: session, body }), (answer) => void assertOk(answer))
const preview = (session: string, events: unknown) =>
  request("/api/events/preview", { token: session, body: { events } })

const seeded = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* addUser("ada", "admin")
    yield* addUser("ed", "editor")
    yield* addUser("vi", "viewer")
  })
).pipe(Layer.provideMerge(testServer))

layer(seeded)("POST /api/events/preview", (it) => {
  it.effect("says what each would come to after the ones before it, and writes nothing", () =>
    Effect.gen(function* () {
      const session = yield* signIn("ada")
      yield* submit(session, { eventType: "create_team", data: { id: team, name: "Care", color: "#123456" } })
      yield* submit(session, { eventType: "create_objective", targetId: team, data: { id: deleted, title: "Old" } })
      yield* submit(session, { eventType: "delete_objective", targetId: deleted, data: {} })
      const events = [
        { eventType: "create_objective", targetId: team, data: { id: objective, title: "Answer in a day" } },
        { eventType: "update_objective_status", targetId: objective, data: { status: "at_risk" }, lastSeenSequence: 3 },
        { eventType: "update_objective_status", targetId: objective, data: { status: "at_risk" } },
        { eventType: "update_objective_title", targetId: objective, data: { title: "" } },
        { eventType: "create_objective", targetId: team, data: { id: deleted, asOf: 2 } },
        { eventType: "update_objective_title", targetId: deleted, data: { title: "New" } },
        { eventType: "restore_history", data: { sequenceNumber: 4 } },
        { eventType: "update_objective_title", targetId: deleted, data: { title: "Newer" } }
      ]
      const answer = yield* preview(session, events)
      assertOk(answer)
      const { sequenceNumber, outcomes } = answer.json as { sequenceNumber: number; outcomes: ReadonlyArray<object> }
      assert.strictEqual(sequenceNumber, 3)
      const rest = { rejectionReason: null, previousValue: null, conflictingServerValue: null }
      assert.deepStrictEqual(outcomes[0], {
        ...{ sequenceNumber: 4, status: "applied" },
        ...rest,
        description: "created objective “Answer in a day”"
      })
      assert.deepInclude(outcomes[1], { status: "rejected", conflictingServerValue: "draft" })
      assert.deepInclude(outcomes[2], { status: "applied", previousValue: "draft", sequenceNumber: 6 })
      assert.deepInclude(outcomes[3], { status: "rejected", sequenceNumber: 7 })
      assert.deepInclude(outcomes[4], { status: "applied", description: "brought back objective “Old”" })
      assert.deepInclude(outcomes[5], { status: "applied", previousValue: "Old" })
      assert.deepInclude(outcomes[6], { status: "applied" })
      assert.deepInclude(outcomes[7], { status: "rejected" })
      const unchanged = yield* preview(session, [
        { eventType: "update_team_name", targetId: team, data: { name: " Care " } }
      ])
      assert.deepStrictEqual(unchanged.json, {
        sequenceNumber: 3,
        outcomes: [{ sequenceNumber: 0, status: "no_change", ...rest, description: "no change" }]
      })
      assert.strictEqual((yield* (yield* EventStore).head).sequenceNumber, 3)
    })
  )

  it.effect("refuses whoever may not submit one of them, and a faulty envelope by its place", () =>
    Effect.gen(function* () {
      const [editor, viewer] = [yield* signIn("ed"), yield* signIn("vi")]
      const create = { eventType: "create_objective", targetId: team, data: { title: "Win" } }
      assertOk(yield* preview(editor, [create]))
      assertError(yield* preview(viewer, [create]), 403)
      assertError(yield* preview(editor, [create, { eventType: "delete_team", targetId: team, data: {} }]), 403)
      const missing = yield* preview(editor, [create, { eventType: "delete_objective", data: {} }])
      assertError(missing, 400)
      assert.deepInclude(missing.json, { code: "missing_member", field: "events.1.targetId" })
      assertError(yield* preview(editor, []), 400)
      assertError(yield* preview(editor, Array(101).fill(create)), 400)
      assertOk(yield* preview(editor, Array(100).fill(create)))
      const unknown = yield* preview(editor, [{ ...create, lastSeenSequnce: 1 }])
      assert.deepInclude(unknown.json, { code: "unknown_member", field: "events.0.lastSeenSequnce" })
    })
  )
})
