/** Runs an action; calls while it runs lead to one more run after it. */
export const oneAtATime = (run: () => Promise<void>): (() => Promise<void>) => {
  let [isRunning, mustRunAgain] = [false, false]
  const call = async (): Promise<void> => {
    mustRunAgain = isRunning
    if (isRunning) return
    isRunning = true
    await run()
    isRunning = false
    if (mustRunAgain) await call()
  }
  return call
}
