import { Data, Effect } from "effect"
import { StorageError } from "../../domain/StorageError.ts"

/** The database no longer holds the log this server has folded: it was restored, or another took its place. */
export class LogWentBack extends Data.TaggedError("LogWentBack")<{ readonly message: string }> {}

/** Trying again is of no use: the server has to be started anew. `found` is what was seen, as the start of a sentence. */
export const logWentBack = (operation: string, found: string) =>
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
export const makeHeadCheck = (start: Head) => {
  let highest = start.sequenceNumber
  let fault: string | undefined

  const failIfWentBack = (operation: string): Effect.Effect<void, StorageError> =>
    fault === undefined ? Effect.void : Effect.fail(logWentBack(operation, fault))

  /** `atLeast` was the `highest` before the head was read: of two that are read at once either may come first. */
  const check = (operation: string, head: Head, minSequence: number): Effect.Effect<Head, StorageError> => {
    if (head.epoch !== start.epoch) fault ??= `The log is another one, ${head.epoch} instead of ${start.epoch}`
    else if (head.sequenceNumber < minSequence) {
      fault ??= `The log ends at event ${head.sequenceNumber} and went to event ${minSequence} before`
    } else recordHead(head.sequenceNumber)
    return Effect.as(failIfWentBack(operation), head)
  }

  const recordHead = (sequenceNumber: number): void => {
    highest = Math.max(highest, sequenceNumber)
  }

  return { highest: () => highest, failIfWentBack, check, recordHead }
}
