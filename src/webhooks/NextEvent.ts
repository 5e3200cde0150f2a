import { Duration, Effect } from "effect"
import { DisplayNames } from "../accounts/users/DisplayNames.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { AppliedChange, ChangeFilter } from "../domain/views/AppliedChange.ts"
import * as AppliedChanges from "../log/projection/AppliedChanges.ts"
import { Projector } from "../log/projection/Projector.ts"
import { PageUrl } from "../url/ExternalUrl.ts"
import type { LogActivity } from "./LogActivity.ts"

/** The number of events read from the log at a time; each may have 64 KiB of data. */
const pageSize = 100

/** While the log is busy, each read is followed by a pause this many times as long. */
const busyPauseFactor = 9

interface Scan {
  /** The first event that the webhook wants, if there is one. */
  readonly found: AppliedChange | undefined
  /** Up to this position the webhook wants no event, except `found`. */
  readonly scannedTo: number
}

/** Finds the next event for a webhook in the log. */
export const make = Effect.fnUntraced(function* ({ isBusy }: LogActivity) {
  const projector = yield* Projector
  const names = yield* DisplayNames
  const readChanges = yield* AppliedChanges.make(yield* PageUrl)

  const fromLog = Effect.fnUntraced(function* (filter: ChangeFilter, after: number) {
    const state = projector.stateNow()
    const upTo = Math.min(after + pageSize, state.sequenceNumber)
    if (upTo <= after) return { found: [], scannedTo: after }
    const found = yield* readChanges(filter, { after, upTo, state })
    return { found, scannedTo: upTo }
  })

  /**
   * Makes the function for one webhook, whose filter never changes. The rest of a page of the log is kept for the next
   * calls.
   */
  return (filter: ChangeFilter): ((after: number) => Effect.Effect<Scan, StorageError>) => {
    let page: ReadonlyArray<AppliedChange> = []
    let pageEnd = 0
    let namedAs = ""
    const inPage = (after: number): Scan | undefined => {
      const found = page.find(({ sequenceNumber }) => sequenceNumber > after)
      if (found !== undefined) return { found, scannedTo: found.sequenceNumber }
      page = []
      return after < pageEnd ? { found: undefined, scannedTo: pageEnd } : undefined
    }
    return Effect.fnUntraced(function* (after) {
      // A page that names people as they are not called any more is read again.
      const known = namedAs === names.digest() ? inPage(after) : undefined
      if (known !== undefined) return known
      namedAs = names.digest()
      const [took, read] = yield* Effect.timed(fromLog(filter, after))
      if (isBusy()) yield* Effect.sleep(Duration.times(took, busyPauseFactor))
      page = read.found
      pageEnd = read.scannedTo
      return inPage(after) ?? { found: undefined, scannedTo: read.scannedTo }
    })
  }
})
