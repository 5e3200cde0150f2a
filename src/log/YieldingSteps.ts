import { Effect } from "effect"

/**
 * Works through many elements, some at a time, in order. Whoever else waits for the event loop has a turn in between.
 */
export const yieldingChunks = Effect.fnUntraced(function* <A, E>(
  all: ReadonlyArray<A>,
  size: number,
  work: (slice: ReadonlyArray<A>) => Effect.Effect<void, E>
) {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) yield* Effect.yieldNow
    yield* work(all.slice(from, from + size))
  }
})

/** Runs through a computation, with a turn of the event loop for others after each of its steps. */
export const yieldingSteps = Effect.fnUntraced(function* <A>(steps: Generator<undefined, A>) {
  let step = steps.next()
  while (!step.done) {
    yield* Effect.yieldNow
    step = steps.next()
  }
  return step.value
})
