import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { ObjectivesBody, TeamsBody } from "../../src/domain/views/Views.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import * as AdminHere from "./AdminHere.ts"
import { run, words } from "./AdminProcess.ts"

const Generated = Schema.fromJsonString(Schema.Struct({ generatedPassword: Schema.String }))
const Made = Schema.fromJsonString(Schema.Struct({ teamId: EntityId }))

describe("admin beside a running server", () => {
  it.live("fails on the embedded database, and names the server that uses it", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* madeFolder
      const server = yield* ServerProcess.start({ DATA_DIR })
      const { code, stdout, stderr } = yield* run(words("users list --json"), { DATA_DIR })
      assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
      assert.match(stderr, /^Error: Another server works in .*\n$/)
      assert.include(stderr, `process ${server.pid} `)
      assert.strictEqual((yield* Effect.promise(() => call(server.url, "", "/health"))).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("works on PostgreSQL, and sessions it ends are refused by the server within a second", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      const admin = Effect.fnUntraced(function* (line: string, stdin?: string) {
        const { code, stdout, stderr } = yield* AdminHere.run(words(line), env, stdin)
        assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
        return stdout
      })
      yield* admin("users add ada --role admin --password-stdin", "correct horse")
      const { teamId } = Schema.decodeUnknownSync(Made)(yield* admin("sample --json"))

      const { url } = yield* ServerProcess.start(env)
      const get = (token: string, path: string) => Effect.promise(() => call(url, token, path))
      const json = (token: string, path: string) =>
        Effect.flatMap(get(token, path), (answer) => Effect.promise(() => answer.json()))
      const ada = yield* Effect.promise(() => signIn(url, "ada"))
      assert.deepStrictEqual(Schema.decodeUnknownSync(TeamsBody)(yield* json(ada, "/api/teams")), [
        { id: teamId, name: "Customer onboarding", color: "#1f7a8c" }
      ])
      const { objectives } = Schema.decodeUnknownSync(ObjectivesBody)(
        yield* json(ada, `/api/teams/${teamId}/objectives`)
      )
      assert.strictEqual(objectives.length, 6)

      const whoAmI = (token: string) => Effect.map(get(token, "/api/auth/me"), ({ status }) => status)
      /** Waits until requests are refused; fails if they are still answered after 10 s. */
      const refused = (token: string) =>
        whoAmI(token).pipe(
          Effect.filterOrFail((status) => status === 401),
          Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 500 })
        )

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
    }).pipe(Effect.scoped)
  )
})
