/** How sentences write days, moments and numbers: the page has those of its reader. */
export interface Formats {
  /** Of `YYYY-MM-DD`. */
  readonly day: (date: string) => string
  /** Of an ISO 8601 timestamp. */
  readonly moment: (timestamp: string) => string
  readonly number: (value: number) => string
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })
const momentFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

const formatted = (format: Intl.DateTimeFormat, text: string): string => {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : format.format(time)
}

/** Where it is not known who reads it: UTC, and numbers as they were sent. */
export const plainFormats: Formats = {
  day: (date) => formatted(dayFormat, date),
  moment: (timestamp) => `${formatted(momentFormat, timestamp)} UTC`,
  number: String
}
