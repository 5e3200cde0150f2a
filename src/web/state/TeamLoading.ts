import { teamOf } from "./Team.ts"

/** How many teams are loaded at the same time. */
const most = 4

const waiting = new Set<string>()
let running = 0

const next = (): void => {
  const [id] = waiting
  if (id === undefined || running >= most) return
  waiting.delete(id)
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
  waiting.add(id)
  next()
}

export const notNow = (id: string): void => {
  waiting.delete(id)
}
