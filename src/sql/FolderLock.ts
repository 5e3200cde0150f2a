import { hostname } from "node:os"
import { DatabaseSync } from "node:sqlite"
import { Clock, Data, DateTime, Effect, FileSystem, Option, Path, Predicate, Schema } from "effect"
import { fileReason } from "../files/FileReason.ts"
import * as Folder from "../files/Folder.ts"
import * as FolderOwner from "./FolderOwner.ts"

/** Another server is using this data folder. */
export class DataFolderInUse extends Data.TaggedError("DataFolderInUse")<{
  readonly dataDir: string
  readonly message: string
}> {}

/** The data folder can't be created, read or written, or contains something unexpected. */
export class DataFolderUnusable extends Data.TaggedError("DataFolderUnusable")<{
  readonly dataDir: string
  readonly message: string
  readonly cause: unknown
}> {}

const Owner = Schema.Struct({ pid: Schema.Int, host: Schema.String, since: Schema.String })
const OwnerJson = Schema.fromJsonString(Owner)

const sqliteBusy = 5

const isBusy = (cause: unknown): boolean => Predicate.hasProperty(cause, "errcode") && cause.errcode === sqliteBusy

/**
 * An exclusive SQLite transaction is the only way in Node to get an operating system's lock on a file. Only one process
 * can hold it, it is released however the process ends, and it works between containers that share the folder, where
 * process ids and host names do not tell who is alive. Nothing else may open the file, and it is not removed.
 */
const lockFile = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
  return database
}

const inUseMessage = (dataDir: string, owner: Option.Option<typeof Owner.Type>): string =>
  Option.match(owner, {
    onNone: () => `Another server is using ${dataDir}.`,
    onSome: ({ host, pid, since }) =>
      `Another server is using ${dataDir}: process ${pid} on ${host}, started ${since}. Stop it or set DATA_DIR.`
  })

/**
 * Creates the folder (mode 0700) if it is missing and locks it until the scope closes. `server.json` beside the lock
 * names the owner, for the error message of a second server.
 */
export const acquire = Effect.fn("FolderLock.acquire")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const ownerFile = path.join(dataDir, "server.json")
  const unusable = (cause: unknown) => {
    const reason = Predicate.isError(cause) ? fileReason(cause) : String(cause)
    return new DataFolderUnusable({ dataDir, message: `DATA_DIR can't be used: ${reason}.`, cause })
  }

  const owner = fs.readFileString(ownerFile).pipe(Effect.flatMap(Schema.decodeEffect(OwnerJson)), Effect.option)

  const refused = yield* FolderOwner.refusal(dataDir)
  const refuseRoot = Option.match(refused, {
    onNone: () => Effect.void,
    onSome: (message) => Effect.fail(new DataFolderUnusable({ dataDir, message, cause: "root" }))
  })

  yield* Folder.make(dataDir).pipe(Effect.mapError(unusable))
  const lockPath = path.join(dataDir, "server.lock")
  // A lock that is there already is tried first: root may use the database through the server that holds it.
  if (!(yield* Effect.orElseSucceed(fs.exists(lockPath), () => false))) yield* refuseRoot
  yield* Effect.acquireRelease(Effect.try({ try: () => lockFile(lockPath), catch: (cause) => cause }), (lock) =>
    Effect.sync(() => lock.close())
  ).pipe(
    Effect.catch(
      (cause): Effect.Effect<never, DataFolderInUse | DataFolderUnusable> =>
        isBusy(cause)
          ? Effect.flatMap(owner, (known) => new DataFolderInUse({ dataDir, message: inUseMessage(dataDir, known) }))
          : Effect.fail(unusable(cause))
    )
  )
  yield* refuseRoot

  const since = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const name = yield* Effect.orDie(Schema.encodeEffect(OwnerJson)({ pid: process.pid, host: hostname(), since }))
  yield* Effect.acquireRelease(fs.writeFileString(ownerFile, name).pipe(Effect.mapError(unusable)), () =>
    Effect.ignore(fs.remove(ownerFile))
  )
})
