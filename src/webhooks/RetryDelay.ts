const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const growing = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour]

/** After the growing delays comes one attempt a day, for a week. */
const dailyAttempts = 7

/** Milliseconds until the next attempt after so many failures in a row; undefined: there is none. */
export const retryDelayMs = (failures: number): number | undefined =>
  growing[failures - 1] ?? (failures <= growing.length + dailyAttempts ? day : undefined)
