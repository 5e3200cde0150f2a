/** What one write costs: microseconds of processor time, unless something else is said. */
export interface Costs {
  /** The event loop of the server that decides it. */
  readonly loop: number
  /** That server's other threads, which collect garbage and compile. */
  readonly threads: number
  /** Each other server on the same log, which folds it. */
  readonly following: number
  /** All processes of PostgreSQL. */
  readonly postgres: number
  /** The load, which is no part of the service. */
  readonly load: number
  /** Bytes that the server reads and writes, from and to its clients and PostgreSQL. */
  readonly wire: number
  /** Bytes of PostgreSQL's write-ahead log. */
  readonly wal: number
  /** Microseconds until a small statement is committed, alone on its connection. */
  readonly commit: number
}

/** The largest batch that the Planner commits with one statement. */
export const maxBatch = 512

const perSecond = 1_000_000

/** Writes per second at which the event loops of so many servers on one log are full: each folds what the others write. */
export const ofLoops = ({ loop, following }: Costs, servers: number): number =>
  (servers * perSecond) / (loop + (servers - 1) * following)

/**
 * Writes per second through the head's row lock, which is held from the statement until its commit: batches follow one another,
 * whichever server they are of and however many cores there are.
 */
export const ofHead = ({ postgres, commit }: Costs, batch = maxBatch): number =>
  (batch * perSecond) / (commit + batch * postgres)

/** Writes per second at which so many bytes per second are sent and received. */
export const ofWire = ({ wire }: Costs, bytesPerSecond: number): number => bytesPerSecond / wire

/** Writes per second at which so many bytes per second of log are written to the disk. */
export const ofDisk = ({ wal }: Costs, bytesPerSecond: number): number => bytesPerSecond / wal

/** Writes per second at which so many cores are full of everything, if all of it runs on them. */
export const ofCores = (costs: Costs, servers: number, cores: number): number => {
  const { loop, threads, following, postgres, load } = costs
  return (cores * perSecond) / (loop + threads + (servers - 1) * following + postgres + load)
}

/**
 * What is expected of servers with a core each, where PostgreSQL and the load have the other cores, or share all of them if no
 * other is left. Of the requests in flight one half is committed while the other is decided.
 */
export const expected = (costs: Costs, servers: number, cores: number, inFlight: number): number => {
  const { threads, postgres, load } = costs
  const ofServers = ofLoops({ ...costs, loop: costs.loop + threads }, servers)
  const others = servers < cores ? ((cores - servers) * perSecond) / (postgres + load) : Number.POSITIVE_INFINITY
  const batch = Math.min(inFlight / 2, maxBatch)
  return Math.min(ofServers, others, ofHead(costs, batch), ofCores(costs, servers, cores))
}
