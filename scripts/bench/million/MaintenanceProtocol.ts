import type { LogPlace } from "../LogStores.ts"

export interface Work {
  readonly place: LogPlace
  /** Whether what it keeps on the heap is measured, by collections that make it slower and its peak of memory lower. */
  readonly isHeapWatched: boolean
}

export interface Worked {
  /** The events that were read. */
  readonly events: number
  /** Seconds of work, without opening the database. */
  readonly seconds: number
  /** The largest resident set of the process, in bytes. */
  readonly peak: number
  /** The largest heap when all garbage had been collected, in bytes; 0 unless it was watched. */
  readonly live: number
  /** The heap that the log's state takes, in bytes; 0 unless the heap was watched. */
  readonly state: number
}

/** Tasks on a whole log. A process does one of them, once, because its peak memory is measured. */
export type MaintenanceProtocol = {
  readonly rebuild: (work: Work) => Worked
  readonly verify: (work: Work) => Worked
  readonly export: (work: Work) => Worked
}
