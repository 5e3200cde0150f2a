import { Effect, Fiber } from "effect"
import type { LogPosition } from "../projection/LogPosition.ts"
import type { SendAnswers, WriteBatch } from "./BatchCommit.ts"
import type { SubmissionQueue } from "./SubmissionQueue.ts"

/** Starts writing, runs `meanwhile` while the database works, and waits for the result. */
const writeWhile = Effect.fnUntraced(function* (writing: Effect.Effect<SendAnswers>, meanwhile: () => void) {
  const written = yield* Effect.forkChild(writing, { startImmediately: true })
  meanwhile()
  return yield* Fiber.join(written)
})

/**
 * Commits the queue batch by batch, for ever. The answers to a batch are sent while the next one is being committed, if
 * there is one. It is interruptible only between batches: a commit under way is finished and answered.
 */
export const run = (
  queue: SubmissionQueue,
  write: WriteBatch,
  shownPosition: Effect.Effect<LogPosition>
): Effect.Effect<never> => {
  let pendingAnswers: SendAnswers | undefined
  const sendPendingAnswers = () => {
    const due = pendingAnswers
    pendingAnswers = undefined
    due?.()
  }
  const meanwhile = () => {
    sendPendingAnswers()
    queue.decideAhead()
  }

  const turn = Effect.flatMap(shownPosition, (position) => {
    if (queue.length === 0) sendPendingAnswers()
    if (queue.length === 0) return queue.nextArrival
    const [batch, ready] = queue.take(position)
    const writing = write(batch, ready)
    const isBusy = pendingAnswers !== undefined || queue.length > 0
    const written = isBusy ? writeWhile(writing, meanwhile) : writing
    return Effect.uninterruptible(
      Effect.map(written, (due) => {
        queue.batchDone()
        pendingAnswers = due
      })
    )
  })

  return turn.pipe(Effect.forever({ disableYield: true }), Effect.ensuring(Effect.sync(sendPendingAnswers)))
}
