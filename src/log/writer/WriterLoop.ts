import { Effect, Fiber } from "effect"
import type { LogPosition } from "../projection/LogPosition.ts"
import type { Answer, WriteBatch } from "./BatchCommit.ts"
import { busyWait } from "./busyWait.ts"
import type { SubmissionQueue } from "./SubmissionQueue.ts"

/** Does something as soon as the batch is on its way to the database. */
const writeAnd = Effect.fnUntraced(function* (writing: Effect.Effect<Answer>, meanwhile: () => void) {
  const written = yield* Effect.forkChild(writing, { startImmediately: true })
  meanwhile()
  return yield* Fiber.join(written)
})

/**
 * Commits what waits in the queue, batch after batch, for ever. The answers to a batch are given while the next one is
 * committed, if there is one. Interrupted only between batches: a commit under way is finished and answered.
 */
export const run = (
  queue: SubmissionQueue,
  write: WriteBatch,
  shown: Effect.Effect<LogPosition>
): Effect.Effect<never> => {
  /** Nobody came while the last batch was committed. */
  let wasAlone = true
  let answerLast: Answer | undefined
  const answer = () => {
    const due = answerLast
    answerLast = undefined
    due?.()
  }
  const meanwhile = () => {
    answer()
    queue.decideAhead()
  }

  const turn = Effect.flatMap(shown, (position) => {
    if (queue.length === 0) answer()
    if (queue.length === 0) return queue.somebody
    const [batch, ready] = queue.take(position)
    const writing = write(batch, ready)
    const isBusy = answerLast !== undefined || queue.length > 0
    const written = isBusy ? writeAnd(writing, meanwhile) : batch.length === 1 && wasAlone ? busyWait(writing) : writing
    return Effect.uninterruptible(
      Effect.map(written, (due) => {
        queue.done()
        wasAlone = queue.length === 0
        answerLast = due
      })
    )
  })

  return turn.pipe(Effect.forever({ disableYield: true }), Effect.ensuring(Effect.sync(answer)))
}
