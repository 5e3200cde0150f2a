import { teamOf } from "./Team.ts"

/** How many teams are loaded at the same time. */
const most = 4

/** In sight, and not loaded yet. */
const wanted = new Set<string>()
/** Loaded, and perhaps not up to date any more. */
const stale = new Set<string>()
let running = 0

const next = (): void => {
  const [id = ""] = wanted.size > 0 ? wanted : stale
  if (id === "" || running >= most) return
  wanted.delete(id)
  stale.delete(id)
  running += 1
  void teamOf(id)
    .refresh()
    .finally(() => {
      running -= 1
      next()
    })
  next()
}

/** Loads a team that was not loaded yet, when it is its turn; from then on the live stream keeps it up to date. */
export const loadSoon = (id: string): void => {
  if (teamOf(id).body.peek() !== undefined) return
  wanted.add(id)
  next()
}

export const notNow = (id: string): void => {
  wanted.delete(id)
}

/** Fetches what has changed of a team, after those that are looked at. */
export const refreshSoon = (id: string): void => {
  stale.add(id)
  next()
}
