import { Context, Effect, Layer, Option, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import * as DatabaseSocket from "./sql/DatabaseSocket.ts"
import * as EmbeddedDatabase from "./sql/EmbeddedDatabase.ts"
import * as Migrations from "./sql/Migrations.ts"
import * as PostgresDatabase from "./sql/PostgresDatabase.ts"
import * as RemoteDatabase from "./sql/RemoteDatabase.ts"

export interface Place {
  /** Of PostgreSQL; none: the embedded database in `dataDir`. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** PostgreSQL itself, where the other URL is that of a pooler. */
  readonly listenUrl?: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  /** Called when the embedded database can only go on in another process. */
  readonly onStop?: EmbeddedDatabase.Options["onStop"]
}

type Client = ReturnType<typeof EmbeddedDatabase.layer> | ReturnType<typeof PostgresDatabase.layer>

const client = ({
  databaseUrl,
  listenUrl = Option.none(),
  dataDir,
  onStop = () => Effect.void
}: Place): Layer.Layer<Layer.Success<Client>, Layer.Error<Client>> =>
  Option.isSome(databaseUrl)
    ? PostgresDatabase.layer(databaseUrl.value, { listenUrl: Option.getOrUndefined(listenUrl) })
    : EmbeddedDatabase.layer(dataDir, { onStop })

/** Whether a server holds the database now; on PostgreSQL, whether one may. */
export const HasServers = Context.Reference("strategy/Database/HasServers", { defaultValue: () => false })

/** An embedded database, in this process, or by way of the server that holds its folder. */
const embeddedOrRemote = (dataDir: string) =>
  EmbeddedDatabase.layer(dataDir, { mayCreate: false }).pipe(
    Layer.catchTag("DataFolderInUse", (inUse) =>
      Layer.merge(RemoteDatabase.layer(DatabaseSocket.socketPath(dataDir)), Layer.succeed(HasServers, true)).pipe(
        Layer.catchTag("SqlError", () => Layer.effectContext(Effect.fail(inUse)))
      )
    )
  )

/** The database that the settings choose, as it is, also beside a running server; it is an error if there is none. */
export const existing = ({
  databaseUrl,
  listenUrl = Option.none(),
  dataDir
}: Place): Layer.Layer<SqlClient.SqlClient, Layer.Error<ReturnType<typeof embeddedOrRemote> | Client>> =>
  Option.isSome(databaseUrl)
    ? Layer.merge(
        PostgresDatabase.layer(databaseUrl.value, { listenUrl: Option.getOrUndefined(listenUrl) }),
        Layer.succeed(HasServers, true)
      )
    : embeddedOrRemote(dataDir)

/** The same, with a database made where there is none, but not beside a server on the embedded one. */
export const unmigrated = client

/** The same with the tables of this release, which are made or updated: what the stores of a server stand on. */
export const layer = (place: Place) => Layer.provideMerge(Migrations.layer, client(place))

/** The database as it is, which must have the tables of this release: scripts make and change none. */
export const migrated = (place: Place) => Layer.provideMerge(Layer.effectDiscard(Migrations.required), existing(place))
