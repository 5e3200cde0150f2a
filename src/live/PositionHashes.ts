import { Effect, Semaphore } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { initialHash } from "../log/store/EventHash.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import { matchesHash, type ResumePoint } from "./ResumePoint.ts"

/**
 * Checks by the hash of the event at a client's position whether the client has seen this log, or events that were lost
 * when the database was restored from an older copy. The hashes of the latest `capacity` positions are kept in memory;
 * others are read from the log.
 */
export const make = (store: Pick<EventStore["Service"], "read">, capacity: number) => {
  const hashes = new Map<number, string>()
  /** One iterator for all: a new one would pass every deleted entry that the map has not yet cleared away. */
  const byAge = hashes.keys()
  const reading = Semaphore.makeUnsafe(1)

  const remember = (sequenceNumber: number, hash: string): void => {
    hashes.set(sequenceNumber, hash)
    const oldest = hashes.size > capacity ? byAge.next().value : undefined
    if (oldest !== undefined) hashes.delete(oldest)
  }

  /** One read at a time: clients that reconnect together are often at the same position, which is then read once. */
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

  const includes = (place: ResumePoint): Effect.Effect<boolean, StorageError> => {
    const { sequenceNumber } = place
    const known = sequenceNumber === 0 ? initialHash : hashes.get(sequenceNumber)
    return known === undefined
      ? Effect.map(read(sequenceNumber), (hash) => hash !== undefined && matchesHash(place, hash))
      : Effect.succeed(matchesHash(place, known))
  }

  return {
    /** To be called for every event in order, also for those without a frame. */
    remember,
    /** Whether the position is in this log; false for one beyond its end. */
    includes
  }
}
