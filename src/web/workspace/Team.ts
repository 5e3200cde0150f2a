import { batch, type Signal, signal } from "@preact/signals"
import type { ObjectivesBody, PrinciplesBody, TeamBody } from "../../domain/views/Views.ts"
import { type TeamViews, withTeamChange } from "../../shared/TeamChange.ts"
import { type AnswerOf, addressOf, type Route } from "../contract/Call.ts"
import { bodyOf, type Send } from "../contract/Http.ts"
import { type Failure, type Result, succeed } from "../contract/Result.ts"
import type { StreamChange } from "../live/StreamMessages.ts"
import type { Lifetime } from "./Lifetime.ts"
import { type LiveList, liveList } from "./live/LiveList.ts"

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
  /** Brings the team to the log position of a change that concerns it, if it is loaded or being loaded. */
  readonly changed: (change: StreamChange) => Promise<void>
  /**
   * Waits until a loaded team is at a log position (0: fetched anew): until the stream has brought it there or, if that
   * does not happen soon, until a refresh has.
   */
  readonly reach: (sequenceNumber: number) => Promise<void>
}

type Shown = TeamViews<TeamBody, Principle, Objective>

/** Both views; torn if they are of different log positions, the earlier of which is given. */
interface Loaded extends Shown {
  readonly sequenceNumber: number
  readonly isTorn: boolean
}

/** Fetches one view; by its ETag an unchanged view gives the same body again, which the browser has kept. */
export const viewFetcher = <R extends Route>(send: Send, address: string): (() => Promise<Result<AnswerOf<R>>>) => {
  let last: { readonly etag: string; readonly body: AnswerOf<R> } | undefined
  return async () => {
    const sent = await send(address)
    if (!sent.ok) return sent
    const etag = sent.value.headers.get("etag")
    if (last !== undefined && etag === last.etag) return succeed(last.body)
    const body = await bodyOf<AnswerOf<R>>(sent)
    if (body.ok && etag !== null) last = { etag, body: body.value }
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
): Promise<Result<Loaded>> => {
  for (let attempt = 0; ; attempt++) {
    const [left, right] = await Promise.all([principles(), objectives()])
    if (!left.ok) return left
    if (!right.ok) return right
    const [one, other] = [left.value.sequenceNumber, right.value.sequenceNumber]
    if (attempt === maxRefetches || (one === other && one >= atLeast())) {
      return succeed({
        team: right.value.team,
        principles: left.value.principles,
        objectives: right.value.objectives,
        sequenceNumber: Math.min(one, other),
        isTorn: one !== other
      })
    }
    // Another server may be slightly behind the one that announced the change.
    await sleep(attempt * 100)
  }
}

/** The delay before a refresh that failed is repeated. */
const retryDelayMs = 4000

/** Changes that come within this time are fetched together. */
const burstMs = 80

/** How often, and how many milliseconds apart, `reach` checks whether the stream has brought an answered change. */
const looks = 6
const lookMs = 50

/** The delay before `reach` repeats a refresh that failed. */
const reachRetryMs = 1000

/** How many changes are kept while the views are fetched; with more, they are fetched once more. */
const maxPending = 1000

type Content = Omit<Team, "refresh" | "changed" | "reach">

/** The loaded views of a team, and how they go from one log position to the next. */
const makeContent = (id: string) => {
  const content: Content = {
    id,
    body: signal(undefined),
    principles: liveList(),
    objectives: liveList(),
    sequenceNumber: signal(0),
    failure: signal(undefined)
  }
  let shown: Shown | undefined
  const show = (views: Shown, sequenceNumber: number): void =>
    batch(() => {
      shown = views
      content.body.value = views.team
      content.principles.update(views.principles)
      content.objectives.update(views.objectives)
      content.sequenceNumber.value = sequenceNumber
    })
  /** Applies a change; false if it does not continue what is shown, and is not included in it. */
  const apply = ({ sequenceNumber, views }: StreamChange): boolean => {
    const at = content.sequenceNumber.peek()
    if (sequenceNumber <= at) return true
    if (shown === undefined || views?.from !== at) return false
    show(withTeamChange(shown, views), sequenceNumber)
    return true
  }
  /** Shows fetched views with the changes that came meanwhile; gives the last log position that is missing then, or 0. */
  const replace = (loaded: Loaded, pending: ReadonlyArray<StreamChange>): number =>
    batch(() => {
      content.failure.value = undefined
      show(loaded, loaded.sequenceNumber)
      if (loaded.isTorn) shown = undefined
      return pending.reduce((missing, change) => (apply(change) ? missing : change.sequenceNumber), 0)
    })
  return { content, apply, replace }
}

export const makeTeam = (id: string, send: Send, { after, sleep }: Lifetime, isStreamLive = () => false): Team => {
  const view = <R extends Route>(route: R) => viewFetcher<R>(send, addressOf(route, { teamId: id }))
  const principles = view("GET /api/teams/:teamId/principles")
  const objectives = view("GET /api/teams/:teamId/objectives")
  const { content, apply, replace } = makeContent(id)
  const { body, sequenceNumber: position, failure } = content
  let wanted = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isForced = false
  let cancel = (): void => undefined
  let pending: Array<StreamChange> = []
  /** The stream announces each change once, so a refresh that failed has to be repeated. */
  const retryLater = (): void => {
    cancel()
    cancel = after(retryDelayMs, () => void refresh())
  }
  const run = async (): Promise<void> => {
    pending = []
    // Another server may be behind what the stream has brought.
    wanted = Math.max(wanted, position.peek())
    const loaded = await fetchViews(principles, objectives, () => wanted, sleep)
    if (loaded.ok) {
      const missing = replace(loaded.value, pending)
      if (missing > 0) void refresh(missing)
      return
    }
    failure.value = loaded.failure
    if (loaded.failure.kind === "unreachable" && body.peek() !== undefined) retryLater()
  }
  const start = (): Promise<void> => {
    next = undefined
    if (!isForced && position.peek() >= wanted) return Promise.resolve()
    isForced = false
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  const refresh: Team["refresh"] = (atLeast = 0) => {
    wanted = Math.max(wanted, atLeast)
    isForced ||= atLeast === 0
    if (running === undefined && next === undefined) return start()
    next ??= Promise.resolve(running)
      .then(() => sleep(burstMs))
      .then(start)
    return next
  }
  return {
    ...content,
    refresh,
    changed: async (change) => {
      const isLoading = running !== undefined
      if (!isLoading && body.peek() === undefined) return
      if (pending.length === maxPending) pending = []
      if (isLoading) pending.push(change)
      const isShown = apply(change)
      if (!isShown && (!isLoading || change.views === undefined)) return refresh(change.sequenceNumber)
    },
    reach: async (sequenceNumber) => {
      if (body.peek() === undefined) return
      const isThere = (): boolean => sequenceNumber > 0 && position.peek() >= sequenceNumber
      for (let left = sequenceNumber > 0 && isStreamLive() ? looks : 0; left > 0 && !isThere(); left--)
        await sleep(lookMs)
      if (isThere()) return
      await refresh(sequenceNumber)
      while (failure.peek()?.kind === "unreachable" && position.peek() < sequenceNumber) {
        await sleep(reachRetryMs)
        await refresh(sequenceNumber)
      }
    }
  }
}
