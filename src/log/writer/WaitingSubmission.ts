import { type Context, Exit, type Tracer } from "effect"
import type { DecidedOutcome } from "../../domain/Outcome.ts"
import { currentType } from "../../shared/EventTypes.ts"
import * as LogMetrics from "../LogMetrics.ts"
import { IdempotencyKeyReused, resultOfError, type SubmitError } from "./SubmitError.ts"
import type { Answer, SubmissionRequest } from "./WriteBatch.ts"

type Resume = (answer: Exit.Exit<DecidedOutcome, SubmitError>) => void

/** A submission that waits for its answer. Only the first answer is sent. */
export class WaitingSubmission {
  readonly request: SubmissionRequest
  /** How many times deadlines had been checked when it arrived. */
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

  #answer(result: LogMetrics.SubmissionResult, answer: Exit.Exit<DecidedOutcome, SubmitError>): void {
    const resume = this.#resume
    if (resume === undefined) return
    this.#resume = undefined
    LogMetrics.countSubmission(currentType(this.request.submission.eventType), result, this.#metrics)
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
