import { NodeFileSystem, NodePath } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { Duration, Effect, FileSystem, Layer, Path } from "effect"
import * as BoundedClient from "./BoundedClient.ts"
import * as FolderLock from "./FolderLock.ts"
import * as PgliteBackend from "./PgliteBackend.ts"
import * as PgliteSocket from "./PgliteSocket.ts"

/** There is one connection: a wait for it is a wait for all those before. */
const patience: BoundedClient.Patience = {
  connection: Duration.seconds(60),
  statement: Duration.seconds(60)
}

const open = (directory: string, options: PGliteOptions = {}) =>
  Effect.acquireRelease(
    Effect.tryPromise(() => PGlite.create(directory, options)),
    (db) => Effect.promise(() => db.close())
  )

const connect = Effect.fnUntraced(function* (db: PGlite) {
  const log = Effect.runForkWith(yield* Effect.context())
  const backend = PgliteBackend.make(db, (reason) =>
    log(Effect.logFatal(`The embedded database has stopped: ${reason}. Mend that and start the server again.`))
  )
  return yield* BoundedClient.make(
    {
      stream: () => PgliteSocket.connect(backend),
      username: "postgres",
      database: "postgres",
      ssl: false,
      minConnections: 1,
      maxConnections: 1
    },
    patience
  )
})

const openFolder = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const directory = path.join(dataDir, "postgres")
  const unfinished = path.join(dataDir, "postgres.new")

  yield* FolderLock.acquire(dataDir)
  const db = yield* Effect.gen(function* () {
    if (!(yield* fs.exists(directory))) {
      yield* fs.remove(unfinished, { recursive: true, force: true })
      yield* fs.makeDirectory(unfinished, { mode: 0o700 })
      yield* Effect.scoped(open(unfinished))
      yield* fs.rename(unfinished, directory)
    }
    return yield* open(directory)
  }).pipe(
    Effect.mapError((cause) => {
      const message = `The embedded database in ${directory} can't be opened: ${cause.cause ?? cause}`
      return new FolderLock.DataFolderUnusable({ dataDir, message, cause })
    })
  )
  yield* Effect.logInfo(
    `The database is embedded, its data in ${directory}. It survives the end of this process, not a power cut: ` +
      "for that, set DATABASE_URL to a PostgreSQL server."
  )
  return yield* connect(db)
})

/**
 * PostgreSQL inside this process, its data in `dataDir`, which is ours alone while the layer lives. It has one
 * connection: a transaction makes everybody else wait, and nothing can LISTEN. A query blocks the event loop.
 */
export const layer = (dataDir: string) =>
  PgClient.layerFrom(openFolder(dataDir)).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** Lives as long as the layer, in memory. It begins as `image`, which PGlite's `dumpDataDir` gave, or else empty. */
export const layerMemory = (image?: Blob) =>
  PgClient.layerFrom(
    Effect.flatMap(Effect.orDie(open("memory://", image === undefined ? {} : { loadDataDir: image })), connect)
  )
