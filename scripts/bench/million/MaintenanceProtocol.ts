import type { LogPlace } from "../LogStores.ts"

export interface Worked {
  /** The events that were read. */
  readonly events: number
  /** Seconds of work, without opening the database. */
  readonly seconds: number
  /** The largest resident set of the process, in bytes. */
  readonly peak: number
  /** The largest heap that V8 had right after a full garbage collection, in bytes. */
  readonly live: number
}

/** Tasks on a whole log. A process does one of them, once, because its peak memory is measured. */
export type MaintenanceProtocol = {
  readonly rebuild: (place: LogPlace) => Worked
  readonly verify: (place: LogPlace) => Worked
  readonly export: (place: LogPlace) => Worked
}
