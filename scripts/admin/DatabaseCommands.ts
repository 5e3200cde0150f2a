import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import * as App from "../../src/App.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { config, type Settings } from "../../src/Config.ts"
import * as Database from "../../src/Database.ts"
import * as Upgrade from "../../src/log/maintenance/Upgrade.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as ServiceVersion from "../../src/observability/ServiceVersion.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresStart from "../../src/sql/PostgresStart.ts"
import * as CommandOutput from "./CommandOutput.ts"
import * as Progress from "./Progress.ts"
import { databaseCommand } from "./Services.ts"

const nameOf = ({ databaseUrl, dataDir }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => Effect.succeed(`embedded, in ${dataDir}`),
    onSome: (url) => Effect.map(PostgresStart.addressOf(url), ({ shown }) => shown)
  })

const counts = Effect.gen(function* () {
  const { sequenceNumber } = yield* EventStore.use(({ head }) => head)
  const users = yield* UserStore.use(({ list }) => list)
  return { events: sequenceNumber, users: users.length }
}).pipe(Effect.provide(App.sqlStores))

export const status = databaseCommand(Database.existing)("status", {}, function* () {
  const version = yield* ServiceVersion.read
  const database = yield* nameOf(yield* config)
  const { latest = null, pending } = yield* Migrations.state
  const { events, users } = pending.length === 0 ? yield* counts : { events: null, users: null }
  const schema = `${latest ?? "none"}${pending.length === 0 ? "" : `, pending migrations: ${pending.join(", ")}`}`
  const lines = [`Service:  ${version}`, `Database: ${database}`, `Schema:   ${schema}`]
  yield* CommandOutput.print({
    json: { version, database, schema: latest, pending, events, users },
    text: [...lines, ...(events === null ? [] : [`Events:   ${events}`, `Users:    ${users}`])].join("\n")
  })
}).pipe(Command.withDescription("Shows the service's version, the database, its schema version and its size"))

export const migrate = databaseCommand(Database.unmigrated)("migrate", {}, function* () {
  const migrated = yield* Migrations.migrate
  const upgraded = yield* Progress.during("Upgrading the log", Upgrade.run).pipe(Effect.provide(App.sqlStores))
  const done = [
    ...(migrated.length === 0 ? [] : [`Migrated the database: ${migrated.join(", ")}.`]),
    ...(upgraded ? ["Upgraded the log."] : [])
  ]
  const text = done.length === 0 ? "Nothing to migrate." : done.join(" ")
  yield* CommandOutput.print({ json: { migrated, upgraded }, text })
}).pipe(
  Command.withDescription("Creates or updates the database's tables and its log, as a server does when it starts")
)
