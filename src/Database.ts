import { Effect, Layer, Option, type Redacted } from "effect"
import * as EmbeddedDatabase from "./sql/EmbeddedDatabase.ts"
import * as Migrations from "./sql/Migrations.ts"
import * as PostgresDatabase from "./sql/PostgresDatabase.ts"

export interface Place {
  /** Of PostgreSQL; none: the embedded database in `dataDir`. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  /** Called when the embedded database can only go on in another process. */
  readonly onStop?: EmbeddedDatabase.Options["onStop"]
  /** Whether an embedded database is made where there is none; otherwise that is an error. */
  readonly mayCreate?: boolean
}

type Client = ReturnType<typeof EmbeddedDatabase.layer> | ReturnType<typeof PostgresDatabase.layer>

const client = ({
  databaseUrl,
  dataDir,
  onStop = () => Effect.void,
  mayCreate = true
}: Place): Layer.Layer<Layer.Success<Client>, Layer.Error<Client>> =>
  Option.isSome(databaseUrl)
    ? PostgresDatabase.layer(databaseUrl.value)
    : EmbeddedDatabase.layer(dataDir, { onStop, mayCreate })

/** The database that the settings choose, as it is. */
export const unmigrated = client

/** The same with the tables of this release, which are made or updated: what the stores of a server stand on. */
export const layer = (place: Place) => Layer.provideMerge(Migrations.layer, client(place))

/** The same where they are known to be there: scripts make and change no tables. */
export const existing = (place: Place) =>
  Layer.provideMerge(Layer.effectDiscard(Migrations.required), client({ ...place, mayCreate: false }))
