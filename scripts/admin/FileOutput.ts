import { Effect, FileSystem, Option, type PlatformError, Stdio, Stream } from "effect"
import { fileReason } from "../../src/files/FileReason.ts"
import { CommandFailed, failed } from "./Failure.ts"

/** Uses a function that writes the next part. */
type Use<A, E, R> = (write: (part: string | Uint8Array) => Effect.Effect<void, CommandFailed>) => Effect.Effect<A, E, R>

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
  if (known.value.type !== "File") return yield* failed(`${path} is not a file.`)
  if (!force) return yield* failed(`${path} already exists; use --force to replace it.`)
})

const writable = ({ noun }: FileKind) =>
  Effect.mapError(
    (failure: PlatformError.PlatformError) =>
      new CommandFailed({ message: `The ${noun} can't be written: ${fileReason(failure)}.` })
  )

/** Writes to a temporary file, which gets its name when it is complete. On failure nothing is left, and an earlier file stays. */
const toFile = Effect.fnUntraced(function* <A, E, R>(path: string, kind: FileKind, use: Use<A, E, R>) {
  const fs = yield* FileSystem.FileSystem
  const written = writable(kind)
  const unfinished = `${path}.${process.pid}.unfinished`
  const file = yield* written(fs.open(unfinished, { flag: "wx", mode: kind.mode }))
  yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(unfinished, { force: true })))
  const result = yield* use((part) => written(file.writeAll(Buffer.from(part))))
  yield* written(Effect.andThen(file.sync, fs.rename(unfinished, path)))
  return result
}, Effect.scoped)

/** Writes to the file at `path`, or to standard output without one. */
export const writeTo = Effect.fnUntraced(function* <A, E, R>(
  path: string | undefined,
  kind: FileKind,
  use: Use<A, E, R>
) {
  const { stdout } = yield* Stdio.Stdio
  if (path !== undefined) return yield* toFile(path, kind, use)
  return yield* use((part) => writable(kind)(Stream.run(Stream.make(part), stdout())))
})
