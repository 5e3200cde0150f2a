import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { Impossible } from "./Failure.ts"

export type Write<Content> = (content: Content) => Effect.Effect<void, Impossible>

type Any = string | Uint8Array

/** What is being written: its name in messages, and who may read the file. */
export interface Kind {
  readonly noun: string
  readonly mode: number
}

/** Refuses what is there already, unless it may be replaced; only files are ever replaced. */
export const requireFree = Effect.fnUntraced(function* (path: string, force: boolean) {
  const fs = yield* FileSystem.FileSystem
  const known = yield* Effect.option(fs.stat(path))
  if (Option.isNone(known)) return
  if (known.value.type !== "File") return yield* new Impossible({ message: `${path} is no file.` })
  if (!force) return yield* new Impossible({ message: `${path} is there already; --force replaces it.` })
})

const unwritable =
  ({ noun }: Kind) =>
  ({ message }: { readonly message: string }) =>
    new Impossible({ message: `The ${noun} can't be written: ${message}.` })

/**
 * What is written becomes the file as a whole and at the end, under its name only then. Where it fails nothing is left,
 * and an earlier file stays.
 */
const toFile = Effect.fnUntraced(function* <A, E, R>(
  path: string,
  kind: Kind,
  use: (write: Write<Any>) => Effect.Effect<A, E, R>
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

const toStdout = Effect.fnUntraced(function* <A, E, R>(kind: Kind, use: (write: Write<Any>) => Effect.Effect<A, E, R>) {
  const stdio = yield* Stdio.Stdio
  const failed = unwritable(kind)
  return yield* use((content) => Effect.mapError(Stream.run(Stream.make(content), stdio.stdout()), failed))
})

/** To the file or, where there is none, to standard output. */
export const toPlace = Effect.fnUntraced(function* <A, E, R>(
  path: Option.Option<string>,
  kind: Kind,
  use: (write: Write<Any>) => Effect.Effect<A, E, R>
) {
  if (Option.isSome(path)) return yield* toFile(path.value, kind, use)
  return yield* toStdout(kind, use)
})
