import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { ObjectivesBody, TeamsBody } from "../../src/domain/views/Views.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { until } from "../support/until.ts"
import * as AdminInProcess from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"

const Generated = Schema.fromJsonString(Schema.Struct({ generatedPassword: Schema.String }))
const Made = Schema.fromJsonString(Schema.Struct({ teamId: EntityId }))

const places = {
  "the embedded database": Effect.map(madeFolder, (DATA_DIR): Record<string, string> => ({ DATA_DIR })),
  PostgreSQL: Effect.map(migratedDatabase, (url): Record<string, string> => ({ DATABASE_URL: Redacted.value(url) }))
}

/** Without the socket no script reaches the server's database: it says whose the folder is. */
const refusesWithoutSocket = Effect.fnUntraced(function* (DATA_DIR: string, server: ServerProcess.ServerProcess) {
  assert.strictEqual(statSync(join(DATA_DIR, "server.sock")).mode & 0o777, 0o600)
  rmSync(join(DATA_DIR, "server.sock"))
  const { code, stdout, stderr } = yield* AdminInProcess.run(words("users list --json"), { DATA_DIR })
  assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
  assert.match(stderr, /^Error: Another server is using .*\n$/)
  assert.include(stderr, `process ${server.pid} `)
  assert.strictEqual((yield* Effect.promise(() => call(server.url, "", "/health"))).status, 200)
})

describe("admin beside a running server", () => {
  it.live.each(Object.entries(places))(
    "works on %s, and the server takes over what it did within a second; without its socket the server is named",
    ([, place]) =>
      Effect.gen(function* () {
        const env = yield* place
        const admin = Effect.fnUntraced(function* (line: string, stdin?: string) {
          const { code, stdout, stderr } = yield* AdminInProcess.run(words(line), env, stdin)
          assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
          return stdout
        })
        yield* admin("users add ada --role admin --password-stdin", "correct horse")
        const server = yield* ServerProcess.start(env)
        const { url } = server
        const { teamId } = Schema.decodeUnknownSync(Made)(yield* admin("sample --json"))
        const get = (token: string, path: string) => Effect.promise(() => call(url, token, path))
        const json = (token: string, path: string) =>
          Effect.flatMap(get(token, path), (answer) => Effect.promise(() => answer.json()))
        const ada = yield* Effect.promise(() => signIn(url, "ada"))
        const teams = Effect.map(json(ada, "/api/teams"), Schema.decodeUnknownSync(TeamsBody))
        const made = yield* until(teams, (found) => found.length === 4)
        assert.deepInclude(made, {
          id: teamId,
          name: "Customer onboarding",
          color: "#1f7a8c"
        })
        const { objectives } = Schema.decodeUnknownSync(ObjectivesBody)(
          yield* json(ada, `/api/teams/${teamId}/objectives`)
        )
        assert.strictEqual(objectives.length, 6)

        const whoAmI = (token: string) => Effect.map(get(token, "/api/auth/me"), ({ status }) => status)
        const refused = (token: string) => until(whoAmI(token), (status) => status === 401)

        yield* admin("users add bob --role viewer --password-stdin", "correct horse")
        const first = yield* Effect.promise(() => signIn(url, "bob"))
        assert.strictEqual(yield* whoAmI(first), 200)
        const answer = yield* admin("users reset-password bob --generate --json")
        yield* refused(first)

        const { generatedPassword } = Schema.decodeUnknownSync(Generated)(answer)
        const second = yield* Effect.promise(() => signIn(url, "bob", generatedPassword))
        assert.strictEqual(yield* whoAmI(second), 200)
        yield* admin("users delete BOB")
        yield* refused(second)
        assert.strictEqual(yield* whoAmI(ada), 200)

        for (let guess = 0; guess < 5; guess++) yield* Effect.promise(() => signIn(url, "ada", "guess"))
        assert.strictEqual(yield* Effect.promise(() => signIn(url, "ada")), "")
        assert.match(yield* admin("users unlock ada"), /^ada is unlocked; every running server/)
        yield* until(
          Effect.promise(() => signIn(url, "ada")),
          (token) => token !== ""
        )
        const locked = /locked +ada {2}from 127\.0\.0\.1 {2}\d+ times, last at \d{4}-\d\d-\d\dT\S+Z\n/
        yield* until(admin("users log --username ada"), (text) => locked.test(text))
        const redacted = yield* AdminInProcess.run(words(`log redact --entity ${teamId} --field name --reason x`), env)
        assert.deepStrictEqual(redacted, {
          code: 1,
          stdout: "",
          stderr: "Error: A server is running on this database. Stop all its servers first.\n"
        })
        assert.match(yield* admin("history verify"), /^History is intact: 414 events/)
        assert.match(yield* admin("status"), /\nEvents: {3}414\n/)
        if (env.DATA_DIR !== undefined) yield* refusesWithoutSocket(env.DATA_DIR, server)
      }).pipe(Effect.scoped)
  )
})
