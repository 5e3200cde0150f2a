import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { asOwner } from "../support/limitedRole.ts"

const sample = (name: string): string => readFileSync(join("scripts/deploy", name), "utf8")

describe("scripts/deploy", () => {
  it("starts the server as npm start does", () => {
    assert.include(sample("Dockerfile"), 'ENTRYPOINT ["node", "src/main.ts"]')
    assert.include(sample("strategy-planning.service"), "/node src/main.ts\n")
    // `exec` makes npm's signals reach the server. Shells without it, such as that of Windows, run the second command.
    const command = "node scripts/run.js src/main.ts"
    assert.strictEqual(packageJson.scripts.start, `exec ${command} || ${command}`)
  })

  it("makes only the volume writable and gives only a user's rights, in both compositions", () => {
    for (const name of ["compose.yaml", "compose.embedded.yaml"]) {
      for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"])
        assert.include(sample(name), line)
    }
  })

  it("trusts the address of the proxy alone, which is the gateway of the composition's network", () => {
    for (const name of ["compose.yaml", "compose.embedded.yaml"]) {
      const gateway = /gateway: ([\d.]+)/.exec(sample(name))?.[1]
      assert.isDefined(gateway)
      assert.strictEqual(/TRUSTED_PROXIES: (.*)/.exec(sample(name))?.[1], gateway)
    }
  })

  it("makes browsers come by HTTPS only, behind both proxies", () => {
    assert.include(sample("nginx.conf"), 'add_header Strict-Transport-Security "max-age=31536000" always;')
    assert.include(sample("Caddyfile"), 'header Strict-Transport-Security "max-age=31536000"')
  })

  it.live("gives the service a user of PostgreSQL who owns its database and nothing else", () =>
    Effect.gen(function* () {
      assert.include(sample("compose.yaml"), "./postgres.sh:/docker-entrypoint-initdb.d/planning.sh:ro")
      assert.match(sample("compose.yaml"), /DATABASE_URL: postgres:\/\/planning:\$\{PLANNING_PASSWORD:\?\}@/)
      const administrator = Redacted.make(inject("postgresUrl"))
      const url = new URL(inject("postgresUrl"))
      const name = `planning_${process.pid}`
      url.pathname = `/${name}`
      url.username = name
      url.password = "choose one"
      const [, text = ""] = /<<'SQL'\n([\s\S]*)SQL\n/.exec(sample("postgres.sh")) ?? []
      const statements = text.replaceAll("planning", name).replaceAll(":'password'", "'choose one'").trim().split("\n")
      assert.lengthOf(statements, 2)
      yield* Effect.acquireRelease(asOwner(administrator, statements), () =>
        asOwner(administrator, [`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`])
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.run(Migrations.manifest)
        const rights =
          yield* sql`SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS any
          FROM pg_roles WHERE rolname = current_user`
        assert.deepStrictEqual(rights, [{ any: false }])
        const owned = yield* sql`SELECT datname FROM pg_database WHERE pg_get_userbyid(datdba) = current_user`
        assert.deepStrictEqual(owned, [{ datname: name }])
      }).pipe(Effect.provide(PostgresDatabase.layer(Redacted.make(url.href)).pipe(Layer.provide(Logger.layer([])))))
    }).pipe(Effect.scoped)
  )
})
