import { batch, type Signal, signal } from "@preact/signals"
import type { ObjectivesBody, PrinciplesBody, TeamBody } from "../../domain/views/Views.ts"
import { type AnswerOf, addressOf } from "../contract/Call.ts"
import { bodyOf, type Send } from "../contract/Http.ts"
import { type Failure, type Result, succeed } from "../contract/Result.ts"
import type { Lifetime } from "./Lifetime.ts"
import { type LiveList, liveList } from "./Reconcile.ts"

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

type ViewRoute = "GET /api/teams/:teamId/principles" | "GET /api/teams/:teamId/objectives"

/** Fetches one view; unchanged since the last time, it gives the same body. */
const viewOf = <R extends ViewRoute>(send: Send, route: R, teamId: string): (() => Promise<Result<AnswerOf<R>>>) => {
  const path = addressOf(route, { teamId })
  let last: { readonly etag: string; readonly body: AnswerOf<R> } | undefined
  return async () => {
    const sent = await send(path, last === undefined ? {} : { headers: { "if-none-match": last.etag } })
    if (!sent.ok) return sent
    if (sent.value.status === 304 && last !== undefined) return succeed(last.body)
    const body = await bodyOf<AnswerOf<R>>(sent)
    if (body.ok) last = { etag: sent.value.headers.get("etag") ?? "", body: body.value }
    return body
  }
}

/** Both views of the same moment, as far as a few tries give it. */
const consistent = async (
  principles: () => Promise<Result<PrinciplesBody>>,
  objectives: () => Promise<Result<ObjectivesBody>>,
  atLeast: () => number,
  sleep: Lifetime["sleep"]
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
    await sleep(turn * 100)
  }
}

/** Before what could not be fetched is asked for again. */
const retryDelayMs = 4000

/** Changes that come in a burst are fetched together. */
const burstMs = 80

export const makeTeam = (id: string, send: Send, { after, sleep }: Lifetime): Team => {
  const principles = viewOf(send, "GET /api/teams/:teamId/principles", id)
  const objectives = viewOf(send, "GET /api/teams/:teamId/objectives", id)
  let wanted = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isForced = false
  let cancel = (): void => undefined
  /** What is shown is behind: nobody tells again of a change that was told. */
  const later = (): void => {
    cancel()
    cancel = after(retryDelayMs, () => void team.refresh())
  }
  const run = async (): Promise<void> => {
    const loaded = await consistent(principles, objectives, () => wanted, sleep)
    batch(() => {
      if (!loaded.ok) {
        team.trouble.value = loaded.failure
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
      next ??= Promise.resolve(running)
        .then(() => sleep(burstMs))
        .then(start)
      return next
    }
  }
  return team
}
