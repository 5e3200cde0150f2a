/**
 * A client's position in the log, by the `id` of the last frame it has seen: `<epoch>-<hash>.<sequence>`. The hash is the
 * beginning of the event's own, which covers everything before it. A database that was restored from an older copy keeps
 * its epoch and counts on from there: only the hash tells an event that was lost from the one that took its number.
 */
export interface Place {
  readonly sequenceNumber: number
  /** Empty at position 0, where all logs of an epoch are the same. */
  readonly hash: string
}

/** Characters of base64url: 72 bits. */
const hashLength = 12

const afterEpoch = /^(?:\.0|-([0-9A-Za-z_-]{12})\.([1-9][0-9]{0,15}))$/

/** The id of the position right after the event with this number and hash; of the log's beginning for number 0. */
export const idOf = (epoch: string, sequenceNumber: number, eventHash: string): string =>
  sequenceNumber === 0 ? `${epoch}.0` : `${epoch}-${eventHash.slice(0, hashLength)}.${sequenceNumber}`

/** A position in the log of this epoch. Undefined for anything else, such as an id without a hash of an older release. */
export const placeOf = (epoch: string, lastEventId: string): Place | undefined => {
  if (!lastEventId.startsWith(epoch)) return undefined
  const [found, hash = "", digits = "0"] = afterEpoch.exec(lastEventId.slice(epoch.length)) ?? []
  return found === undefined ? undefined : { sequenceNumber: Number(digits), hash }
}

/** Whether the event with this hash is the one that the client saw at its position. */
export const hasSeen = ({ hash }: Place, eventHash: string): boolean => hash === eventHash.slice(0, hashLength)
