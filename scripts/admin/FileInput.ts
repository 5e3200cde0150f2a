import { Effect, FileSystem, type PlatformError, Stdio, Stream } from "effect"
import { fileReason } from "../../src/files/FileReason.ts"
import { CommandFailed, failed } from "./Failure.ts"

/** Bytes of a file that are read at most. */
const maxFileBytes = 256 * 1024 * 1024

/** Reads a whole file; `noun` is what it has, for messages. */
export const readFile = Effect.fnUntraced(function* (noun: string, path: string) {
  const fs = yield* FileSystem.FileSystem
  const unreadable = (why: string) =>
    new CommandFailed({ message: `The ${noun} ${JSON.stringify(path)} can't be read: ${why}.` })
  const readable = Effect.mapError((error: PlatformError.PlatformError) => unreadable(fileReason(error)))
  const { size } = yield* readable(fs.stat(path))
  if (size > maxFileBytes) return yield* unreadable("it is larger than 256 MiB")
  return yield* readable(fs.readFile(path))
})

/** The whole standard input as text; no more than `maxBytes`. `noun` is what it has, for messages. */
export const readInput = Effect.fnUntraced(function* (noun: string, maxBytes: number) {
  const { stdin } = yield* Stdio.Stdio
  const unreadable = () => new CommandFailed({ message: `The ${noun} on standard input is not UTF-8 text.` })
  const bytes = yield* stdin.pipe(
    Stream.flattenIterable,
    Stream.take(maxBytes + 1),
    Stream.runCollect,
    Effect.mapError(unreadable)
  )
  if (bytes.length > maxBytes) {
    return yield* failed(`The ${noun} on standard input is too long.`)
  }
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes)),
    catch: unreadable
  })
})
