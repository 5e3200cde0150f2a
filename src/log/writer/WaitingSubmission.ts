import { type Context, Duration, Effect, Exit, Fiber } from "effect"
import type { Outcome } from "../../domain/Outcome.ts"
import * as LogMetrics from "../LogMetrics.ts"
import type { Answer, SubmissionRequest } from "./Batch.ts"
import { IdempotencyKeyReused, resultOfError, type SubmitError } from "./SubmitError.ts"

type Resume = (answer: Exit.Exit<Outcome, SubmitError>) => void

/** A submission that has no answer yet. The first answer counts; whatever comes later is dropped. */
export class WaitingSubmission {
  readonly request: SubmissionRequest
  /** By the count of `Deadlines`. */
  readonly arrivalCheck: number
  readonly #metrics: Context.Context<never>
  #resume: Resume | undefined

  constructor(request: SubmissionRequest, arrivedAt: number, metrics: Context.Context<never>, resume: Resume) {
    this.request = request
    this.arrivalCheck = arrivedAt
    this.#metrics = metrics
    this.#resume = resume
  }

  #answer(result: LogMetrics.SubmissionResult, answer: Exit.Exit<Outcome, SubmitError>): void {
    const resume = this.#resume
    if (resume === undefined) return
    this.#resume = undefined
    LogMetrics.countSubmission(this.request.submission.eventType, result, this.#metrics)
    resume(answer)
  }

  refuse(error: SubmitError): void {
    this.#answer(resultOfError(error), Exit.fail(error))
  }

  settle(outcome: Answer): void {
    if (outcome === "key_reused") this.refuse(new IdempotencyKeyReused())
    else this.#answer(LogMetrics.resultOfOutcome(outcome), Exit.succeed(outcome))
  }
}

/** Looks at those who wait, this often in the time that one may wait. */
const checksPerWait = 10

export interface Deadlines {
  /** For somebody who comes now: the count of looks so far. */
  readonly arrivalCheck: () => number
}

/**
 * Sees to it that nobody waits for longer than `maxWait`: `expire` is told who has, and says whether anybody is left
 * who waits. A timer for each would cost more than all else that a submission needs here, so all of them share one, which
 * runs only while somebody waits.
 */
export const makeDeadlines = Effect.fnUntraced(function* (
  maxWait: Duration.Input,
  expire: (isLate: (waiting: WaitingSubmission) => boolean) => boolean
) {
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const scope = yield* Effect.scope
  let checks = 0
  let isWatched = false

  const isLate = ({ arrivalCheck }: WaitingSubmission) => checks - arrivalCheck >= checksPerWait
  const watch = Effect.sleep(Duration.divideUnsafe(Duration.fromInputUnsafe(maxWait), checksPerWait)).pipe(
    Effect.map(() => {
      checks += 1
      isWatched = expire(isLate)
      return isWatched
    }),
    Effect.repeat({ while: (isWatched) => isWatched })
  )

  return {
    arrivalCheck: () => {
      if (!isWatched) {
        isWatched = true
        Fiber.runIn(fork(watch), scope)
      }
      return checks
    }
  } satisfies Deadlines
})
