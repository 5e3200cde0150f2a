/**
 * Days are numbers: that of a date is how many days it is from 1970-01-01. `Days` tells the day of a moment in a time zone;
 * all else is arithmetic that needs none.
 */

export const millisPerDay = 86_400_000

/** The day of a date, `YYYY-MM-DD`. */
export const dayOf = (date: string): number => Date.parse(date) / millisPerDay

const dateFormat = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "UTC"
})

/** The date of a day, `YYYY-MM-DD`; for days of the years 1 to 9999. */
export const dateOfDay = (day: number): string => dateFormat.format(day * millisPerDay).padStart(10, "0")

const firstDayOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / millisPerDay

/** The dates of the first and the last day of some months; the first month is counted from January of the year 0, which is 0. */
export const spanOfMonths = (first: number, count: number) => ({
  from: dateOfDay(firstDayOf(first)),
  to: dateOfDay(firstDayOf(first + count) - 1)
})

/** The last Monday on or before a day; day 0 was a Thursday. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/**
 * The days of a time zone, by its clocks: some have 23 or 25 hours. A day begins when the clocks first show its date or a later
 * one, and lasts until the next begins, also where they go back over midnight. A day that was skipped is empty. Those before
 * 1970 are of UTC. Moments are milliseconds since 1970.
 */
export interface Days {
  /** Its IANA name. */
  readonly timeZone: string
  /** The day of a moment. */
  readonly at: (moment: number) => number
  /** The day of an ISO 8601 timestamp. */
  readonly of: (timestamp: string) => number
  /** The first moment of a day at which the clocks show a time, in milliseconds after midnight, or a later one. */
  readonly momentOf: (day: number, time?: number) => number
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
const offsetsIn = (timeZone: string): ((moment: number) => number) => {
  const { format } = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })
  return (moment) => Date.parse(`${format(moment)} UTC`) - Math.floor(moment / 1000) * 1000
}

/** The first moment at which clocks show a time, in milliseconds as if they showed UTC, or a later one. They change at most once in two days. */
const firstShowing = (offsetAt: (moment: number) => number, shown: number): number => {
  const [before, after] = [offsetAt(shown - millisPerDay), offsetAt(shown + millisPerDay)]
  if (offsetAt(shown - before) === before) return shown - before
  if (offsetAt(shown - after) === after) return shown - after
  // The clocks skipped it: they changed between the two.
  let [low, high] = [shown - after, shown - before]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === after) high = middle
    else low = middle
  }
  return high
}

const makeDays = (timeZone: string): Days => {
  const offsetAt = offsetsIn(timeZone)
  // Kept, since asking Intl takes long; at most the days since 1970.
  const beginnings = new Map<number, number>()
  const beginOf = (day: number): number => {
    // Intl writes the oldest years in other forms.
    if (day < 0) return day * millisPerDay
    const begin = beginnings.get(day) ?? firstShowing(offsetAt, day * millisPerDay)
    beginnings.set(day, begin)
    return begin
  }
  const at = (moment: number): number => {
    let day = Math.floor(moment / millisPerDay)
    while (beginOf(day) > moment) day -= 1
    while (beginOf(day + 1) <= moment) day += 1
    return day
  }
  return {
    timeZone,
    at,
    of: (timestamp) => at(Date.parse(timestamp)),
    momentOf: (day, time = 0) => (time === 0 ? beginOf(day) : firstShowing(offsetAt, day * millisPerDay + time))
  }
}

const made = new Map<string, Days>()

/** The days of a time zone, by its IANA name. Throws a `RangeError` for a name that is not known here. */
export const daysIn = (timeZone: string): Days => {
  const days = made.get(timeZone) ?? makeDays(timeZone)
  made.set(timeZone, days)
  return days
}

/** What the state itself keeps by day, it keeps by these. */
export const utcDays = daysIn("UTC")
