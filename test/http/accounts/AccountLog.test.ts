import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AccountLogPage } from "../../../src/api/AccountLogApi.ts"
import { addUser, password, request, signIn, tokenIn } from "../../support/TestServer.ts"
import { assertError, assertOk, field, requestId as requestIdForm } from "../requests/Answers.ts"
import { Fault, faultyServer } from "../Servers.ts"
import { changePassword, lockedOut, login, me, wrong } from "./Logins.ts"

const decode = Schema.decodeUnknownSync(AccountLogPage, { onExcessProperty: "error" })

const read = (query = "") =>
  Effect.gen(function* () {
    const token = yield* signIn("boss")
    return decode(assertOk(yield* request(`/api/admin/account-log${query}`, { token })).json)
  })

/** The entries of a username, oldest first: action, actor, subject, count, detail. */
const entriesOf = (username: string) =>
  Effect.map(read(`?username=${encodeURIComponent(username)}`), ({ entries }) =>
    entries
      .toReversed()
      .map(({ action, actorName, subjectName, count, detail }) => [action, actorName, subjectName, count, detail])
  )

const serverWithAdmin = Layer.effectDiscard(addUser("boss", "admin")).pipe(Layer.provideMerge(faultyServer))

layer(serverWithAdmin)("the account log", (it) => {
  it.effect("records each action on an account with its actor, address and request id", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(123_456)
      const boss = yield* signIn("boss")
      const body = { username: "Ada", password, role: "viewer" }
      const id = String(field(yield* request("/api/admin/users", { token: boss, body }), "id"))
      const asBoss = { token: boss }
      assertOk(yield* request(`/api/admin/users/${id}/role`, { ...asBoss, method: "PUT", body: { role: "editor" } }))
      assert.deepStrictEqual((yield* login(" ADA", "wrong horse")).json, wrong)
      const first = yield* signIn("ada")
      const second = tokenIn(
        yield* request("/api/auth/login", { token: first, csrf: null, body: { username: "ada", password } })
      )
      assertOk(yield* changePassword(second, password, "a new secret"))
      assertOk(yield* request("/api/auth/logout", { method: "POST", token: second }))
      assertOk(yield* request(`/api/admin/users/${id}`, { ...asBoss, method: "DELETE" }))
      assertOk(yield* request("/api/admin/rebuild-history", { ...asBoss, method: "POST" }))

      assert.deepStrictEqual(yield* entriesOf("aDA"), [
        ["user_created", "boss", "Ada", 1, "viewer"],
        ["role_changed", "boss", "Ada", 1, "viewer to editor"],
        ["login_failed", null, "Ada", 1, null],
        ["login", "Ada", "Ada", 1, null],
        ["logout", "Ada", "Ada", 1, "replaced"],
        ["login", "Ada", "Ada", 1, null],
        ["password_changed", "Ada", "Ada", 1, null],
        ["logout", "Ada", "Ada", 1, null],
        ["user_deleted", "boss", "Ada", 1, null]
      ])
      const { entries } = yield* read()
      const rebuilds = entries.filter(({ action }) => action === "rebuild")
      assert.lengthOf(rebuilds, 1)
      assert.deepInclude(rebuilds[0], { action: "rebuild", actorName: "boss", subjectName: null })
      const requests = entries.filter(({ requestId }) => requestId !== null)
      for (const { address, requestId, timestamp } of requests) {
        assert.strictEqual(address, "127.0.0.1")
        assert.match(requestId ?? "", requestIdForm)
        assert.strictEqual(timestamp, "1970-01-01T00:02:03.456Z")
      }
      // One request made two entries, which share its id.
      assert.strictEqual(new Set(requests.map(({ requestId }) => requestId)).size, requests.length - 1)
    })
  )

  it.effect("contains no password, token or hash", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      yield* login("boss", "a wrong secret")
      const { text } = yield* request("/api/admin/account-log", { token })
      for (const secret of [password, "a wrong secret", "a new secret", token, "AQAA"]) assert.notInclude(text, secret)
    })
  )

  it.effect("records refused sign-ins and the lock for existing and unknown names alike", () =>
    Effect.gen(function* () {
      yield* addUser("Lou", "viewer")
      for (const name of ["lou", "phantom"]) {
        for (let i = 0; i < 5; i++) yield* login(name, `guess ${i}`)
        for (let i = 0; i < 3; i++) assert.deepStrictEqual((yield* login(name)).json, lockedOut)
      }
      assert.deepStrictEqual((yield* entriesOf("lou")).slice(-2), [
        ["login_failed", null, "Lou", 5, null],
        ["locked", null, "Lou", 4, null]
      ])
      assert.deepStrictEqual(yield* entriesOf("phantom"), [])
      const { entries } = yield* read()
      const phantom = entries.find(({ subjectName }) => subjectName?.startsWith("unknown:"))?.subjectName ?? ""
      assert.match(phantom, /^unknown:[0-9a-f]{8}$/)
      assert.deepStrictEqual(yield* entriesOf(phantom), [
        ["login_failed", null, phantom, 5, null],
        ["locked", null, phantom, 4, null]
      ])
    })
  )

  it.effect("records the lock of password changes, with the signed-in user", () =>
    Effect.gen(function* () {
      yield* addUser("thief", "viewer")
      const token = yield* signIn("thief")
      for (let i = 0; i < 7; i++) yield* changePassword(token, `guess ${i}`, "a new secret")
      assert.deepStrictEqual((yield* entriesOf("thief")).slice(-1), [
        ["locked", "thief", "thief", 3, "change of password"]
      ])
    })
  )

  it.effect("writes each entry to the server's log too, with the same fields", () =>
    Effect.gen(function* () {
      const { logged } = yield* Fault
      const before = logged.length
      yield* signIn("boss")
      yield* login("nobody here", "guess")
      const lines = logged.slice(before)
      assert.deepStrictEqual(
        lines.map(({ level, text }) => [level, text]),
        [
          ["Info", "A user signed in."],
          ["Warn", "A sign-in was refused. Address: 127.0.0.1, action: login_failed."]
        ]
      )
      const fields = ["action", "actorName", "address", "detail", "requestId", "subjectName"]
      assert.deepStrictEqual(Object.keys(lines[0]?.annotations ?? {}).sort(), fields)
    })
  )

  it.effect(
    "logs each refused sign-in once, with address and action and without the name, and nothing for others",
    () =>
      Effect.gen(function* () {
        const { logged } = yield* Fault
        yield* addUser("Nia", "viewer")
        const before = logged.length
        for (const name of ["my secret password", "nia"]) {
          for (let guess = 0; guess < 7; guess++) yield* login(name, `guess ${guess}`)
        }
        yield* signIn("boss")
        const token = yield* signIn("boss")
        yield* changePassword(token, "a wrong secret", "a new secret")
        const lines = logged.slice(before)
        const refused = lines.filter(({ text }) => text.startsWith("A sign-in was refused."))
        const ofOneName = [...Array.from({ length: 5 }, () => "login_failed"), "locked", "locked"]
        assert.deepStrictEqual(
          refused.map(({ annotations }) => annotations.action),
          [...ofOneName, ...ofOneName]
        )
        for (const { level, text, annotations } of refused) {
          assert.deepStrictEqual(Object.keys(annotations).sort(), ["action", "address", "requestId"])
          assert.strictEqual(annotations.address, "127.0.0.1")
          assert.strictEqual(text, `A sign-in was refused. Address: 127.0.0.1, action: ${annotations.action}.`)
          assert.strictEqual(level, "Warn")
        }
        assert.notInclude(JSON.stringify(lines), "my secret")
        const { text } = yield* request("/api/admin/account-log", { token })
        assert.notInclude(text, "my secret")
      })
  )

  it.effect("is paged from the newest entry on, 100 entries by default", () =>
    Effect.gen(function* () {
      const all: Array<number> = []
      let before: number | null | undefined
      while (before !== null) {
        const page: typeof AccountLogPage.Type = yield* read(
          `?limit=7${before === undefined ? "" : `&before=${before}`}`
        )
        assert.isAtMost(page.entries.length, 7)
        all.push(...page.entries.map(({ id }) => id))
        before = page.nextBefore
      }
      const { entries } = yield* read("?limit=500")
      const times = entries.map(({ timestamp }) => timestamp)
      assert.deepStrictEqual(times, times.toSorted().toReversed())
      const [newest = 0] = all
      const ids = entries.map(({ id }) => id)
      assert.deepStrictEqual(all, ids.slice(ids.indexOf(newest)))
      yield* Effect.replicateEffect(signIn("boss"), 100, { discard: true })
      assert.lengthOf((yield* read()).entries, 100)
    })
  )

  it.effect("a query out of range, or with an invalid username, is 400", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      for (const query of [
        ...["limit=0", "limit=501", "limit=1.5", "limit=x", "before=0", "before=-1", "before=x", "before=9e99"],
        ...["username=", "username=%20", `username=${"x".repeat(51)}`, "username=a%00b"]
      ]) {
        const message = assertError(yield* request(`/api/admin/account-log?${query}`, { token }), 400, query)
        assert.include(message, query.split("=", 1)[0] ?? "")
      }
    })
  )

  it.effect("a login ends the session of the cookie it is sent with, a failed login does not", () =>
    Effect.gen(function* () {
      yield* addUser("mia", "viewer")
      yield* addUser("noa", "viewer")
      const mias = yield* signIn("mia")
      const again = (username: string, secret: string, token: string) =>
        request("/api/auth/login", { token, csrf: null, body: { username, password: secret } })
      for (const [name, secret] of [
        ["mia", "wrong horse"],
        ["noa", "wrong horse"],
        ["nobody at all", password]
      ] as const) {
        assert.deepStrictEqual((yield* again(name, secret, mias)).json, wrong)
        assertOk(yield* me(mias))
      }
      const noas = tokenIn(yield* again("noa", password, mias))
      assertError(yield* me(mias), 401)
      assert.strictEqual(field(yield* me(noas), "username"), "noa")
      const logouts = (yield* entriesOf("mia")).filter(([action]) => action === "logout")
      assert.deepStrictEqual(logouts, [["logout", "noa", "mia", 1, "replaced"]])
      // An invalid or expired cookie does not prevent a login.
      for (const token of [mias, "x", "A".repeat(43)])
        assertOk(yield* me(tokenIn(yield* again("noa", password, token))))
      assertOk(yield* me(noas))
    })
  )
})
