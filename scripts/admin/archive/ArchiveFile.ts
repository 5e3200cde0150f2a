import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { Impossible, WrongUsage } from "../Failure.ts"
import { unreadable } from "./Lines.ts"

export type Write = (text: string) => Effect.Effect<void, Impossible>

const unwritable = ({ message }: { readonly message: string }) =>
  new Impossible({ message: `The archive can't be written: ${message}.` })

/** Refuses what is there already, unless it may be replaced; only files are ever replaced. */
export const requireFree = Effect.fnUntraced(function* (path: string, force: boolean) {
  const fs = yield* FileSystem.FileSystem
  const known = yield* Effect.option(fs.stat(path))
  if (Option.isNone(known)) return
  if (known.value.type !== "File") return yield* new Impossible({ message: `${path} is no file.` })
  if (!force) return yield* new Impossible({ message: `${path} is there already; --force replaces it.` })
})

/**
 * What is written becomes the file as a whole and at the end, under its name only then, readable for its owner alone
 * (it may hold password hashes). Where it fails nothing is left, and an earlier file stays.
 */
const toFile = Effect.fnUntraced(function* <A, E, R>(path: string, use: (write: Write) => Effect.Effect<A, E, R>) {
  const fs = yield* FileSystem.FileSystem
  const unfinished = `${path}.${process.pid}.unfinished`
  const file = yield* fs.open(unfinished, { flag: "wx", mode: 0o600 }).pipe(Effect.mapError(unwritable))
  yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(unfinished, { force: true })))
  const result = yield* use((text) => Effect.mapError(file.writeAll(Buffer.from(text)), unwritable))
  yield* file.sync.pipe(Effect.andThen(fs.rename(unfinished, path)), Effect.mapError(unwritable))
  return result
}, Effect.scoped)

const toStdout = Effect.fnUntraced(function* <A, E, R>(use: (write: Write) => Effect.Effect<A, E, R>) {
  const stdio = yield* Stdio.Stdio
  return yield* use((text) => Effect.mapError(Stream.run(Stream.make(text), stdio.stdout()), unwritable))
})

/** To the file or, where there is none, to standard output. */
export const toPlace = Effect.fnUntraced(function* <A, E, R>(
  path: Option.Option<string>,
  use: (write: Write) => Effect.Effect<A, E, R>
) {
  if (Option.isSome(path)) return yield* toFile(path.value, use)
  return yield* toStdout(use)
})

/** Standard input in a file that is gone with the scope: an archive is read twice. */
export const fromStdin = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) {
    return yield* new WrongUsage({ message: "There is no archive on standard input: use --file." })
  }
  return yield* Effect.gen(function* () {
    const path = yield* fs.makeTempFileScoped({ prefix: "strategy-log-" })
    yield* Stream.run(stdio.stdin, fs.sink(path))
    return path
  }).pipe(Effect.mapError(unreadable))
})
