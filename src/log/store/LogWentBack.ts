import { Data, Effect } from "effect"
import { StorageError } from "../../domain/StorageError.ts"

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

interface Head {
  readonly epoch: string
  readonly sequenceNumber: number
}

/**
 * Compares each head of the log with those before it: one epoch, and never shorter. What was found once stays found,
 * also when the log has grown past the lost events again: they were others.
 */
export const watch = (first: Head) => {
  let highest = first.sequenceNumber
  let found: string | undefined

  const isSame = (operation: string): Effect.Effect<void, StorageError> =>
    found === undefined ? Effect.void : Effect.fail(wentBack(operation, found))

  /** `atLeast` was the `highest` before the head was read: of two that are read at once either may come first. */
  const check = (operation: string, head: Head, atLeast: number): Effect.Effect<Head, StorageError> => {
    if (head.epoch !== first.epoch) found ??= `The log is another one, ${head.epoch} instead of ${first.epoch}`
    else if (head.sequenceNumber < atLeast) {
      found ??= `The log ends at event ${head.sequenceNumber} and went to event ${atLeast} before`
    } else grown(head.sequenceNumber)
    return Effect.as(isSame(operation), head)
  }

  const grown = (sequenceNumber: number): void => {
    highest = Math.max(highest, sequenceNumber)
  }

  return { highest: () => highest, isSame, check, grown }
}
