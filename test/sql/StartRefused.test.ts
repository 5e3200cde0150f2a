import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import * as Database from "../../src/Database.ts"
import { describeStorageFailure } from "../../src/sql/DatabaseFailure.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { freshDatabase } from "../support/databases.ts"
import { asOwner, limitedRole } from "../support/limitedRole.ts"

/** The layers that a start builds on the database, up to the services. */
const onDatabase = <A, E>(database: Layer.Layer<A, E>) =>
  App.services.pipe(
    Layer.provide([App.sqlStores, PasswordHasher.layerWith({ iterations: 10 })]),
    Layer.provide(NodeCrypto.layerSecureRandom),
    Layer.provide(database)
  )

/** The message with which a start as the role of this URL fails. */
const refusal = (url: Redacted.Redacted) =>
  Layer.build(onDatabase(Database.layer({ databaseUrl: Option.some(url), dataDir: "/nowhere" }))).pipe(
    Effect.scoped,
    Effect.flip,
    Effect.map((error) => (error._tag === "StorageError" ? describeStorageFailure(error) : error.message)),
    Effect.provide(Logger.layer([]))
  )

const migrated = (url: Redacted.Redacted, manifest = Migrations.manifest) =>
  Migrations.run(manifest).pipe(Effect.provide(PostgresDatabase.layer(url)), Effect.provide(Logger.layer([])))

const { "0001_initial": initial } = Migrations.manifest

interface Case {
  /** Statements that the owner runs before the start, given the name of the role that starts. */
  readonly before: (role: string, database: string) => ReadonlyArray<string>
  readonly migrations?: Migrations.Manifest
  readonly says: string
}

const nothing = () => []
const rights = (role: string) => [`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`]
const asTheOwner =
  "Run npm run admin -- migrate as the role that owns the database and its tables, and grant this role the rights that " +
  "docs/operate.md lists."
const tables = "The database's tables cannot be created or updated"

const cases: Readonly<Record<string, Case>> = {
  "an empty database, and no right to make tables": {
    before: nothing,
    says: `${tables}: permission denied for schema public. ${asTheOwner}`
  },
  "a schema that does not exist": {
    before: (role) => [`GRANT CREATE ON SCHEMA public TO ${role}`, `ALTER ROLE ${role} SET search_path = nowhere`],
    says:
      `${tables}: no schema has been selected to create in. ` +
      "Create the schema that this role's search_path names, or set another search_path for the role."
  },
  "migrations to run, and tables of another role": {
    migrations: { "0001_initial": initial ?? Effect.void },
    before: rights,
    says: `${tables} (Migration "2_only_listener" failed): must be owner of table log_head. ${asTheOwner}`
  },
  "another tool's table of users": {
    before: (role) => [`GRANT CREATE ON SCHEMA public TO ${role}`, "CREATE TABLE users (id int)"],
    says:
      `${tables} (Migration "1_initial" failed): relation "users" already exists. ` +
      "Something else has tables there: give the service its own database or schema."
  },
  "a role that may do nothing with the tables": {
    migrations: Migrations.manifest,
    before: nothing,
    says: `${tables}: permission denied for table effect_sql_migrations. ${asTheOwner}`
  },
  "a role that may not read the log": {
    migrations: Migrations.manifest,
    before: (role) => [...rights(role), `REVOKE ALL ON log_head FROM ${role}`],
    says: `The database failed in EventStore.open: permission denied for table log_head. ${asTheOwner}`
  },
  "an empty database that is read-only": {
    before: (role, database) => [
      `GRANT CREATE ON SCHEMA public TO ${role}`,
      `ALTER ROLE ${role} IN DATABASE ${database} SET default_transaction_read_only = on`
    ],
    says:
      `${tables}: cannot execute CREATE TABLE in a read-only transaction. ` +
      "The database is read-only: make it writable, or connect to the primary."
  }
}

describe("A start that the database refuses says what failed, why in PostgreSQL's words, and what to do:", () => {
  it.live.each(Object.entries(cases))("%s", ([, { before, migrations, says }]) =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const role = yield* limitedRole(url)
      if (migrations !== undefined) yield* migrated(url, migrations)
      yield* asOwner(url, before(role.name, role.name.replace("limited_", "")))
      assert.strictEqual(yield* refusal(role.url), says)
    }).pipe(Effect.scoped)
  )

  it.live("a database whose encoding lacks letters", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const name = `latin_${new URL(Redacted.value(url)).pathname.slice(1)}`
      yield* Effect.acquireRelease(
        asOwner(url, [`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`]),
        () => asOwner(url, [`DROP DATABASE ${name} WITH (FORCE)`])
      )
      const target = Redacted.make(Object.assign(new URL(Redacted.value(url)), { pathname: `/${name}` }).href)
      assert.strictEqual(
        yield* refusal(target),
        "The database's encoding, LATIN1, cannot store every text: create the database with ENCODING 'UTF8' TEMPLATE template0."
      )
    }).pipe(Effect.scoped)
  )
})
