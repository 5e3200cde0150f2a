import { setFlagsFromString } from "node:v8"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { PgClient } from "@effect/sql-pg"
import type { PGlite } from "@electric-sql/pglite"
import { Data, Duration, Effect, FileSystem, Layer, Option, Path, type Scope } from "effect"
import * as BoundedClient from "./BoundedClient.ts"
import * as ClusterImage from "./ClusterImage.ts"
import * as DiskSpace from "./DiskSpace.ts"
import * as FolderLock from "./FolderLock.ts"
import * as FolderOwner from "./FolderOwner.ts"
import * as PgliteBackend from "./PgliteBackend.ts"
import * as PgliteSocket from "./PgliteSocket.ts"

/** All callers share one connection, so each waits for those before it. */
export const timeouts: BoundedClient.Timeouts = {
  connection: Duration.seconds(60),
  statement: Duration.seconds(60)
}

/** The database stopped while this process was running, and there is now enough disk space to start it again. */
export class EmbeddedDatabaseStopped extends Data.TaggedError("EmbeddedDatabaseStopped")<{
  readonly message: string
}> {}

/** There is no database in the folder, and the options forbid to create one. */
export class NoDatabase extends Data.TaggedError("NoDatabase")<{ readonly message: string }> {}

export interface Options {
  /** Whether to create a database in a folder without one. Default: true. */
  readonly mayCreate?: boolean
  /**
   * Called at most once, when PGlite has stopped for good, for example on a full disk, and needs a new process. It is
   * called only when the disk has space again, because a process that was started earlier would fail, and its
   * supervisor might give up.
   */
  readonly onStop?: (error: EmbeddedDatabaseStopped) => Effect.Effect<void>
}

/** By default PGlite allocates and touches 160 MB of buffers at its start. The system caches the files anyway. */
const buffers = ["-c", "shared_buffers=16MB"]

/**
 * V8's optimizing compiler takes 350 MB and half a second for one large function of PGlite at each start, so its
 * WebAssembly stays with the baseline compiler. A server on PostgreSQL never loads PGlite.
 */
const openPglite = (directory: string) =>
  Effect.acquireRelease(
    Effect.tryPromise(async () => {
      for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag)
      const { PGlite } = await import("@electric-sql/pglite")
      return PGlite.create(directory, { startParams: [...PGlite.defaultStartParams, ...buffers] })
    }),
    (db) => Effect.promise(() => db.close())
  )

const connect = Effect.fnUntraced(function* (
  db: PGlite,
  onStop: (reason: string) => Effect.Effect<unknown> = () => Effect.void
) {
  const run = Effect.runForkWith(yield* Effect.context())
  const backend = PgliteBackend.make(db, (reason) => run(onStop(reason)))
  return yield* BoundedClient.make(
    {
      stream: () => PgliteSocket.connect(backend),
      username: "postgres",
      database: "postgres",
      ssl: false,
      minConnections: 1,
      maxConnections: 1,
      maxMessageSize: BoundedClient.maxMessageSize
    },
    timeouts
  )
})

/** Logs at once that the database in this folder has stopped, and runs `onStop` when its disk has space. */
const reportStop =
  (directory: string, onStop: NonNullable<Options["onStop"]>, scope: Scope.Scope) => (reason: string) => {
    const what = `The embedded database has stopped: ${reason}.`
    const message = `${what} All confirmed changes are kept: restart the server.`
    return Effect.logFatal(`${what} The server will exit as soon as there is space on its disk.`).pipe(
      Effect.andThen(
        DiskSpace.awaitSpace(directory).pipe(
          Effect.andThen(onStop(new EmbeddedDatabaseStopped({ message }))),
          Effect.forkIn(scope)
        )
      )
    )
  }

/** Why PGlite, which only says that it has aborted, may not have opened the database. */
const openingFault = Effect.fnUntraced(function* (dataDir: string, directory: string, cause: unknown) {
  const foreign = yield* FolderOwner.foreignFile(directory)
  if (Option.isSome(foreign)) {
    const { name, owner } = foreign.value
    return `${name} in it belongs to another user, with id ${owner}. Give all files in ${dataDir} to the service's user with chown.`
  }
  const hint = (yield* DiskSpace.isFull(dataDir)) ? " The disk is full: free some space and start again." : ""
  return `${cause}.${hint}`
})

const openFolder = Effect.fnUntraced(function* (
  dataDir: string,
  { onStop = () => Effect.void, mayCreate = true }: Options
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const directory = path.join(dataDir, "postgres")
  const unfinished = path.join(dataDir, "postgres.new")

  if (!mayCreate && !(yield* Effect.orElseSucceed(fs.exists(directory), () => true))) {
    const message = `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL, or create one by starting the server or with npm run admin -- migrate.`
    return yield* new NoDatabase({ message })
  }
  yield* FolderLock.acquire(dataDir)
  const db = yield* Effect.gen(function* () {
    if (!(yield* fs.exists(directory))) {
      yield* fs.remove(unfinished, { recursive: true, force: true })
      yield* fs.makeDirectory(unfinished, { mode: 0o700 })
      yield* ClusterImage.unpack(unfinished)
      yield* fs.rename(unfinished, directory)
    }
    return yield* openPglite(directory)
  }).pipe(
    Effect.catch(
      Effect.fnUntraced(function* (cause) {
        const message = `The embedded database in ${directory} can't be opened: ${yield* openingFault(dataDir, directory, cause.cause ?? cause)}`
        return yield* new FolderLock.DataFolderUnusable({ dataDir, message, cause })
      })
    )
  )
  yield* Effect.logInfo(
    `Using the embedded database in ${directory}. It survives a killed process, but not a power cut: ` +
      "for that, set DATABASE_URL to a PostgreSQL server."
  )
  return yield* connect(db, reportStop(directory, onStop, yield* Effect.scope))
})

/**
 * PostgreSQL inside this process, with its data in `dataDir`, which is locked while the layer lives. There is one
 * connection, so all other callers wait during a transaction, and LISTEN is not possible. A query blocks the event
 * loop.
 */
export const layer = (dataDir: string, options: Options = {}) =>
  PgClient.layerFrom(openFolder(dataDir, options)).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** Like `layer`, but on a PGlite that the given effect opens and its scope closes, for tests. */
export const layerOn = <E, R>(opened: Effect.Effect<PGlite, E, R | Scope.Scope>) =>
  PgClient.layerFrom(Effect.flatMap(opened, (db) => connect(db)))
