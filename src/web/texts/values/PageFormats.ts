import type { Formats } from "../../../shared/words/Formats.ts"
import { now, shownNow } from "./Clock.ts"

/** Numbers and dates follow the browser's language; words are English. */

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})
const timestampFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6, numberingSystem: "latn" })
const relativeFormat = new Intl.RelativeTimeFormat("en", { style: "narrow" })
const localDayFormat = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" })

/** Formats a date; `text` is `YYYY-MM-DD`, and is returned as it is when it is no date. */
export const formatDay = (text: string): string => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? text : dayFormat.format(time)
}

/** "12 Jan – 3 Mar 2027"; both are `YYYY-MM-DD`. */
export const formatDays = (from: string, to: string): string => dayFormat.formatRange(Date.parse(from), Date.parse(to))

/** Formats an ISO 8601 timestamp as date and time in the reader's time zone. */
export const formatTimestamp = (timestamp: string): string => timestampFormat.format(Date.parse(timestamp))

export const formatNumber = (value: number): string => numberFormat.format(value)

/** How the page's sentences write values. */
export const pageFormats: Formats = { day: formatDay, moment: formatTimestamp, number: formatNumber }

/** Today's date in the reader's time zone, `YYYY-MM-DD`. */
export const localToday = (): string => localDayFormat.format(now())

/** The date of an ISO 8601 timestamp in the reader's time zone, `YYYY-MM-DD`. */
export const localDayOf = (timestamp: string): string => localDayFormat.format(Date.parse(timestamp))

const listFormat = new Intl.ListFormat("en", { type: "conjunction" })

/** "a, b, and c" */
export const formatList = (items: ReadonlyArray<string>): string => listFormat.format(items)

const unitsInSeconds: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

/** The time since an ISO 8601 timestamp, such as "5m ago". */
export const timeAgo = (timestamp: string): string => {
  const seconds = Math.round((shownNow() - Date.parse(timestamp)) / 1000)
  const [unit, length] = unitsInSeconds.find(([, length]) => seconds >= length) ?? ["minute", 60]
  return seconds < 60 ? "just now" : relativeFormat.format(-Math.floor(seconds / length), unit)
}
