import { type Context, Duration, Effect, Exit, Fiber, type Tracer } from "effect"
import type { Outcome } from "../../domain/Outcome.ts"
import * as LogMetrics from "../LogMetrics.ts"
import type { Answer, SubmissionRequest } from "./Batch.ts"
import { IdempotencyKeyReused, resultOfError, type SubmitError } from "./SubmitError.ts"

type Resume = (answer: Exit.Exit<Outcome, SubmitError>) => void

/** A submission that waits for its answer. Only the first answer is sent. */
export class WaitingSubmission {
  readonly request: SubmissionRequest
  /** How many checks `Deadlines` had made when it arrived. */
  readonly arrivalCheck: number
  /** Its span, where requests are traced. */
  readonly span: Tracer.AnySpan | undefined
  readonly #metrics: Context.Context<never>
  #resume: Resume | undefined

  constructor(
    request: SubmissionRequest,
    arrivedAt: number,
    span: Tracer.AnySpan | undefined,
    metrics: Context.Context<never>,
    resume: Resume
  ) {
    this.request = request
    this.arrivalCheck = arrivedAt
    this.span = span
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

/** How often deadlines are checked in the time that a submission may wait. */
const checksPerWait = 10

export interface Deadlines {
  /** The number of checks so far, to be kept as the arrival time of a new submission. Starts the checks if needed. */
  readonly arrivalCheck: () => number
}

/**
 * Ends waits that last longer than `maxWait`. At each check `expire` gets a predicate for late submissions and says
 * whether any are left. A timer per submission would cost more than everything else done for it here, so all of them
 * share one, which runs only while some wait.
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
