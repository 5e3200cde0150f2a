import { type ReadonlySignal, signal } from "@preact/signals"
import { navigate, pathOf } from "../session/Route.ts"
import type { TextStore } from "../session/TextStore.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { Teams } from "./Teams.ts"
import type { Toasts } from "./Toasts.ts"

/** The teams that a user looks after, kept in this browser. */
export interface Pins {
  /** Their ids, in the order in which they were pinned; a deleted team may be among them. */
  readonly teamIds: ReadonlySignal<ReadonlyArray<string>>
  /** Pins those that are not pinned; unpins them if all are. */
  readonly toggle: (...teamIds: ReadonlyArray<string>) => void
  /** Offers to pin a team in which the user has saved something: once for each team, and never the only team. */
  readonly offer: (teamId: string) => Promise<void>
}

/** The most recent ones are kept. */
const maxIds = 100

const offerMs = 15_000

const idsIn = (local: TextStore, key: string): ReadonlyArray<string> => local.get(key)?.split(" ").filter(Boolean) ?? []

const pinsKey = (userId: string): string => `strategy.pins.${userId}`

export const makePins = (userId: string, local: TextStore, teams: Teams, toasts: Toasts): Pins => {
  const [key, offeredKey] = [pinsKey(userId), `strategy.pinsOffered.${userId}`]
  const teamIds = signal(idsIn(local, key))
  const toggle: Pins["toggle"] = (...ids) => {
    // Another tab may have pinned a team since.
    const before = idsIn(local, key)
    const left = ids.filter((id) => !before.includes(id))
    teamIds.value = left.length > 0 ? [...before, ...left].slice(-maxIds) : before.filter((id) => !ids.includes(id))
    local.put(key, teamIds.peek().join(" "))
  }
  return {
    teamIds,
    toggle,
    offer: async (teamId) => {
      const offered = idsIn(local, offeredKey)
      if (offered.includes(teamId) || teamIds.peek().includes(teamId)) return
      local.put(offeredKey, [...offered, teamId].slice(-maxIds).join(" "))
      if (teams.list.peek() === undefined) await teams.refresh()
      const name = teams.nameOf(teamId)
      if (name === undefined || teams.list.peek()?.length === 1) return
      const run = (): void => {
        if (!teamIds.peek().includes(teamId)) toggle(teamId)
        const action = { label: texts.pins.open, run: () => navigate(pathOf.home) }
        toasts.show(texts.pins.pinned(name), { action })
      }
      toasts.show(texts.pins.offer(name), { action: { label: texts.pins.accept, run }, durationMs: offerMs })
    }
  }
}
