import { Effect, FileSystem, Stdio, Stream } from "effect"
import { WrongUsage } from "../Failure.ts"
import type { Kind } from "../Output.ts"
import { unreadable } from "./Lines.ts"

/** Readable for its owner alone: it may hold password hashes. */
export const archive: Kind = { noun: "archive", mode: 0o600 }

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
