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
}

type Client = ReturnType<typeof EmbeddedDatabase.layer> | ReturnType<typeof PostgresDatabase.layer>

const client = ({
  databaseUrl,
  dataDir,
  onStop = () => Effect.void
}: Place): Layer.Layer<Layer.Success<Client>, Layer.Error<Client>> =>
  Option.isSome(databaseUrl) ? PostgresDatabase.layer(databaseUrl.value) : EmbeddedDatabase.layer(dataDir, { onStop })

/** The migrated database that the settings choose: what the stores stand on, in the server and in scripts. */
export const layer = (place: Place) => Layer.provideMerge(Migrations.layer, client(place))
