import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field, list } from "../requests/Answers.ts"
import { apply, entity, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)
const setA = entity(0xa)
const setB = entity(0xb)

const rename = (title: string) => ({ eventType: "update_principle_title", targetId: ids.principle, data: { title } })

const post = (token: string, title: string, headers: Record<string, string>) =>
  request("/api/events", { token, body: rename(title), headers })

const head = Projector.use(({ state }) => Effect.map(state, ({ sequenceNumber }) => sequenceNumber))

/** The changeSet and undoes of the latest entry. */
const latest = Effect.fnUntraced(function* (token: string) {
  const [entry] = list(assertOk(yield* request(`/api/history/entity/${ids.principle}`, { token })))
  const { changeSet, undoes } = Object(entry)
  return { changeSet, undoes }
})

layer(testServer)("the headers of a submission", (it) => {
  it.effect("put its event into a change set, name the set, and say what it takes back", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("bob", "editor")
      const token = yield* signIn("ada")
      yield* apply(token, ...smallStrategy(ids))
      const name = "Import “Q1” – 50 %"
      assertOk(
        yield* post(token, "A", { "change-set": setA.toUpperCase(), "change-set-name": encodeURIComponent(name) })
      )
      assert.deepStrictEqual(yield* latest(token), { changeSet: { id: setA, name }, undoes: null })
      assertOk(yield* post(token, "B", { "change-set": setA, undoes: "2" }))
      assert.deepStrictEqual(yield* latest(token), { changeSet: { id: setA, name: "Changes by ada" }, undoes: 2 })
      assertOk(yield* post(token, "C", { undoes: "1" }))
      assert.deepStrictEqual(yield* latest(token), { changeSet: null, undoes: 1 })
    })
  )

  it.effect("are checked", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const before = yield* head
      const cases: ReadonlyArray<readonly [string, Record<string, string>]> = [
        ["change-set", { "change-set": "import" }],
        ["change-set", { "change-set-name": "Import" }],
        ...["", "%20%20", "%E9", "%", "100%", "a%0Ab", "%00", encodeURIComponent("é".repeat(101)), "%F0%9F"].map(
          (name) => ["change-set-name", { "change-set": setA, "change-set-name": name }] as const
        ),
        ...["0", "-1", "1.5", "x", "", "9007199254740992"].map((undoes) => ["undoes", { undoes }] as const)
      ]
      for (const [name, headers] of cases) {
        const answer = yield* post(token, "Bad", headers)
        assertError(answer, 400, JSON.stringify(headers))
        assert.deepStrictEqual(field(answer, "field"), name, JSON.stringify(headers))
      }
      assert.strictEqual(yield* head, before)
      const longest = { "change-set": setA, "change-set-name": encodeURIComponent("🎯".repeat(100)) }
      assertOk(yield* post(token, "Longest", longest))
    })
  )

  it.effect("are refused with another user's set, also one whose first event changed nothing", () =>
    Effect.gen(function* () {
      const [ada, bob] = [yield* signIn("ada"), yield* signIn("bob")]
      const before = yield* head
      const refused = yield* post(bob, "Bob's", { "change-set": setA })
      assertError(refused, 409)
      assert.strictEqual(field(refused, "code"), "change_set_taken")
      assert.strictEqual(yield* head, before)
      assertOk(yield* post(bob, "Longest", { "change-set": setB }))
      assertError(yield* post(ada, "Ada's", { "change-set": setB }), 409)
    })
  )

  it.effect("belong to the request that an Idempotency-Key is for, except the name", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const key = { "idempotency-key": "keyed", "change-set": setA, undoes: "1" }
      const first = assertOk(yield* post(token, "Keyed", { ...key, "change-set-name": "One" }))
      const again = assertOk(yield* post(token, "Keyed", { ...key, "change-set-name": "Two" }))
      assert.strictEqual(again.text, first.text)
      const others = [
        { "idempotency-key": "keyed" },
        { ...key, "change-set": entity(0xc) },
        { ...key, undoes: "2" },
        { "idempotency-key": "keyed", "change-set": setA }
      ]
      for (const headers of others) assertError(yield* post(token, "Keyed", headers), 409, JSON.stringify(headers))
    })
  )
})
