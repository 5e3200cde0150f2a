/** Milliseconds in which a second signal is the first one again: npm passes on what it and the server were both sent. */
const sameSignalMs = 1_000

/** Milliseconds after the first signal: then the process ends, whatever still holds it. An orderly stop takes less. */
const longestStopMs = 4_000

/** What the shell reports of a process that a signal ended at once. */
const stoppedAtOnce = 130

/**
 * Watches for SIGINT and SIGTERM; to be called before `NodeRuntime.runMain`, which interrupts the program at the first one.
 * Gives the signal that stops the process, once there is one.
 */
export const watch = (overdue: () => void): (() => NodeJS.Signals | undefined) => {
  let first: NodeJS.Signals | undefined
  let endsAtOnce = false
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (endsAtOnce) process.exit(stoppedAtOnce)
      if (first !== undefined) return
      first = signal
      setTimeout(() => {
        endsAtOnce = true
      }, sameSignalMs).unref()
      setTimeout(() => {
        overdue()
        process.exit(1)
      }, longestStopMs).unref()
    })
  }
  return () => first
}
