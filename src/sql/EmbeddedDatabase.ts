import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import { Data, Effect } from "effect"
import * as PgliteSocket from "./PgliteSocket.ts"

/** The data folder can't be created, read or written, or holds something else than our database. */
export class DataFolderUnusable extends Data.TaggedError("DataFolderUnusable")<{
  readonly dataDir: string
  readonly message: string
  readonly cause: unknown
}> {}

const open = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(dataDir),
      catch: (cause) =>
        new DataFolderUnusable({ dataDir, message: `The database in ${dataDir} can't be opened`, cause })
    }),
    (db) => Effect.promise(() => db.close())
  )

const client = Effect.fnUntraced(function* (dataDir: string) {
  const db = yield* open(dataDir)
  return yield* PgClient.make({
    stream: () => PgliteSocket.connect(db),
    username: "postgres",
    database: "postgres",
    ssl: false,
    minConnections: 1,
    maxConnections: 1
  })
})

/** PostgreSQL inside this process, its data in `dataDir`. One connection: a transaction makes everyone else wait. */
export const layer = (dataDir: string) => PgClient.layerFrom(client(dataDir))

/** Lives as long as the layer, in memory. */
export const layerMemory = PgClient.layerFrom(Effect.orDie(client("memory://")))
