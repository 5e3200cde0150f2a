/**
 * Runs all steps of a computation. One that is a generator may take long: between its steps, which take some milliseconds each,
 * whoever runs it can do something else.
 */
export const atOnce = <A>(steps: Generator<undefined, A>): A => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
