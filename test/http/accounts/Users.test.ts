import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk, field, list } from "../requests/Answers.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const admin = signIn("boss")

const create = (body: unknown) => Effect.flatMap(admin, (token) => request("/api/admin/users", { token, body }))

const setRole = (id: unknown, role: unknown) =>
  Effect.flatMap(admin, (token) => request(`/api/admin/users/${id}/role`, { token, method: "PUT", body: { role } }))

const remove = (id: unknown) =>
  Effect.flatMap(admin, (token) => request(`/api/admin/users/${id}`, { token, method: "DELETE" }))

const bossId = UserStore.use(({ list }) =>
  Effect.map(list, (users) => users.find(({ username }) => username === "boss")?.id ?? assert.fail("no boss"))
)

const stored = UserStore.use(({ list }) => list)

layer(testServer)("user administration", (it) => {
  it.effect("a created user can log in", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      for (const role of ["viewer", "editor", "admin"]) {
        const answer = assertOk(yield* create({ username: `new ${role}`, password, role }), 201)
        const id = field(answer, "id")
        assert.match(String(id), uuid)
        assert.deepStrictEqual(answer.json, {
          id,
          username: `new ${role}`,
          displayName: null,
          role,
          createdAt: "1970-01-01T00:00:00.000Z"
        })
        const token = yield* signIn(`new ${role}`)
        assert.strictEqual(field(yield* request("/api/auth/me", { token }), "userId"), id)
      }
    })
  )

  it.effect("the list is sorted by name without regard to case, and has no hash", () =>
    Effect.gen(function* () {
      for (const username of ["zoe", "Ada", "ben", "Åsa"]) yield* create({ username, password, role: "viewer" })
      const answer = assertOk(yield* request("/api/admin/users", { token: yield* admin }))
      const users = yield* stored
      assert.deepStrictEqual(
        list(answer).map((user) => ({ ...Object(user), lastSeenAt: null })),
        users.map(({ passwordHash: _, ...shown }) => ({ ...shown, lastSeenAt: null }))
      )
      assert.deepStrictEqual(
        users.map(({ username }) => username),
        ["Ada", "ben", "boss", "new admin", "new editor", "new viewer", "zoe", "Åsa"]
      )
      assert.notInclude(answer.text, "assword")
      assert.notInclude(answer.text, users[0]?.passwordHash ?? assert.fail("no hash"))
    })
  )

  it.effect("a username that exists, apart from case and width, is 409", () =>
    Effect.gen(function* () {
      const before = yield* stored
      for (const username of ["boss", "BOSS", " Boss ", "ｂｏｓｓ"]) {
        assertError(yield* create({ username, password, role: "viewer" }), 409, username)
      }
      assert.deepStrictEqual(yield* stored, before)
    })
  )

  it.effect("a username must have 1 to 50 characters, all visible", () =>
    Effect.gen(function* () {
      for (const username of [
        "",
        "   ",
        "x".repeat(51),
        "🙂".repeat(51),
        "a\u0000b",
        "a\nb",
        "\ud800",
        "x".repeat(9_000)
      ]) {
        assert.include(assertError(yield* create({ username, password, role: "viewer" }), 400), "username")
      }
      assertOk(yield* create({ username: "🙂".repeat(50), password, role: "viewer" }), 201)
    })
  )

  it.effect("a display name is one line of 1 to 100 visible characters, kept as it is normalised", () =>
    Effect.gen(function* () {
      const unusable = ["", "  ", "x".repeat(101), "a\nb", "a\u202eb", "a\u200bb", "\ud800", "Former  user 1a2b", 7]
      for (const displayName of unusable) {
        const answer = yield* create({ username: "called", displayName, password, role: "viewer" })
        assert.include(assertError(answer, 400, String(displayName)), "isplay")
      }
      for (const [index, [sent, displayName]] of [
        [" Ada Lovelace ", "Ada Lovelace"],
        ["Zoe\u0301 👩\u200d🚀", "Zoé 👩\u200d🚀"],
        ["🙂".repeat(100), "🙂".repeat(100)],
        [null, null]
      ].entries()) {
        const body = { username: `called ${index}`, displayName: sent, password, role: "viewer" }
        assert.strictEqual(field(assertOk(yield* create(body), 201), "displayName"), displayName)
      }
    })
  )

  it.effect("a password must have 8 to 128 characters", () =>
    Effect.gen(function* () {
      for (const secret of ["", "1234567", "x".repeat(129)]) {
        const answer = yield* create({ username: "short", password: secret, role: "viewer" })
        assert.include(assertError(answer, 400), "8 to 128")
      }
      assertOk(yield* create({ username: "long", password: "x".repeat(128), role: "viewer" }), 201)
    })
  )

  it.effect("an invalid role, and a missing field or one of another type, is 400", () =>
    Effect.gen(function* () {
      const body = { username: "unmade", password, role: "viewer" }
      for (const role of ["", "root", "Admin", "admin ", null, 1, ["admin"]]) {
        assert.include(assertError(yield* create({ ...body, role }), 400, String(role)), "role")
      }
      for (const key of ["username", "password", "role"]) {
        for (const value of [undefined, null, 1, {}]) {
          assert.include(assertError(yield* create({ ...body, [key]: value }), 400, key), key)
        }
      }
      assert.isFalse((yield* stored).some(({ username }) => username === "unmade"))
    })
  )

  it.effect("changing a role answers with the user", () =>
    Effect.gen(function* () {
      const user = yield* addUser("changing", "viewer")
      for (const role of ["editor", "admin", "viewer", "viewer"]) {
        const answer = assertOk(yield* setRole(user.id.toUpperCase(), role))
        const { passwordHash: _, ...shown } = user
        assert.deepStrictEqual(answer.json, { ...shown, role })
      }
    })
  )

  it.effect("changing to an invalid role is 400", () =>
    Effect.gen(function* () {
      const user = yield* addUser("steady", "viewer")
      for (const role of ["", "root", "ADMIN", null, undefined, 1]) assertError(yield* setRole(user.id, role), 400)
      assert.deepInclude([...(yield* stored)], user)
    })
  )

  it.effect("nobody changes their own role or deletes their own account", () =>
    Effect.gen(function* () {
      const id = yield* bossId
      for (const role of ["viewer", "editor", "admin"])
        assert.include(assertError(yield* setRole(id, role), 400), "own")
      assert.include(assertError(yield* remove(id), 400), "own")
      assert.include(assertError(yield* remove(id.toUpperCase()), 400), "own")
      assertOk(yield* request("/api/admin/users", { token: yield* admin }))
    })
  )

  it.effect("a deleted user's name can be used again", () =>
    Effect.gen(function* () {
      const user = yield* addUser("leaving", "editor")
      const answer = assertOk(yield* remove(user.id))
      assert.deepStrictEqual(answer.json, { success: true })
      assertError(yield* remove(user.id), 404)
      const again = assertOk(yield* create({ username: "Leaving", password, role: "viewer" }), 201)
      assert.notStrictEqual(field(again, "id"), user.id)
    })
  )

  it.effect("an unknown user is 404, an invalid id 400", () =>
    Effect.gen(function* () {
      assertError(yield* setRole(nobody, "viewer"), 404)
      assertError(yield* remove(nobody), 404)
      assertError(yield* setRole("x", "viewer"), 400)
      assertError(yield* remove("x"), 400)
    })
  )
})

const demote = (token: string, id: string) =>
  request(`/api/admin/users/${id}/role`, { token, method: "PUT", body: { role: "viewer" } })

const expel = (token: string, id: string) => request(`/api/admin/users/${id}`, { token, method: "DELETE" })

const admins = Effect.map(stored, (users) => users.filter(({ role }) => role === "admin"))

for (const [what, attempt] of [
  ["demoted", demote],
  ["deleted", expel]
] as const) {
  layer(testServer)(`the last admin, ${what}`, (it) => {
    it.effect("by someone who has just ceased to be an admin: 400", () =>
      Effect.gen(function* () {
        const former = yield* addUser("former", "admin")
        const last = yield* addUser("last", "admin")
        const token = yield* signIn("former")
        assertOk(yield* request("/api/admin/users", { token }))
        const users = yield* UserStore
        yield* users.setRole(former.id, "viewer")
        assert.include(assertError(yield* attempt(token, last.id), 400), "last admin")
        assert.deepStrictEqual(yield* admins, [last])
      })
    )
  })
}
