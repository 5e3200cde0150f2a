import { Data } from "effect"
import { StorageError } from "../domain/StorageError.ts"

/** The database no longer holds the log this server has folded: it was restored, or another took its place. */
export class LogWentBack extends Data.TaggedError("LogWentBack")<{ readonly message: string }> {}

/** Trying again is of no use: the server has to be started anew. `found` is what was seen, as the start of a sentence. */
export const wentBack = (operation: string, found: string) =>
  new StorageError({
    operation,
    unavailable: false,
    cause: new LogWentBack({
      message: `${found}: the database was restored or replaced under the running server. Restart the server.`
    })
  })
