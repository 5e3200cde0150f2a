import { batch, type Signal, signal } from "@preact/signals"
import type { ObjectivesBody, PrinciplesBody, TeamBody } from "../../domain/views/Views.ts"
import { type AnswerOf, addressOf, type Route } from "../contract/Call.ts"
import { bodyOf, type Send } from "../contract/Http.ts"
import { type Failure, type Result, succeed } from "../contract/Result.ts"
import type { Lifetime } from "./Lifetime.ts"
import { type LiveList, liveList } from "./LiveList.ts"

export type Principle = PrinciplesBody["principles"][number]
export type Objective = ObjectivesBody["objectives"][number]
export type Measure = Objective["progress"][number]
export type Initiative = Objective["initiatives"][number]

/** A team as the page has it: loaded by the first `refresh`, then kept up to date from the event stream. */
export interface Team {
  readonly id: string
  /** Undefined until loaded. */
  readonly body: Signal<TeamBody | undefined>
  readonly principles: LiveList<Principle>
  readonly objectives: LiveList<Objective>
  /** The log position of what is shown: what an edit of it sends as `lastSeenSequence`. */
  readonly sequenceNumber: Signal<number>
  /** Why the last refresh failed; undefined when it succeeded. */
  readonly failure: Signal<Failure | undefined>
  /**
   * Fetches the team's views, unless they already include the log position `atLeast` (0: fetch in any case). Calls made
   * while a refresh runs share the next one.
   */
  readonly refresh: (atLeast?: number) => Promise<void>
}

interface Views {
  readonly principles: PrinciplesBody
  readonly objectives: ObjectivesBody
}

/** Fetches one view; by its ETag an unchanged view gives the same body again. */
export const viewFetcher = <R extends Route>(send: Send, address: string): (() => Promise<Result<AnswerOf<R>>>) => {
  let last: { readonly etag: string; readonly body: AnswerOf<R> } | undefined
  return async () => {
    const sent = await send(address, last === undefined ? {} : { headers: { "if-none-match": last.etag } })
    if (!sent.ok) return sent
    if (sent.value.status === 304 && last !== undefined) return succeed(last.body)
    const body = await bodyOf<AnswerOf<R>>(sent)
    if (body.ok) last = { etag: sent.value.headers.get("etag") ?? "", body: body.value }
    return body
  }
}

/** How often views of different log positions are fetched again. */
const maxRefetches = 5

/** Both views at one log position; after `maxRefetches` whatever they are at. */
const fetchViews = async (
  principles: () => Promise<Result<PrinciplesBody>>,
  objectives: () => Promise<Result<ObjectivesBody>>,
  atLeast: () => number,
  sleep: Lifetime["sleep"]
): Promise<Result<Views>> => {
  for (let attempt = 0; ; attempt++) {
    const [left, right] = await Promise.all([principles(), objectives()])
    if (!left.ok) return left
    if (!right.ok) return right
    const [one, other] = [left.value.sequenceNumber, right.value.sequenceNumber]
    if (attempt === maxRefetches || (one === other && one >= atLeast())) {
      return succeed({ principles: left.value, objectives: right.value })
    }
    // Another server may be slightly behind the one that announced the change.
    await sleep(attempt * 100)
  }
}

/** The delay before a refresh that failed is repeated. */
const retryDelayMs = 4000

/** Changes that come within this time are fetched together. */
const burstMs = 80

export const makeTeam = (id: string, send: Send, { after, sleep }: Lifetime): Team => {
  const view = <R extends Route>(route: R) => viewFetcher<R>(send, addressOf(route, { teamId: id }))
  const principles = view("GET /api/teams/:teamId/principles")
  const objectives = view("GET /api/teams/:teamId/objectives")
  let wanted = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isForced = false
  let cancel = (): void => undefined
  /** The stream announces each change once, so a refresh that failed has to be repeated. */
  const retryLater = (): void => {
    cancel()
    cancel = after(retryDelayMs, () => void team.refresh())
  }
  const run = async (): Promise<void> => {
    const loaded = await fetchViews(principles, objectives, () => wanted, sleep)
    batch(() => {
      if (!loaded.ok) {
        team.failure.value = loaded.failure
        if (loaded.failure.kind === "unreachable" && team.body.peek() !== undefined) retryLater()
        return
      }
      team.failure.value = undefined
      team.body.value = loaded.value.objectives.team
      team.principles.update(loaded.value.principles.principles)
      team.objectives.update(loaded.value.objectives.objectives)
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
    failure: signal(undefined),
    refresh: (atLeast = 0) => {
      wanted = Math.max(wanted, atLeast)
      isForced ||= atLeast === 0
      if (running === undefined && next === undefined) return start()
      next ??= Promise.resolve(running)
        .then(() => sleep(burstMs))
        .then(start)
      return next
    }
  }
  return team
}
