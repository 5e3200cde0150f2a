const weekMs = 7 * 86_400_000

/** Monday 1970-01-05 at 07:00 UTC begins week 0. */
const firstMs = 4 * 86_400_000 + 7 * 3_600_000

/** The number of the week that a Unix time in milliseconds is in; weeks begin on Mondays at 07:00 UTC. */
export const weekAt = (milliseconds: number): number => Math.floor((milliseconds - firstMs) / weekMs)

/** The Unix time in milliseconds at which a week begins. */
export const beginOf = (week: number): number => firstMs + week * weekMs

/**
 * Decides whether the week's digest is due, for one webhook and one server, asked again and again. `sent` is the week of the latest
 * digest. A clock set back by up to a week changes nothing. Where `sent` is further ahead, the clock is wrong or was: then the next
 * Monday that passes here counts, until the clock fits again; so a digest is neither sent twice for that nor withheld for long.
 */
export const makeIsDue = (): ((sent: number, week: number) => boolean) => {
  let assumed: number | undefined
  return (sent, week) => {
    if (sent <= week + 1) {
      assumed = undefined
      return week > sent
    }
    assumed ??= week
    return week > assumed
  }
}
