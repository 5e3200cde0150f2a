const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const growingMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs]

/** After the growing delays comes one attempt a day, for a week. */
const dailyAttempts = 7

/** The delay before the next attempt after this many failures in a row; undefined if there is no further attempt. */
export const retryDelayMs = (failures: number): number | undefined =>
  growingMs[failures - 1] ?? (failures <= growingMs.length + dailyAttempts ? dayMs : undefined)
