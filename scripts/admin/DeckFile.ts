import { Effect, FileSystem } from "effect"
import { fileReason } from "../../src/files/FileReason.ts"
import { CommandFailed } from "./Failure.ts"

/** Bytes of a presentation's file that are read at most. */
const maxBytes = 256 * 1024 * 1024

/** Reads a presentation. */
export const readDeck = Effect.fnUntraced(function* (path: string) {
  const file = JSON.stringify(path)
  const fs = yield* FileSystem.FileSystem
  const unreadable = (why: string) => new CommandFailed({ message: `The presentation ${file} can't be read: ${why}.` })
  const readable = Effect.mapError((error: Parameters<typeof fileReason>[0]) => unreadable(fileReason(error)))
  const { size } = yield* readable(fs.stat(path))
  if (size > maxBytes) return yield* unreadable("it is larger than 256 MiB")
  return yield* readable(fs.readFile(path))
})
