import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { call, dataFolder, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { run } from "../scripts/AdminInProcess.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { untilTrue } from "../support/until.ts"

const fileIn = (dataDir: string) => join(dataDir, "initial-admin-password")

/** Decodes the message of a JSON log line. */
const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ message: Schema.String })))

const messages = ({ output }: ServerProcess.ServerProcess) =>
  output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeLine(line).message)

const tokenFor = (url: string, username: string, password: string) =>
  Effect.promise(() => signIn(url, username, password))

const changePassword = (url: string, token: string, currentPassword: string, newPassword: string) =>
  Effect.promise(() => call(url, token, "/api/auth/change-password", { currentPassword, newPassword }))

describe("the generated password of the first admin, without a terminal", () => {
  it.live(
    "is in a file that only its owner can read, not in the log, and the file is removed when the password changes",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* madeFolder
        const server = yield* ServerProcess.start({ DATA_DIR: dataDir, ADMIN_PASSWORD: "" })
        const file = fileIn(dataDir)
        const text = readFileSync(file, "utf8")
        assert.match(text, /^[2-9A-HJ-NP-Za-kmnp-z]{20}\n$/)
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        // A first start says no more than this.
        const [using, created, initial, listening, ...others] = messages(server)
        assert.match(using ?? "", /^Using the embedded database in /)
        assert.strictEqual(created, "Created the first admin, admin.")
        assert.strictEqual(initial, `The initial password of admin is in ${file} until it is changed.`)
        assert.match(listening ?? "", /^Listening on http/)
        assert.deepStrictEqual(others, [])
        assert.notInclude(server.output(), text.trim())

        const token = yield* tokenFor(server.url, "admin", text.trim())
        const users = yield* Effect.promise(() =>
          call(server.url, token, "/api/admin/users", { username: "bob", password: "correct horse", role: "admin" })
        )
        assert.strictEqual(users.status, 201)
        const bobs = yield* tokenFor(server.url, "bob", "correct horse")
        assert.strictEqual((yield* changePassword(server.url, bobs, "correct horse", "battery staple")).status, 200)
        assert.isTrue(existsSync(file))
        assert.strictEqual((yield* changePassword(server.url, token, text.trim(), "battery staple")).status, 200)
        yield* untilTrue(() => !existsSync(file))
        yield* untilTrue(() => server.output().includes("Removed"))
        assert.include(messages(server), `Removed ${file}: its password is no longer valid.`)
      }).pipe(Effect.scoped)
  )

  it.live(
    "on PostgreSQL, is removed when an admin command on another machine resets it; unlocking reaches all servers",
    () =>
      Effect.gen(function* () {
        const url = Redacted.value(yield* migratedDatabase)
        const dataDir = join(yield* dataFolder, "not", "there", "yet")
        const elsewhere = { DATABASE_URL: url, DATA_DIR: join(yield* dataFolder, "elsewhere") }
        const one = yield* ServerProcess.start({ DATABASE_URL: url, DATA_DIR: dataDir, ADMIN_PASSWORD: "" })
        const other = yield* ServerProcess.start({ ...elsewhere, ADMIN_PASSWORD: "" })
        const file = fileIn(dataDir)
        const password = readFileSync(file, "utf8").trim()
        assert.isFalse(existsSync(fileIn(elsewhere.DATA_DIR)))

        const guesses = [one, other].flatMap((server) => Array.from({ length: 6 }, () => server))
        yield* Effect.forEach(guesses, (server) => tokenFor(server.url, "admin", "guess"), { concurrency: 4 })
        for (const server of [one, other]) assert.strictEqual(yield* tokenFor(server.url, "admin", password), "")
        const unlocked = yield* run(["users", "unlock", "ADMIN"], elsewhere)
        assert.deepStrictEqual(unlocked, {
          code: 0,
          stdout: "admin is unlocked; every running server applies this within a second.\n",
          stderr: ""
        })
        for (const server of [one, other]) {
          yield* untilTrue(async () => (await signIn(server.url, "admin", password)) !== "")
        }

        assert.isTrue(existsSync(file))
        const reset = yield* run(["users", "reset-password", "admin", "--generate"], elsewhere)
        assert.strictEqual(reset.code, 0)
        yield* untilTrue(() => !existsSync(file))

        const decode = Schema.decodeUnknownSync(
          Schema.fromJsonString(
            Schema.Array(
              Schema.Struct({ action: Schema.String, subjectName: Schema.String, detail: Schema.NullOr(Schema.String) })
            )
          )
        )
        // Each server writes its count of refused sign-ins within a second.
        const rows = yield* run(["users", "log", "--username", "Admin", "--json"], elsewhere).pipe(
          Effect.map(({ stdout }) => decode(stdout)),
          Effect.repeat({ until: (rows) => rows.filter(({ action }) => action === "locked").length >= 2 })
        )
        const details = (action: string) => rows.filter((row) => row.action === action).map(({ detail }) => detail)
        assert.deepStrictEqual(details("user_created"), ["admin; first start"])
        assert.deepStrictEqual(details("unlocked"), ["script"])
        assert.deepStrictEqual(details("password_reset"), ["script"])
        assert.deepStrictEqual(details("locked"), [null, null])
        assert.deepStrictEqual(
          rows.map(({ subjectName }) => subjectName.toLowerCase()),
          rows.map(() => "admin")
        )
      }).pipe(Effect.scoped)
  )

  it.live("cannot be written: the server does not start, says why, and creates no user", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* migratedDatabase)
      const blocked = join(yield* dataFolder, "a file")
      writeFileSync(blocked, "")
      const env = { DATABASE_URL: url, DATA_DIR: join(blocked, "data") }
      const { output, code } = yield* Effect.flip(ServerProcess.start({ ...env, ADMIN_PASSWORD: "" }))
      assert.strictEqual(code, 1)
      const last = output.trimEnd().split("\n").at(-1) ?? ""
      assert.match(last, /^Error: The first admin's password can't be written to .*Set ADMIN_PASSWORD or DATA_DIR\.$/)
      const users = yield* run(["users", "list", "--json"], { DATABASE_URL: url })
      assert.deepStrictEqual(users, { code: 0, stdout: "[]\n", stderr: "" })
    }).pipe(Effect.scoped)
  )
})
