import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import { Data, Duration, Effect } from "effect"
import * as BoundedClient from "./BoundedClient.ts"
import * as PgliteSocket from "./PgliteSocket.ts"

/** The data folder can't be created, read or written, or holds something else than our database. */
export class DataFolderUnusable extends Data.TaggedError("DataFolderUnusable")<{
  readonly dataDir: string
  readonly message: string
  readonly cause: unknown
}> {}

/** The one connection is everybody's: a wait is for all those before. */
const patience: BoundedClient.Patience = {
  connection: Duration.seconds(60),
  statement: Duration.seconds(60)
}

const open = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(dataDir),
      catch: (cause) =>
        new DataFolderUnusable({ dataDir, message: `The database in ${dataDir} can't be opened`, cause })
    }),
    (db) => Effect.promise(() => db.close())
  )

const connect = Effect.fnUntraced(function* (dataDir: string) {
  const db = yield* open(dataDir)
  return yield* BoundedClient.make(
    {
      stream: () => PgliteSocket.connect(db),
      username: "postgres",
      database: "postgres",
      ssl: false,
      minConnections: 1,
      maxConnections: 1
    },
    patience
  )
})

/** PostgreSQL inside this process, its data in `dataDir`. One connection: a transaction makes everyone else wait. */
export const layer = (dataDir: string) => PgClient.layerFrom(connect(dataDir))

/** Lives as long as the layer, in memory. */
export const layerMemory = PgClient.layerFrom(Effect.orDie(connect("memory://")))
