import { Effect, FileSystem, Option, type PlatformError, Stdio, Stream } from "effect"
import { fileReason } from "../../src/files/FileReason.ts"
import { CommandFailed } from "./Failure.ts"

type Write<Content> = (content: Content) => Effect.Effect<void, CommandFailed>

type Chunk = string | Uint8Array

/** What is written: its name in messages, and the permissions of the file. */
export interface FileKind {
  readonly noun: string
  readonly mode: number
}

/** Fails if the path exists, unless it is a file and `force` is set. */
export const requireFree = Effect.fnUntraced(function* (path: string, force: boolean) {
  const fs = yield* FileSystem.FileSystem
  const known = yield* Effect.option(fs.stat(path))
  if (Option.isNone(known)) return
  if (known.value.type !== "File") return yield* new CommandFailed({ message: `${path} is not a file.` })
  if (!force) return yield* new CommandFailed({ message: `${path} already exists; use --force to replace it.` })
})

const unwritable =
  ({ noun }: FileKind) =>
  (failure: PlatformError.PlatformError) =>
    new CommandFailed({ message: `The ${noun} can't be written: ${fileReason(failure)}.` })

/** Writes to a temporary file, which gets its name when it is complete. On failure nothing is left, and an earlier file stays. */
const toFile = Effect.fnUntraced(function* <A, E, R>(
  path: string,
  kind: FileKind,
  use: (write: Write<Chunk>) => Effect.Effect<A, E, R>
) {
  const fs = yield* FileSystem.FileSystem
  const failed = unwritable(kind)
  const unfinished = `${path}.${process.pid}.unfinished`
  const file = yield* fs.open(unfinished, { flag: "wx", mode: kind.mode }).pipe(Effect.mapError(failed))
  yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(unfinished, { force: true })))
  const result = yield* use((content) => Effect.mapError(file.writeAll(Buffer.from(content)), failed))
  yield* file.sync.pipe(Effect.andThen(fs.rename(unfinished, path)), Effect.mapError(failed))
  return result
}, Effect.scoped)

const toStdout = Effect.fnUntraced(function* <A, E, R>(
  kind: FileKind,
  use: (write: Write<Chunk>) => Effect.Effect<A, E, R>
) {
  const stdio = yield* Stdio.Stdio
  const failed = unwritable(kind)
  return yield* use((content) => Effect.mapError(Stream.run(Stream.make(content), stdio.stdout()), failed))
})

/** Writes to the file at `path`, or to standard output without one. */
export const writeTo = Effect.fnUntraced(function* <A, E, R>(
  path: Option.Option<string>,
  kind: FileKind,
  use: (write: Write<Chunk>) => Effect.Effect<A, E, R>
) {
  if (Option.isSome(path)) return yield* toFile(path.value, kind, use)
  return yield* toStdout(kind, use)
})
