import { batch, type Signal, signal } from "@preact/signals"
import type { ObjectivesBody, PrinciplesBody, TeamBody } from "../../domain/Views.ts"
import { send } from "../api/Http.ts"
import { type Failure, fail, type Result, succeed } from "../api/Result.ts"
import type { Seen } from "../model/Draft.ts"
import { type LiveList, liveList } from "../model/Reconcile.ts"
import { noticed, onWho } from "./Session.ts"

export type Principle = PrinciplesBody["principles"][number]
export type Objective = ObjectivesBody["objectives"][number]
export type Measure = Objective["progress"][number]
export type Initiative = Objective["initiatives"][number]

/** A team as the page has it: filled by `refresh`, and from then on kept up to date by the live stream. */
export interface Team {
  readonly id: string
  /** Undefined until it was loaded once. */
  readonly body: Signal<TeamBody | undefined>
  readonly principles: LiveList<Principle>
  readonly objectives: LiveList<Objective>
  /** The log position of what is shown: what an edit of it sends as `lastSeenSequence`. */
  readonly sequenceNumber: Signal<number>
  /** Why it could not be loaded; undefined when it could. */
  readonly trouble: Signal<Failure | undefined>
  /**
   * Fetches what has changed. `atLeast`: the log position that must be in it; nothing is fetched where it already is.
   * Calls that come while it runs share the next run.
   */
  readonly refresh: (atLeast?: number) => Promise<void>
}

interface Views {
  readonly principles: PrinciplesBody
  readonly objectives: ObjectivesBody
}

/** Fetches one view; unchanged since the last time, it gives the same body. */
const viewOf = <A>(path: string): (() => Promise<Result<A>>) => {
  let last: { readonly etag: string; readonly body: A } | undefined
  return async () => {
    const sent = await send(path, last === undefined ? {} : { headers: { "if-none-match": last.etag } })
    if (!sent.ok) return sent
    if (sent.value.status === 304 && last !== undefined) return succeed(last.body)
    const body = (await sent.value.json().catch(() => undefined)) as A | undefined
    if (body === undefined) return fail({ kind: "unreachable" })
    last = { etag: sent.value.headers.get("etag") ?? "", body }
    return succeed(body)
  }
}

/** Both views of the same moment, as far as a few tries give it. */
const consistent = async (
  principles: () => Promise<Result<PrinciplesBody>>,
  objectives: () => Promise<Result<ObjectivesBody>>,
  atLeast: () => number
): Promise<Result<Views>> => {
  for (let turn = 0; ; turn++) {
    const [left, right] = await Promise.all([principles(), objectives()])
    if (!left.ok) return left
    if (!right.ok) return right
    const [one, other] = [left.value.sequenceNumber, right.value.sequenceNumber]
    if (turn === 5 || (one === other && one >= atLeast())) {
      return succeed({ principles: left.value, objectives: right.value })
    }
    // Another server may be a moment behind the one that told of the change.
    await new Promise((resolve) => setTimeout(resolve, turn * 100))
  }
}

/** Milliseconds before what could not be fetched is asked for again. */
const patience = 4000

/** Changes that come in a burst are fetched together. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 80))

const make = (id: string): Team => {
  const principles = viewOf<PrinciplesBody>(`/api/teams/${id}/principles`)
  const objectives = viewOf<ObjectivesBody>(`/api/teams/${id}/objectives`)
  let wanted = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isForced = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What is shown is behind: nobody tells again of a change that was told. */
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void team.refresh(), patience)
  }
  const run = async (): Promise<void> => {
    const loaded = await consistent(principles, objectives, () => wanted)
    batch(() => {
      if (!loaded.ok) {
        team.trouble.value = noticed(loaded.failure)
        if (loaded.failure.kind === "unreachable" && team.body.peek() !== undefined) later()
        return
      }
      team.trouble.value = undefined
      team.body.value = loaded.value.objectives.team
      team.principles.take(loaded.value.principles.principles)
      team.objectives.take(loaded.value.objectives.objectives)
      team.sequenceNumber.value = Math.min(
        loaded.value.principles.sequenceNumber,
        loaded.value.objectives.sequenceNumber
      )
    })
  }
  const start = (): Promise<void> => {
    next = undefined
    if (!isForced && team.sequenceNumber.peek() >= wanted) return Promise.resolve()
    isForced = false
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  const team: Team = {
    id,
    body: signal(undefined),
    principles: liveList(),
    objectives: liveList(),
    sequenceNumber: signal(0),
    trouble: signal(undefined),
    refresh: (atLeast = 0) => {
      wanted = Math.max(wanted, atLeast)
      isForced ||= atLeast === 0
      if (running === undefined && next === undefined) return start()
      next ??= Promise.resolve(running).then(breathe).then(start)
      return next
    }
  }
  return team
}

const known = new Map<string, Team>()

/** The one of this id; it may not be loaded yet. */
export const teamOf = (id: string): Team => {
  let team = known.get(id)
  if (team === undefined) {
    team = make(id)
    known.set(id, team)
  }
  return team
}

/** What a part shows of a field: to be told while it renders, as what it shows may be behind what the page knows. */
export const seen = (teamId: string, text: string): Seen => ({
  text,
  sequenceNumber: teamOf(teamId).sequenceNumber.peek()
})

/** Those the page has looked at. */
export const knownTeams = (): Iterable<Team> => known.values()

/** What one user has seen is not kept for another. */
export const forgetOthers = (): void => {
  let owner: string | undefined
  onWho((who) => {
    if (who === undefined || who.userId === owner) return
    if (owner !== undefined) known.clear()
    owner = who.userId
  })
}
