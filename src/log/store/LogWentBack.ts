import { Data, Effect } from "effect"
import { StorageError } from "../../domain/StorageError.ts"

/** The database no longer holds the log that this server has folded, because it was restored or replaced. */
export class LogWentBack extends Data.TaggedError("LogWentBack")<{ readonly message: string }> {}

/** Not worth a retry: the server must be restarted. `found` says what was seen, as the start of a sentence. */
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
 * Compares each head of the log with the ones before: the epoch must stay the same and the log must not become shorter.
 * A fault is remembered for good, because a log that has grown again contains other events than those that were lost.
 */
export const makeHeadCheck = (start: Head) => {
  let highest = start.sequenceNumber
  let fault: string | undefined

  const failIfWentBack = (operation: string): Effect.Effect<void, StorageError> =>
    fault === undefined ? Effect.void : Effect.fail(logWentBack(operation, fault))

  /** `atLeast` must be `highest()` from before the head was read, because concurrent reads may finish in any order. */
  const check = (operation: string, head: Head, minSequence: number): Effect.Effect<Head, StorageError> => {
    if (head.epoch !== start.epoch)
      fault ??= `The log was replaced, its epoch is ${head.epoch} instead of ${start.epoch}`
    else if (head.sequenceNumber < minSequence) {
      fault ??= `The log ends at event ${head.sequenceNumber}, but had reached event ${minSequence}`
    } else recordHead(head.sequenceNumber)
    return Effect.as(failIfWentBack(operation), head)
  }

  const recordHead = (sequenceNumber: number): void => {
    highest = Math.max(highest, sequenceNumber)
  }

  return { highest: () => highest, failIfWentBack, check, recordHead }
}
