import { Effect } from "effect"

/** Works through many items in order, in chunks, and yields to the event loop between chunks. */
export const yieldingChunks = Effect.fnUntraced(function* <A, E>(
  items: ReadonlyArray<A>,
  chunkSize: number,
  work: (chunk: ReadonlyArray<A>) => Effect.Effect<void, E>
) {
  for (let from = 0; from < items.length; from += chunkSize) {
    if (from > 0) yield* Effect.yieldNow
    yield* work(items.slice(from, from + chunkSize))
  }
})

/** Runs a generator to its end and yields to the event loop after each step. */
export const yieldingSteps = Effect.fnUntraced(function* <A>(steps: Generator<undefined, A>) {
  let step = steps.next()
  while (!step.done) {
    yield* Effect.yieldNow
    step = steps.next()
  }
  return step.value
})
