/** The longest wait that a receiver may ask for. */
const maxMs = 24 * 60 * 60 * 1_000

/**
 * The wait that a `Retry-After` header asks for, as seconds or as a date, in milliseconds from `now`: from 0 to a day. Null
 * if there is none, or if it cannot be read.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  const text = header.trim()
  // The parser takes much else for a date, `-7` too.
  const date = text.endsWith(" GMT") ? Date.parse(text) - now : Number.NaN
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : date
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), maxMs)
}
