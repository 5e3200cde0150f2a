import { type ReadonlySignal, signal } from "@preact/signals"
import type { TeamBody } from "../../domain/views/Views.ts"
import type { Api } from "../contract/Api.ts"
import type { Failure } from "../contract/Result.ts"
import type { Seen } from "./Draft.ts"
import type { Lifetime } from "./Lifetime.ts"
import { makeTeam, type Team } from "./Team.ts"

export interface Teams {
  /** By name; undefined until loaded. */
  readonly list: ReadonlySignal<ReadonlyArray<TeamBody> | undefined>
  readonly trouble: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** As the list has it. */
  readonly nameOf: (id: string) => string | undefined
  /** The one of this id; it may not be loaded yet. */
  readonly of: (id: string) => Team
  /** Those the page has looked at. */
  readonly known: () => Iterable<Team>
  /** What a part shows of a field: to be told while it renders, as what it shows may be behind what the page knows. */
  readonly seen: (teamId: string, text: string) => Seen
  /** Loads a team that was not loaded yet, when it is its turn; from then on the live stream keeps it up to date. */
  readonly loadSoon: (id: string) => void
  readonly notNow: (id: string) => void
  /** Fetches what has changed of a team, after those that are looked at. */
  readonly refreshSoon: (id: string) => void
}

/** How many teams are loaded at the same time. */
const maxLoading = 4

/** Loads teams by and by: those that are in sight, and not loaded yet, come before those that may not be up to date. */
const loading = (of: Teams["of"]): Pick<Teams, "loadSoon" | "notNow" | "refreshSoon"> => {
  const wanted = new Set<string>()
  const stale = new Set<string>()
  let running = 0
  const next = (): void => {
    const [id = ""] = wanted.size > 0 ? wanted : stale
    if (id === "" || running >= maxLoading) return
    wanted.delete(id)
    stale.delete(id)
    running += 1
    void of(id)
      .refresh()
      .finally(() => {
        running -= 1
        next()
      })
    next()
  }
  return {
    loadSoon: (id) => {
      if (of(id).body.peek() !== undefined) return
      wanted.add(id)
      next()
    },
    notNow: (id) => {
      wanted.delete(id)
    },
    refreshSoon: (id) => {
      stale.add(id)
      next()
    }
  }
}

export const makeTeams = (api: Api, lifetime: Lifetime): Teams => {
  const list = signal<ReadonlyArray<TeamBody> | undefined>(undefined)
  const trouble = signal<Failure | undefined>(undefined)
  const known = new Map<string, Team>()
  let asked = 0
  const of = (id: string): Team => {
    const team = known.get(id) ?? makeTeam(id, api.send, lifetime)
    known.set(id, team)
    return team
  }
  return {
    list,
    trouble,
    // An answer that comes after a later one is dropped.
    refresh: async () => {
      const turn = ++asked
      const answer = await api.teams()
      if (turn !== asked) return
      if (answer.ok) list.value = answer.value
      trouble.value = answer.ok ? undefined : answer.failure
    },
    nameOf: (id) => list.value?.find((team) => team.id === id)?.name,
    of,
    known: () => known.values(),
    seen: (teamId, text) => ({ text, sequenceNumber: of(teamId).sequenceNumber.peek() }),
    ...loading(of)
  }
}
