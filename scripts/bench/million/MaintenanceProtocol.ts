import type { LogPlace } from "../LogStores.ts"

export interface Worked {
  /** The events that were read. */
  readonly events: number
  /** Seconds without those in which the database was opened. */
  readonly seconds: number
  /** The largest resident set of the process, in bytes. */
  readonly peak: number
  /** The most that V8 kept in its heap when it had collected all garbage, in bytes. */
  readonly live: number
}

/** What a process does with a whole log: once, because its peak of memory is measured. */
export type MaintenanceProtocol = {
  readonly rebuild: (place: LogPlace) => Worked
  readonly verify: (place: LogPlace) => Worked
  readonly export: (place: LogPlace) => Worked
}
