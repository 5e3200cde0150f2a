import { Effect, FileSystem, Stdio, Stream } from "effect"
import { unreadable } from "../../../src/archive/ArchiveLines.ts"
import { UsageError } from "../Failure.ts"
import type { FileKind } from "../FileOutput.ts"

/** Only its owner may read the file, since it may contain password hashes. */
export const archive: FileKind = { noun: "archive", mode: 0o600 }

/** Copies standard input to a file that is removed with the scope, since an archive is read twice. */
export const fromStdin = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) {
    return yield* new UsageError({ message: "No archive on standard input: use --file." })
  }
  return yield* Effect.gen(function* () {
    const path = yield* fs.makeTempFileScoped({ prefix: "strategy-log-" })
    yield* Stream.run(stdio.stdin, fs.sink(path))
    return path
  }).pipe(Effect.mapError(unreadable))
})
