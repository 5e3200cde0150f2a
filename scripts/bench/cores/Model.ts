/** What one write costs. Fields in microseconds are processor time, except `commitMicros`. */
export interface Costs {
  /** The event loop of the server that decides the write. */
  readonly eventLoopMicros: number
  /** That server's other threads, which collect garbage and compile. */
  readonly otherThreadsMicros: number
  /** Each other server on the same log, which folds the write. */
  readonly followerMicros: number
  /** All processes of PostgreSQL. */
  readonly postgresMicros: number
  /** The process that sends the load, which is no part of the service. */
  readonly loadMicros: number
  /** Bytes that the server reads and writes, from and to its clients and PostgreSQL. */
  readonly wireBytes: number
  /** Bytes of PostgreSQL's write-ahead log. */
  readonly walBytes: number
  /** The time until a small statement is committed, alone on its connection. */
  readonly commitMicros: number
}

/** The largest batch that the Planner commits with one statement. */
export const maxBatch = 512

const perSecond = 1_000_000

/** Writes per second at which the event loops of `servers` on one log are fully busy: each folds what the others write. */
export const eventLoopLimit = ({ eventLoopMicros, followerMicros }: Costs, servers: number): number =>
  (servers * perSecond) / (eventLoopMicros + (servers - 1) * followerMicros)

/**
 * Writes per second through the head's row lock, which is held from the statement until its commit: batches follow one another,
 * whichever server they are of and however many cores there are.
 */
export const headLockLimit = ({ postgresMicros, commitMicros }: Costs, batch = maxBatch): number =>
  (batch * perSecond) / (commitMicros + batch * postgresMicros)

/** Writes per second that need `bytesPerSecond` of network. */
export const networkLimit = ({ wireBytes }: Costs, bytesPerSecond: number): number => bytesPerSecond / wireBytes

/** Writes per second that write `bytesPerSecond` of log to the disk. */
export const diskLimit = ({ walBytes }: Costs, bytesPerSecond: number): number => bytesPerSecond / walBytes

/** Writes per second at which `cores` are fully busy, if servers, PostgreSQL and load all run on them. */
export const coreLimit = (costs: Costs, servers: number, cores: number): number => {
  const { eventLoopMicros, otherThreadsMicros, followerMicros, postgresMicros, loadMicros } = costs
  return (
    (cores * perSecond) /
    (eventLoopMicros + otherThreadsMicros + (servers - 1) * followerMicros + postgresMicros + loadMicros)
  )
}

/**
 * Writes per second expected of servers that have a core each. PostgreSQL and the load have the other cores; if none is left, all
 * share all cores. Half of the requests in flight are being committed while the other half is decided.
 */
export const expected = (costs: Costs, servers: number, cores: number, inFlight: number): number => {
  const { otherThreadsMicros, postgresMicros, loadMicros } = costs
  const ofServers = eventLoopLimit({ ...costs, eventLoopMicros: costs.eventLoopMicros + otherThreadsMicros }, servers)
  const others =
    servers < cores ? ((cores - servers) * perSecond) / (postgresMicros + loadMicros) : Number.POSITIVE_INFINITY
  const batch = Math.min(inFlight / 2, maxBatch)
  return Math.min(ofServers, others, headLockLimit(costs, batch), coreLimit(costs, servers, cores))
}
