import { computed, signal } from "@preact/signals"
import { type Days, daysIn, utcDays } from "../../../shared/Days.ts"

/** Milliseconds since 1970, by this device's clock; `performance.now()` may leave out the time that it slept. */
export const now = (): number => Date.now()

/** How often the clock is looked at: a device that wakes tells nobody. Browsers do it less often for pages that are not seen. */
const tickMs = 10_000

/** Changes each minute. */
const minute = signal(0)

const tick = (): void => {
  minute.value = Math.floor(now() / 60_000)
}

/** Keeps what depends on the time right, whatever the device did in between. */
export const watchClock = (): void => {
  setInterval(tick, tickMs)
  document.addEventListener("visibilitychange", tick)
}

/** `now` for what is shown: where that is read, it is made again each minute. */
export const shownNow = (): number => {
  void minute.value
  return now()
}

const known = signal<Days>(utcDays)

/** The days of the server's time zone. */
export const days = (): Days => known.value

/** Counts days as the server does; as before where this browser does not know the time zone. */
export const setTimeZone = (timeZone: string): Promise<unknown> =>
  Promise.resolve(timeZone)
    .then((name) => (known.value = daysIn(name)))
    .catch(() => {})

const currentDay = computed(() => known.value.at(shownNow()))

/** Today, by the server's time zone. */
export const serverToday = (): number => currentDay.value
