/**
 * A client's position in the log, from the `id` of the last frame that it has seen: `<epoch>-<hash>.<sequence>`. The
 * hash is a prefix of the event's hash, which covers everything before it. A database restored from an older copy keeps
 * its epoch and reuses sequence numbers, so only the hash tells a lost event from the one that took its number.
 */
export interface ResumePoint {
  readonly sequenceNumber: number
  /** Empty at position 0, which is the same in all logs of an epoch. */
  readonly hash: string
}

/** In characters of base64url: 72 bits. */
const hashLength = 12

const afterEpoch = /^(?:\.0|-([0-9A-Za-z_-]{12})\.([1-9][0-9]{0,15}))$/

/** The id of the position right after the event with this number and hash; number 0 is the beginning of the log. */
export const frameId = (epoch: string, sequenceNumber: number, eventHash: string): string =>
  sequenceNumber === 0 ? `${epoch}.0` : `${epoch}-${eventHash.slice(0, hashLength)}.${sequenceNumber}`

/** Undefined unless the id belongs to this epoch and has a hash, which the ids of older releases do not have. */
export const parseFrameId = (epoch: string, lastEventId: string): ResumePoint | undefined => {
  if (!lastEventId.startsWith(epoch)) return undefined
  const [found, hash = "", digits = "0"] = afterEpoch.exec(lastEventId.slice(epoch.length)) ?? []
  return found === undefined ? undefined : { sequenceNumber: Number(digits), hash }
}

/** Whether the client's id was made from the event with this hash. */
export const matchesHash = ({ hash }: ResumePoint, eventHash: string): boolean =>
  hash === eventHash.slice(0, hashLength)
