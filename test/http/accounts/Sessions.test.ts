import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { addUser, password, request, signIn, testServer, tokenIn } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"

const decodeSessions = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      ...{ id: Schema.String, createdAt: Schema.String, expiresAt: Schema.String, lastSeenAt: Schema.String },
      ...{ address: Schema.NullOr(Schema.String), userAgent: Schema.NullOr(Schema.String) },
      current: Schema.optional(Schema.Boolean)
    })
  )
)

const listOf = (token: string, path = "/api/auth/sessions") =>
  Effect.flatMap(request(path, { token }), ({ json }) => decodeSessions(json))

const isSignedIn = (token: string) => Effect.map(request("/api/auth/me", { token }), ({ status }) => status === 200)

const server = Layer.fresh(testServer)

layer(server)("Sessions", (it) => {
  it.effect("a user sees where they are signed in, and ends one", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "viewer")
      const agent = `Browser/1.0 ${"x".repeat(300)}`
      const body = { username: "ada", password }
      const one = tokenIn(yield* request("/api/auth/login", { body, headers: { "user-agent": agent } }))
      yield* TestClock.adjust("1 hour")
      const other = yield* signIn("ada")
      yield* TestClock.adjust("1 hour")
      const listed = yield* listOf(one)
      assert.lengthOf(listed, 2)
      const [seen, unseen] = listed
      assert.isDefined(seen)
      assert.isDefined(unseen)
      assert.deepStrictEqual(seen, {
        id: seen.id,
        createdAt: "1970-01-01T00:00:00.000Z",
        expiresAt: "1970-01-08T00:00:00.000Z",
        lastSeenAt: "1970-01-01T02:00:00.000Z",
        address: "127.0.0.1",
        userAgent: agent.slice(0, 250),
        current: true
      })
      assert.deepInclude(unseen, { lastSeenAt: "1970-01-01T01:00:00.000Z", current: false })
      yield* addUser("bob", "admin")
      const end = (token: string, id: string) => request(`/api/auth/sessions/${id}`, { method: "DELETE", token })
      assertError(yield* end(yield* signIn("bob"), unseen.id), 404)
      assertOk(yield* end(one, unseen.id))
      assertError(yield* end(one, unseen.id), 404)
      assert.deepStrictEqual([yield* isSignedIn(one), yield* isSignedIn(other)], [true, false])
      // The id opens nothing.
      assert.isFalse(yield* isSignedIn(seen.id))
    })
  )

  it.effect("an admin sees a user's sessions and ends all of them", () =>
    Effect.gen(function* () {
      const eve = yield* addUser("eve", "editor")
      yield* addUser("root", "admin")
      const [root, one, other] = [yield* signIn("root"), yield* signIn("eve"), yield* signIn("eve")]
      const path = `/api/admin/users/${eve.id}/sessions`
      const listed = yield* listOf(root, path)
      assert.lengthOf(listed, 2)
      assert.notProperty(listed[0], "current")
      assertError(yield* request(path, { token: one }), 403)
      assertOk(yield* request(path, { method: "DELETE", token: root }))
      assert.deepStrictEqual([yield* isSignedIn(one), yield* isSignedIn(other)], [false, false])
      assert.isTrue(yield* isSignedIn(root))
      assert.deepStrictEqual(yield* listOf(root, path), [])
      const unknown = `/api/admin/users/${nobody}/sessions`
      assertError(yield* request(unknown, { token: root }), 404)
      assertError(yield* request(unknown, { method: "DELETE", token: root }), 404)
      const { text } = yield* request("/api/admin/account-log", { token: root })
      assert.match(text, /"actorName":"root","subjectName":"eve","action":"session_ended".*?"detail":"2 sessions"/)
    })
  )

  it.effect("an admin resets a password: shown once if it is generated, ends the sessions and lifts a lock", () =>
    Effect.gen(function* () {
      const kim = yield* addUser("kim", "viewer")
      yield* addUser("boss", "admin")
      const [boss, before] = [yield* signIn("boss"), yield* signIn("kim")]
      const reset = (body: unknown, id: string = kim.id) =>
        request(`/api/admin/users/${id}/password`, { method: "PUT", token: boss, body })
      for (let n = 0; n < 5; n++) yield* signIn("kim", "wrong password")
      assert.strictEqual(yield* signIn("kim"), "")
      const answer = yield* reset({})
      const { password: generated } = yield* Schema.decodeUnknownEffect(Schema.Struct({ password: Schema.String }))(
        answer.json
      )
      assert.match(generated, /^[A-Za-z0-9]{20}$/)
      assert.isFalse(yield* isSignedIn(before))
      assert.isTrue(yield* isSignedIn(yield* signIn("kim", generated)))
      assert.deepStrictEqual((yield* reset({ password: "battery staple" })).json, { success: true, password: null })
      assert.isTrue(yield* isSignedIn(yield* signIn("kim", "battery staple")))
      assertError(yield* reset({ password: "short" }), 400)
      assertError(yield* reset({}, nobody), 404)
      const me = yield* request("/api/auth/me", { token: boss })
      const { userId } = yield* Schema.decodeUnknownEffect(Schema.Struct({ userId: Schema.String }))(me.json)
      assertError(yield* reset({}, userId), 400)
      assert.isTrue(yield* isSignedIn(boss))
      const { text } = yield* request("/api/admin/account-log", { token: boss })
      assert.include(text, '"action":"password_reset"')
      assert.notInclude(text, generated)
    })
  )
})
