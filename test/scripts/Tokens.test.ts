import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"

const unknownId = "00000000-0000-4000-8000-000000000001"

describe("admin tokens and sessions", () => {
  it.live("adds a token that a running server takes, lists and revokes it, and ends sessions there", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      const { url } = yield* ServerProcess.start(env)
      const admin = (...line: ReadonlyArray<string>) => run(line, env)
      const status = (token: string) => Effect.promise(async () => (await call(url, token, "/api/auth/me")).status)
      const soon = (token: string) =>
        status(token).pipe(Effect.delay("20 millis"), Effect.repeat({ until: (now) => now === 401 }))

      assert.strictEqual((yield* admin("tokens", "list")).stdout, "There are no valid tokens.\n")
      const settings = ["--name", "Report; weekly", "--scope", "read"]
      const added = yield* admin("tokens", "add", "ADMIN", ...settings, "--days", "30", "--json")
      assert.strictEqual(added.code, 0, added.stderr)
      const { id, token, ...rest } = JSON.parse(added.stdout)
      assert.deepInclude(rest, { name: "Report; weekly", scope: "read", username: "admin", lastUsedAt: null })
      assert.strictEqual(yield* status(token), 200)

      const listed = yield* admin("tokens", "list", "--username", "admin")
      assert.match(listed.stdout, new RegExp(`^${id} {2}admin {2}read {2}until \\d{4}-.* Report; weekly\n$`))
      assert.notInclude(listed.stdout, token)
      assert.include(
        (yield* admin("tokens", "list", "--username", "nobody")).stderr,
        'There is no user named "nobody".'
      )
      assert.strictEqual((yield* admin("tokens", "add", "admin", ...settings, "--days", "366")).code, 2)
      assert.strictEqual((yield* admin("tokens", "revoke", "x")).code, 2)
      assert.include(
        (yield* admin("tokens", "revoke", unknownId)).stderr,
        `There is no valid token ${JSON.stringify(unknownId)}.`
      )
      assert.strictEqual((yield* admin("tokens", "revoke", id)).stdout, `Revoked the token ${id}.\n`)
      assert.strictEqual((yield* admin("tokens", "revoke", id)).code, 1)
      yield* soon(token)

      const [one, other] = yield* Effect.promise(() => Promise.all([signIn(url), signIn(url)]))
      assert.isDefined(one)
      assert.isDefined(other)
      const sessions = JSON.parse((yield* admin("sessions", "list", "admin", "--json")).stdout)
      assert.lengthOf(sessions, 2)
      assert.deepInclude(sessions[0], { address: "127.0.0.1" })
      assert.include(
        (yield* admin("sessions", "end", "admin", "--session", unknownId)).stderr,
        "There is no such session."
      )
      const ended = yield* admin("sessions", "end", "admin", "--session", sessions[0].id)
      assert.strictEqual(ended.stdout, "Sessions of admin ended: 1\n")
      assert.strictEqual((yield* admin("sessions", "end", "admin")).stdout, "Sessions of admin ended: 1\n")
      yield* soon(one)
      yield* soon(other)
      assert.strictEqual((yield* admin("sessions", "list", "admin")).stdout, "admin is not signed in.\n")
      const log = (yield* admin("users", "log")).stdout
      for (const action of ["token_created", "token_revoked", "session_ended"]) assert.include(log, action)
      assert.notInclude(log, token)
    }).pipe(Effect.scoped)
  )
})
