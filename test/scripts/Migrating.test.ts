import { readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import packageJson from "../../package.json" with { type: "json" }
import { dataFolder } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { freshDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"
import { runScript, words } from "./AdminProcess.ts"

const names = Object.keys(Migrations.manifest)

/** A command line for every command that reads or writes the database, except `migrate`. */
const lines = [
  "status",
  "users list",
  "users add ada --role admin --generate",
  "users set-role ada viewer",
  "users reset-password ada --generate",
  "users delete ada",
  "users unlock ada",
  "users log",
  "sessions purge",
  "export --team Payments",
  "sample",
  "history verify",
  "history rebuild",
  "log export"
]

const succeeds = Effect.fnUntraced(function* (line: string, env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = yield* run(words(line), env)
  assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
  return stdout
})

const failsWith = Effect.fnUntraced(function* (line: string, env: Readonly<Record<string, string>>, message: string) {
  assert.deepStrictEqual(yield* run(words(line), env), { code: 1, stdout: "", stderr: `Error: ${message}\n` })
})

describe("admin migrate and status", () => {
  it.live("only migrate creates a database in a folder", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* dataFolder
      for (const line of lines) {
        yield* failsWith(
          line,
          { DATA_DIR },
          `There is no database in ${DATA_DIR}: set DATA_DIR or DATABASE_URL, or create one by starting the server or with npm run admin -- migrate.`
        )
      }
      assert.deepStrictEqual(readdirSync(DATA_DIR), [])
    }).pipe(Effect.scoped)
  )

  it.live("migrate makes the tables once, and status shows what is there", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const env = { DATABASE_URL: Redacted.value(url) }
      const { host, pathname } = new URL(env.DATABASE_URL)
      const schema = { version: packageJson.version, database: `PostgreSQL at ${host}${pathname}` }
      for (const line of lines.filter((line) => line !== "status")) {
        const message =
          "The database has no tables for this service yet: start the server or run npm run admin -- migrate."
        yield* failsWith(line, env, message)
      }
      assert.deepStrictEqual(JSON.parse(yield* succeeds("status --json", env)), {
        ...schema,
        ...{ schema: null, pending: names, events: null, users: null }
      })
      assert.strictEqual(yield* succeeds("migrate", env), `Migrated the database: ${names.join(", ")}.\n`)
      assert.strictEqual(yield* succeeds("migrate", env), "Nothing to migrate.\n")
      assert.deepStrictEqual(JSON.parse(yield* succeeds("status --json", env)), {
        ...schema,
        ...{ schema: names.at(-1), pending: [], events: 0, users: 0 }
      })
      yield* succeeds("users add ada --role admin --generate", env)
      assert.strictEqual(
        yield* succeeds("status", env),
        `Service:  ${schema.version}\nDatabase: ${schema.database}\nSchema:   ${names.at(-1)}\nEvents:   0\nUsers:    1\n`
      )
    }).pipe(Effect.scoped)
  )

  it.live("tables of an earlier release are left as they are, and those of a newer one stop commands and servers", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const env = { DATABASE_URL: Redacted.value(url) }
      const { "0001_initial": initial, ...later } = Migrations.manifest
      const migrate = (manifest: Migrations.Manifest) =>
        Migrations.run(manifest).pipe(
          Effect.provide(Layer.provide(PostgresDatabase.layer(url), Logger.layer([]))),
          Effect.orDie
        )
      if (initial !== undefined) yield* migrate({ "0001_initial": initial })
      const lacks = `The database's tables are from an earlier release and lack ${Object.keys(later).join(", ")}`
      yield* failsWith("users list", env, `${lacks}: start the server or run npm run admin -- migrate.`)

      yield* migrate({
        ...Migrations.manifest,
        "9999_later": Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)
      })
      const tooNew = `A newer release has migrated the database to 9999_later; this one knows migrations up to ${names.length}.`
      for (const line of ["status", "migrate", "users list"]) yield* failsWith(line, env, tooNew)
      const { code, output } = yield* Effect.flip(ServerProcess.start(env))
      assert.strictEqual(code, 1)
      assert.strictEqual(output.trimEnd().split("\n").at(-1), `Error: ${tooNew}`)
    }).pipe(Effect.scoped)
  )

  it.live("the server and the admin commands show their version", () =>
    Effect.gen(function* () {
      const server = yield* runScript("src/main.ts", ["--version"])
      assert.deepStrictEqual(server, { code: 0, stdout: `${packageJson.version}\n`, stderr: "" })
      assert.strictEqual(yield* succeeds("--version", {}), `admin v${packageJson.version}\n`)
    })
  )
})
