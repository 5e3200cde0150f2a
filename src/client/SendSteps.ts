import { Deferred, Effect, Semaphore } from "effect"
import { isCreation, type Step } from "../import/PlanEvents.ts"
import { earlierSteps } from "../shared/StepOrder.ts"

export interface ImportResult {
  /** How many items were created, now or by an earlier run. */
  readonly made: number
  /** How many edits of what existed were applied, or changed nothing. */
  readonly changed: number
  /** What the server refused, and why in a sentence, in order of the rows. The title of what only links or checks in is empty. */
  readonly refused: ReadonlyArray<{ readonly row: number; readonly title: string; readonly reason: string }>
}

/** Requests at the same time. */
const maxInFlight = 4

/**
 * Sends the steps of an import, a few at a time, each after those that it needs. `submit` gets a step's index, from which it
 * derives the same idempotency key in every run, so that sending all steps again goes on with a run that failed. It gives
 * why the server refused the step, if it did; what belongs to an item that was refused is not sent.
 */
export const sendSteps = Effect.fnUntraced(function* <E>(
  steps: ReadonlyArray<Step>,
  submit: (body: Step["body"], index: number) => Effect.Effect<string | undefined, E>
) {
  const permits = Semaphore.makeUnsafe(maxInFlight)
  const answered = steps.map(() => Deferred.makeUnsafe<void>())
  const earlier = earlierSteps(steps.map(({ body }) => body))
  const lost = new Set<unknown>()
  const refused: Array<ImportResult["refused"][number]> = []
  let [made, changed] = [0, 0]

  const send = Effect.fnUntraced(function* (step: Step, index: number) {
    const { body, row, title } = step
    for (const before of earlier[index] ?? []) yield* Deferred.await(answered[before]!)
    const isLost = lost.has(body.targetId)
    const reason = isLost ? "The item it belongs to was rejected." : yield* permits.withPermits(1)(submit(body, index))
    if (reason === undefined) {
      if (isCreation(step)) made += 1
      else changed += Number(title !== "")
    } else {
      if (isCreation(step)) lost.add(body.data.id)
      refused.push({ row, title, reason })
    }
    yield* Deferred.succeed(answered[index]!, undefined)
  })
  yield* Effect.forEach(steps, send, { discard: true, concurrency: "unbounded" })
  return { made, changed, refused: refused.toSorted((left, right) => left.row - right.row) } satisfies ImportResult
})
