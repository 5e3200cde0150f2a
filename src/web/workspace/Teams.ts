import type { ReadonlySignal } from "@preact/signals"
import type { TeamBody } from "../../domain/views/Views.ts"
import type { EditedValue } from "../../shared/FieldEdits.ts"
import type { Api } from "../contract/PageApi.ts"
import type { Failure } from "../contract/Result.ts"
import type { Stream } from "../live/StreamMessages.ts"
import type { Lifetime } from "./Lifetime.ts"
import { refreshedList } from "./live/RefreshedList.ts"
import type { SeenValue } from "./outbox/Edit.ts"
import { makeTeam, type Team } from "./Team.ts"

export interface Teams {
  /** By name; undefined until loaded. */
  readonly list: ReadonlySignal<ReadonlyArray<TeamBody> | undefined>
  /** Why the list could not be loaded. */
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** Whether the list was asked for. It then follows changes, even those that a response under way does not include. */
  readonly isWanted: () => boolean
  /** From the list; undefined when it is not loaded or has no such team. */
  readonly nameOf: (id: string) => string | undefined
  /** The team of this id, loaded or not. */
  readonly of: (id: string) => Team
  /** Records that the team is deleted, without asking the server. */
  readonly markDeleted: (id: string) => void
  /** Whether the team is deleted as far as known. */
  readonly isDeleted: (id: string) => boolean
  /** All teams that `of` was called for. */
  readonly all: () => Iterable<Team>
  /**
   * The value a component shows, with the team's log position. To be called while it renders: afterwards the position
   * may be newer than what it shows.
   */
  readonly valueAsShown: <V extends EditedValue>(teamId: string, value: V) => SeenValue<V>
  /** Queues the first load of a team; does nothing when it is loaded. */
  readonly queueLoad: (id: string) => void
  /** Queues a refresh of a team, behind all first loads. */
  readonly queueRefresh: (id: string) => void
}

/** How many teams are loaded at the same time. */
const maxConcurrentLoads = 4

/** A queue of loads: teams that are not loaded come before those that may be out of date. */
const loadQueue = (of: Teams["of"]): Pick<Teams, "queueLoad" | "queueRefresh"> => {
  const wanted = new Set<string>()
  const stale = new Set<string>()
  let running = 0
  const next = (): void => {
    const [id = ""] = wanted.size > 0 ? wanted : stale
    if (id === "" || running >= maxConcurrentLoads) return
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
    queueLoad: (id) => {
      if (of(id).body.peek() !== undefined) return
      wanted.add(id)
      next()
    },
    queueRefresh: (id) => {
      stale.add(id)
      next()
    }
  }
}

export const makeTeams = (api: Api, lifetime: Lifetime, connection: Stream["connection"]): Teams => {
  const known = new Map<string, Team>()
  let isWanted = false
  const { list, failure, refresh } = refreshedList(() => {
    isWanted = true
    return api.teams()
  })
  const of = (id: string): Team => {
    const team = known.get(id) ?? makeTeam(id, api.send, lifetime, () => connection.peek() === "live")
    known.set(id, team)
    return team
  }
  return {
    list,
    failure,
    refresh,
    isWanted: () => isWanted,
    nameOf: (id) => list.value?.find((team) => team.id === id)?.name,
    of,
    markDeleted: (id) => {
      const team = known.get(id)
      if (team !== undefined) team.failure.value = { kind: "refused", status: 404, message: "" }
    },
    isDeleted: (id) => {
      const failure = known.get(id)?.failure.peek()
      return failure?.kind === "refused" && failure.status === 404
    },
    all: () => known.values(),
    valueAsShown: (teamId, value) => ({ value, sequenceNumber: of(teamId).sequenceNumber.peek() }),
    ...loadQueue(of)
  }
}
