import { type Context, Duration, Effect, Exit, Fiber } from "effect"
import type { Outcome } from "../../domain/Outcome.ts"
import * as LogMetrics from "../LogMetrics.ts"
import type { Answer, Request } from "./Batch.ts"
import { endingOf, IdempotencyKeyReused, type SubmitError } from "./SubmitError.ts"

type Resume = (answer: Exit.Exit<Outcome, SubmitError>) => void

/** A submission that has no answer yet. The first answer counts; whatever comes later is dropped. */
export class Waiting {
  readonly request: Request
  /** By the count of `Deadlines`. */
  readonly arrivedAt: number
  readonly #metrics: Context.Context<never>
  #resume: Resume | undefined

  constructor(request: Request, arrivedAt: number, metrics: Context.Context<never>, resume: Resume) {
    this.request = request
    this.arrivedAt = arrivedAt
    this.#metrics = metrics
    this.#resume = resume
  }

  #answer(ending: LogMetrics.Ending, answer: Exit.Exit<Outcome, SubmitError>): void {
    const resume = this.#resume
    if (resume === undefined) return
    this.#resume = undefined
    LogMetrics.ended(this.request.submission.eventType, ending, this.#metrics)
    resume(answer)
  }

  refuse(error: SubmitError): void {
    this.#answer(endingOf(error), Exit.fail(error))
  }

  settle(outcome: Answer): void {
    if (outcome === "key_reused") this.refuse(new IdempotencyKeyReused())
    else this.#answer(LogMetrics.endingOf(outcome), Exit.succeed(outcome))
  }
}

/** Looks at those who wait, this often in the time that one may wait. */
const looksPerWait = 10

export interface Deadlines {
  /** For somebody who comes now: the count of looks so far. */
  readonly arrival: () => number
}

/**
 * Sees to it that nobody waits for longer than `longestWait`: `expire` is told who has, and says whether anybody is left
 * who waits. A timer for each would cost more than all else that a submission needs here, so all of them share one, which
 * runs only while somebody waits.
 */
export const deadlines = Effect.fnUntraced(function* (
  longestWait: Duration.Input,
  expire: (isLate: (waiting: Waiting) => boolean) => boolean
) {
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const scope = yield* Effect.scope
  let looks = 0
  let isWatched = false

  const isLate = ({ arrivedAt }: Waiting) => looks - arrivedAt >= looksPerWait
  const watch = Effect.sleep(Duration.divideUnsafe(Duration.fromInputUnsafe(longestWait), looksPerWait)).pipe(
    Effect.map(() => {
      looks += 1
      isWatched = expire(isLate)
      return isWatched
    }),
    Effect.repeat({ while: (isWatched) => isWatched })
  )

  return {
    arrival: () => {
      if (!isWatched) {
        isWatched = true
        Fiber.runIn(fork(watch), scope)
      }
      return looks
    }
  } satisfies Deadlines
})
