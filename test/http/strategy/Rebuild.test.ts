import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { empty } from "../../../src/domain/state/State.ts"
import { Generations } from "../../../src/log/maintenance/Generations.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { appendUnseen } from "../../log/maintenance/Rebuilding.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)
const ada = signIn("ada")
const path = "/api/admin/rebuild-history"

const rebuildAs = (token: string) => request(path, { token, method: "POST" })

const rebuild = Effect.flatMap(ada, rebuildAs)

const histories = Effect.flatMap(ada, (token) =>
  Effect.forEach(Object.values(ids), (id) =>
    Effect.map(request(`/api/history/entity/${id}`, { token }), (answer) => assertOk(answer).text)
  )
)

layer(testServer)("rebuilding the history over HTTP", (it) => {
  it.effect("answers with the counts of what was processed and saved, and leaves all histories the same", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eve", "editor")
      const token = yield* ada
      const last = yield* apply(
        token,
        ...smallStrategy(ids),
        { eventType: "delete_principle", targetId: ids.principle },
        { eventType: "restore_history", data: { sequenceNumber: 4 } }
      )
      const before = yield* histories
      const answer = assertOk(yield* rebuild)
      const associationsSaved = field(answer, "associationsSaved")
      assert.deepStrictEqual(answer.json, { eventsProcessed: last, checkpointsSaved: 0, associationsSaved })
      assert.isAbove(Number(associationsSaved), last)
      assert.deepStrictEqual(yield* histories, before)
    })
  )

  it.effect("is 409 while one runs on any server, and can be run again afterwards", () =>
    Effect.gen(function* () {
      const { claim, release } = yield* Generations
      const elsewhere = yield* claim
      assertError(yield* rebuild, 409)
      yield* release(elsewhere)
      assertOk(yield* rebuild)
      assertOk(yield* rebuild)
    })
  )

  it.effect("requested several times at once succeeds at least once, and is otherwise 409", () =>
    Effect.gen(function* () {
      // Once: of six sign-ins at the same time some are refused with 429.
      const token = yield* ada
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => rebuildAs(token)),
        { concurrency: "unbounded" }
      )
      const statuses = new Set(answers.map(({ status }) => status))
      assert.isTrue(statuses.has(200))
      statuses.delete(200)
      statuses.delete(409)
      assert.deepStrictEqual([...statuses], [])
      assertOk(yield* rebuild)
    })
  )

  it.effect("is 500 when the log is broken, and changes nothing", () =>
    Effect.gen(function* () {
      const { advance, position } = yield* Projector
      const { state: right } = yield* position
      const before = yield* histories
      const next = yield* appendUnseen
      const { sequenceNumber } = next.state
      yield* advance({ position: { ...next, state: { ...empty, sequenceNumber } }, committed: [] })
      const answer = yield* rebuild
      assert.strictEqual(answer.status, 500)
      assert.match(String(field(answer, "reference")), /./)
      const last = yield* appendUnseen
      const state = { ...right, sequenceNumber: last.state.sequenceNumber }
      yield* advance({ position: { ...last, state }, committed: [] })
      assert.deepStrictEqual(yield* histories, before)
      assertOk(yield* rebuild)
    })
  )
})
