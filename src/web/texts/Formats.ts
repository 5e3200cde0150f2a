import { now } from "./Clock.ts"

/** The browser's language says how numbers and dates look; the words are English. */

const days = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 })
const relatives = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const localDays = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" })

/** Of `YYYY-MM-DD`. */
export const day = (text: string): string => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? text : days.format(time)
}

/** Of an ISO 8601 timestamp: date and time where the reader is. */
export const moment = (timestamp: string): string => moments.format(Date.parse(timestamp))

export const number = (value: number): string => numbers.format(value)

/** Today where the reader is, `YYYY-MM-DD`. */
export const today = (): string => localDays.format(now())

/** So many days from today where the reader is, `YYYY-MM-DD`. */
export const dayFromToday = (days: number): string => localDays.format(now() + days * 86_400_000)
/** The day of an ISO 8601 timestamp where the reader is, `YYYY-MM-DD`. */
export const dayOf = (timestamp: string): string => localDays.format(Date.parse(timestamp))

const conjunctions = new Intl.ListFormat("en", { type: "conjunction" })

/** "a, b, and c" */
export const list = (items: ReadonlyArray<string>): string => conjunctions.format(items)

const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

/** How long ago an ISO 8601 timestamp is, such as "5 minutes ago". */
export const ago = (timestamp: string): string => {
  const seconds = Math.round((now() - Date.parse(timestamp)) / 1000)
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["minute", 60]
  return seconds < 60 ? "just now" : relatives.format(-Math.floor(seconds / length), unit)
}
