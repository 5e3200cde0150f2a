import { Context, Effect, Layer, Option, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import * as DatabaseSocket from "./sql/DatabaseSocket.ts"
import * as EmbeddedDatabase from "./sql/EmbeddedDatabase.ts"
import * as Migrations from "./sql/Migrations.ts"
import * as PostgresDatabase from "./sql/PostgresDatabase.ts"
import * as RemoteDatabase from "./sql/RemoteDatabase.ts"

export interface Place {
  /** The URL of PostgreSQL. Without it the embedded database in `dataDir` is used. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** A direct URL of PostgreSQL for LISTEN, needed when `databaseUrl` leads to a connection pooler. */
  readonly listenUrl?: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  /** Called when the embedded database has failed and only a new process can open it again. */
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

/** Whether a server uses the database now. On PostgreSQL that is not known, so it is always true. */
export const HasServers = Context.Reference("strategy/Database/HasServers", { defaultValue: () => false })

/** The embedded database: opened in this process, or reached through the server that has locked its folder. */
const embeddedOrRemote = (dataDir: string) =>
  EmbeddedDatabase.layer(dataDir, { mayCreate: false }).pipe(
    Layer.catchTag("DataFolderInUse", (inUse) =>
      Layer.merge(RemoteDatabase.layer(DatabaseSocket.socketPath(dataDir)), Layer.succeed(HasServers, true)).pipe(
        Layer.catchTag("SqlError", () => Layer.effectContext(Effect.fail(inUse)))
      )
    )
  )

/** The database that the settings choose, also while a server uses it. Fails if there is none; migrates nothing. */
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

/** Like `existing`, but creates the database if there is none, and fails while a server uses the embedded one. */
export const unmigrated = client

/** `unmigrated` with the tables of this release, which are created or updated. The stores of a server need it. */
export const layer = (place: Place) => Layer.provideMerge(Migrations.layer, client(place))

/** `existing`, which must already have the tables of this release: scripts create and change none. */
export const migrated = (place: Place) => Layer.provideMerge(Layer.effectDiscard(Migrations.required), existing(place))
