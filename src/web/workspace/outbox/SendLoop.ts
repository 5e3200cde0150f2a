import type { Signal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api, Submission } from "../../contract/PageApi.ts"
import type { Failure, Result } from "../../contract/Result.ts"
import { retryDelayMs } from "../../live/RetryDelay.ts"
import type { Lifetime } from "../Lifetime.ts"

/** An answer that repeating the submission does not change. */
export type Answer = Extract<Result<Outcome>, { readonly ok: true }> | { readonly ok: false; readonly failure: Refusal }

type Refusal = Extract<Failure, { readonly kind: "refused" }>

/** The keys of the submissions of a lane that are under way. */
export type UnderWay = Pick<ReadonlyMap<string, unknown>, "has">

/** Submissions that belong together, at most `maxUnderWay` of which are sent at the same time. */
export interface Lane {
  readonly maxUnderWay: number
  /** What to send now, under the same key as before if it was not answered; undefined: nothing. */
  readonly next: (underWay: UnderWay) => Submission | undefined
  /** The next submission is asked for once this is done. */
  readonly onAnswer: (sent: Submission, answer: Answer) => void | Promise<void>
  /** Whether no answer came, so that it may or may not have been applied. It is asked for again by itself. */
  readonly isWaiting: Signal<boolean>
}

/** Sends everything of the outbox, and again what was not answered. */
export interface SendLoop {
  /** Sends what the lane has; resolves when nothing is left, or an answer does not come. */
  readonly run: (lane: Lane) => Promise<void>
  /** Sends now what was not answered. */
  readonly retry: () => void
  /** Returns the submission, which `idle` waits for. */
  readonly track: <A>(submission: Promise<A>) => Promise<A>
  /** Resolves when what is under way now is answered. */
  readonly idle: () => Promise<void>
}

/** Delays before unanswered submissions are repeated, by the number of attempts that failed. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000]

const isAnswer = (answer: Result<Outcome>): answer is Answer => answer.ok || answer.failure.kind === "refused"

export const makeSendLoop = (submit: Api["submit"], { after }: Lifetime): SendLoop => {
  /** The submissions under way by their keys; each promise resolves when its lane has sent what came after it, too. */
  const lanes = new Map<Lane, Map<string, Promise<void>>>()
  const unanswered = new Set<Promise<unknown>>()
  let failures = 0
  let cancelRetry = (): void => undefined

  /** After the end of a session nothing is sent until its user signs in again. */
  const retryLater = (failure: Failure): void => {
    cancelRetry()
    if (failure.kind !== "unreachable") return
    const delayMs = Math.max(retryDelayMs(failures++, retryDelaysMs), (failure.retryAfter ?? 0) * 1000)
    cancelRetry = after(delayMs, retry)
  }
  const send = async (lane: Lane, submission: Submission): Promise<void> => {
    const answer = await submit(submission)
    if (isAnswer(answer)) {
      failures = 0
      await lane.onAnswer(submission, answer)
      return
    }
    lane.isWaiting.value = true
    retryLater(answer.failure)
  }
  const track: SendLoop["track"] = (submission) => {
    unanswered.add(submission)
    const answered = () => unanswered.delete(submission)
    void submission.then(answered, answered)
    return submission
  }
  const run: SendLoop["run"] = async (lane) => {
    const underWay = lanes.get(lane) ?? new Map<string, Promise<void>>()
    lanes.set(lane, underWay)
    const sendAndGoOn = async (submission: Submission): Promise<void> => {
      await track(send(lane, submission))
      underWay.delete(submission.key)
      if (!lane.isWaiting.peek()) await run(lane)
    }
    lane.isWaiting.value = false
    while (underWay.size < lane.maxUnderWay) {
      const next = lane.next(underWay)
      if (next === undefined) break
      underWay.set(next.key, sendAndGoOn(next))
    }
    await Promise.all(underWay.values())
  }
  const retry = (): void => {
    cancelRetry()
    for (const lane of lanes.keys()) if (lane.isWaiting.peek()) void run(lane)
  }
  return { run, retry, track, idle: async () => void (await Promise.allSettled(unanswered)) }
}
