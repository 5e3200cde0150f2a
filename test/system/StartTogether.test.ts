import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import { freshDatabase } from "../support/databases.ts"

const linesWith = (servers: ReadonlyArray<ServerProcess.ServerProcess>, words: string) =>
  servers.flatMap(({ output }) => output().split("\n")).filter((line) => line.includes(words))

const createTeam = async (url: string, token: string, name: string) => {
  const answer = await call(url, token, "/api/events", { eventType: "create_team", data: { name, color: "#123456" } })
  return Schema.decodeUnknownSync(Outcome)(await answer.json())
}

const Usernames = Schema.Array(Schema.Struct({ username: Schema.String }))

describe("Two servers started at the same moment on an empty database", () => {
  it.live("both start: one migrates, one creates the first admin, and both work", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* freshDatabase) }
      const [one, other] = yield* Effect.all(
        [
          ServerProcess.start({ ...env, ADMIN_USERNAME: "ada" }),
          ServerProcess.start({ ...env, ADMIN_USERNAME: "bob" })
        ],
        { concurrency: "unbounded" }
      )
      assert.lengthOf(linesWith([one, other], "Created the tables of the database"), 1)
      const [made, ...others] = linesWith([one, other], "Created the first admin")
      assert.deepStrictEqual(others, [])
      const [admin, nobody] = made?.includes("ada") ? ["ada", "bob"] : ["bob", "ada"]
      yield* Effect.promise(async () => {
        assert.strictEqual(await signIn(one.url, nobody), "")
        assert.strictEqual(await signIn(other.url, nobody), "")
        const token = await signIn(one.url, admin)
        const tokenOfOther = await signIn(other.url, admin)
        const users = await call(other.url, token, "/api/admin/users")
        assert.deepStrictEqual(Schema.decodeUnknownSync(Usernames)(await users.json()), [{ username: admin }])
        const outcomes = [
          await createTeam(one.url, tokenOfOther, "One"),
          await createTeam(other.url, token, "Two"),
          await createTeam(one.url, token, "Three")
        ]
        assert.deepStrictEqual(
          outcomes.map(({ status, sequenceNumber }) => [status, sequenceNumber]),
          [
            ["applied", 1],
            ["applied", 2],
            ["applied", 3]
          ]
        )
      })
    }).pipe(Effect.scoped)
  )
})
