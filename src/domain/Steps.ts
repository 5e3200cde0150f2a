/**
 * Runs a computation to its end. A computation that can take long is a generator that yields every few milliseconds, so
 * that a caller in the event loop can do other work between its steps.
 */
export const runAllSteps = <A>(steps: Generator<undefined, A>): A => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
