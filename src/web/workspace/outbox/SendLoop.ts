import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api, Submission } from "../../contract/Api.ts"
import type { Failure, Result } from "../../contract/Result.ts"
import { retryDelayMs } from "../../live/RetryDelay.ts"
import type { Lifetime } from "../Lifetime.ts"

/** An answer that repeating the submission does not change. */
export type Answer = Extract<Result<Outcome>, { readonly ok: true }> | { readonly ok: false; readonly failure: Refusal }

type Refusal = Extract<Failure, { readonly kind: "refused" }>

/** Submissions that are sent one after the other. */
export interface Lane {
  /** What to send now, under the same key as before if it was not answered; undefined: nothing. */
  readonly next: () => Submission | undefined
  /** The next submission is asked for once this is done. */
  readonly onAnswer: (sent: Submission, answer: Answer) => void | Promise<void>
  /** No answer came: it may or may not have been applied. It is asked for again by itself. */
  readonly onNoAnswer: () => void
}

/** Sends everything of the outbox, and again what was not answered. */
export interface SendLoop {
  /** Sends what the lane has; resolves when nothing is left, or an answer does not come. */
  readonly run: (lane: Lane) => Promise<void>
  readonly isRunning: (lane: Lane) => boolean
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
  const running = new Map<Lane, Promise<void>>()
  const waiting = new Set<Lane>()
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
  /** Whether it was answered. */
  const send = async (lane: Lane, submission: Submission): Promise<boolean> => {
    const answer = await submit(submission)
    if (isAnswer(answer)) {
      failures = 0
      await lane.onAnswer(submission, answer)
      return true
    }
    waiting.add(lane)
    lane.onNoAnswer()
    retryLater(answer.failure)
    return false
  }
  const track: SendLoop["track"] = (submission) => {
    unanswered.add(submission)
    const answered = () => unanswered.delete(submission)
    void submission.then(answered, answered)
    return submission
  }
  const sendAll = async (lane: Lane, first: Submission): Promise<void> => {
    for (let next: Submission | undefined = first; next !== undefined; next = lane.next()) {
      if (!(await track(send(lane, next)))) break
    }
    running.delete(lane)
  }
  const run: SendLoop["run"] = (lane) => {
    const known = running.get(lane)
    if (known !== undefined) return known
    waiting.delete(lane)
    const first = lane.next()
    if (first === undefined) return Promise.resolve()
    const sending = sendAll(lane, first)
    running.set(lane, sending)
    return sending
  }
  const retry = (): void => {
    cancelRetry()
    for (const lane of [...waiting]) void run(lane)
  }
  return {
    run,
    isRunning: (lane) => running.has(lane),
    retry,
    track,
    idle: async () => void (await Promise.allSettled(unanswered))
  }
}
