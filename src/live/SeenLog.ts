import { Effect, Semaphore } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { genesis } from "../log/store/EventHash.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import { hasSeen, type Place } from "./Resume.ts"

/**
 * Tells a client that has seen this log from one that has seen events which an older copy of the database has replaced:
 * by the hash of the event at its position. The hashes of the latest positions are kept in memory, `capacity` of them; others
 * are read from the log.
 */
export const make = (store: Pick<EventStore["Service"], "read">, capacity: number) => {
  const hashes = new Map<number, string>()
  const reading = Semaphore.makeUnsafe(1)

  const remember = (sequenceNumber: number, hash: string): void => {
    hashes.set(sequenceNumber, hash)
    if (hashes.size <= capacity) return
    for (const oldest of hashes.keys()) {
      hashes.delete(oldest)
      return
    }
  }

  /** Many who come back at once are often at the same position: the first of them has it read, one by one. */
  const read = (sequenceNumber: number): Effect.Effect<string | undefined, StorageError> =>
    reading.withPermit(
      Effect.suspend(() => {
        const known = hashes.get(sequenceNumber)
        if (known !== undefined) return Effect.succeed(known)
        return Effect.map(store.read(sequenceNumber - 1, 1), ([event]) => {
          if (event !== undefined) remember(sequenceNumber, event.hash)
          return event?.hash
        })
      })
    )

  const includes = (place: Place): Effect.Effect<boolean, StorageError> => {
    const { sequenceNumber } = place
    const known = sequenceNumber === 0 ? genesis : hashes.get(sequenceNumber)
    return known === undefined
      ? Effect.map(read(sequenceNumber), (hash) => hash !== undefined && hasSeen(place, hash))
      : Effect.succeed(hasSeen(place, known))
  }

  return {
    /** To be called for each event in order, whether or not there is a frame for it. */
    remember,
    /** False too for a position beyond the end of the log. */
    includes
  }
}
