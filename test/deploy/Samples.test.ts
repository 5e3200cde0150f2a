import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
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

  it("takes secrets from files alone", () => {
    for (const name of ["compose.yaml", "compose.embedded.yaml", "strategy-planning.service"]) {
      assert.match(sample(name), /ADMIN_PASSWORD_FILE/)
      assert.notMatch(sample(name), /PASSWORD[:=]/)
    }
    for (const name of ["compose.yaml", "compose.embedded.yaml"]) {
      const text = sample(name)
      const defined = [...text.matchAll(/^ {2}([\w-]+): \{ file: \.\/secrets\/\1 \}$/gm)].map(([, secret]) => secret)
      const used = [...text.matchAll(/secrets: \[([^\]]+)\]/g)].flatMap(([, names = ""]) => names.split(", "))
      assert.sameMembers(defined, [...new Set(used)])
      for (const [, file] of text.matchAll(/_FILE: (.*)/g)) assert.include(used, file?.replace("/run/secrets/", ""))
    }
  })

  it("reads the password of the service's user out of its address", async () => {
    const [extraction = ""] = /^password=.*$/m.exec(sample("postgres.sh")) ?? []
    const script = `url='postgres://planning:choose-one@postgres:5432/planning'\n${extraction}\necho "\${password%@*}"`
    const { stdout } = await promisify(execFile)("sh", ["-c", script])
    assert.strictEqual(stdout, "choose-one\n")
  })

  it("lets systemd's service write where its data and archives are, and hardly anything else", () => {
    const unit = sample("strategy-planning.service")
    for (const line of [
      "StateDirectory=strategy-planning strategy-planning/archives",
      "ProtectSystem=strict",
      "CapabilityBoundingSet=",
      "PrivateUsers=yes",
      "RestrictNamespaces=yes",
      "SystemCallFilter=@system-service",
      "UMask=0077"
    ])
      assert.include(unit, `\n${line}\n`)
    assert.include(unit, "ARCHIVE_DIR=/var/lib/strategy-planning/archives")
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
      assert.include(sample("compose.yaml"), "postgres://planning:<password>@postgres:5432/planning")
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
