import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)

const head = Projector.use(({ state }) => Effect.map(state, ({ sequenceNumber }) => sequenceNumber))

const rename = (title: string, lastSeenSequence?: number) => ({
  eventType: "update_principle_title" as const,
  targetId: ids.principle,
  data: { title },
  ...(lastSeenSequence === undefined ? {} : { lastSeenSequence })
})

const ada = signIn("ada")

const post = (token: string, body: unknown, headers: Record<string, string>) =>
  request("/api/events", { token, body, headers })

layer(testServer)("an Idempotency-Key", (it) => {
  it.effect("gives the first answer again even if the entity has changed since, and applies nothing twice", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eve", "editor")
      const token = yield* ada
      yield* apply(token, ...smallStrategy(ids))
      const key = { "idempotency-key": "!key-1~" }
      const first = yield* post(token, rename("Keyed"), key)
      yield* apply(token, rename("Since"))
      const before = yield* head
      const again = yield* post(token, rename("Keyed"), key)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      const marks = [first, again].map(({ headers }) => headers.get("idempotent-replayed"))
      assert.deepStrictEqual(marks, [null, "true"])
      assert.strictEqual(yield* head, before)
    })
  )

  it.effect("does not depend on the order of the keys in the body", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const key = { "idempotency-key": "order" }
      const data = { principleId: ids.second, linked: true }
      const link = { eventType: "update_objective_principle_link", targetId: ids.objective, data }
      const first = yield* post(token, link, key)
      const { eventType, targetId } = link
      const turned = { data: { linked: true, principleId: ids.second }, targetId, eventType, lastSeenSequence: null }
      const again = yield* post(token, turned, key)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
    })
  )

  it.effect("is 409 with another body", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const key = { "idempotency-key": "another" }
      assertOk(yield* post(token, rename("One"), key))
      const before = yield* head
      for (const other of [rename("Two"), rename("One", 1), { ...rename("One"), targetId: ids.second }]) {
        assertError(yield* post(token, other, key), 409)
      }
      assert.strictEqual(yield* head, before)
    })
  )

  it.effect("also repeats a rejection and a no_change", () =>
    Effect.gen(function* () {
      const token = yield* ada
      for (const [key, title] of [
        ["rejected", ""],
        ["unchanged", "One"]
      ] as const) {
        const first = yield* post(token, rename(title), { "idempotency-key": key })
        yield* apply(token, rename(`${key} meanwhile`))
        const again = yield* post(token, rename(title), { "idempotency-key": key })
        assert.strictEqual(again.text, first.text)
      }
    })
  )

  it.effect("must have 1 to 100 visible ASCII characters", () =>
    Effect.gen(function* () {
      const token = yield* ada
      for (const key of ["x".repeat(101), "a b", "", "é", "a\tb"]) {
        const message = assertError(yield* post(token, rename("Keys"), { "idempotency-key": key }), 400, key)
        assert.include(message, "1 to 100 visible ASCII characters")
      }
      assertOk(yield* post(token, rename("Keys"), { "idempotency-key": "x".repeat(100) }))
    })
  )
})
