/** Milliseconds in which a second signal is the first one again: npm passes on what it and the server were both sent. */
const sameSignalMs = 1_000

/** Milliseconds after the first signal: then the process ends, whatever still holds it. An orderly stop takes less. */
const longestStopMs = 5_000

/** What the shell reports of a process that a signal ended at once. */
const stoppedAtOnce = 130

export interface StopSignal {
  /** Why the process stops, as in "It stops on SIGTERM."; undefined while it does not. */
  readonly reason: () => string | undefined
  /** The process stops for another reason than a signal: what bounds a stop holds from now on. */
  readonly begin: (reason: string) => void
}

/** Watches for SIGINT and SIGTERM; to be called before `NodeRuntime.runMain`, which interrupts the program at the first one. */
export const watch = (overdue: () => void): StopSignal => {
  let why: string | undefined
  let endsAtOnce = false
  const begin = (reason: string) => {
    if (why !== undefined) return
    why = reason
    setTimeout(() => {
      endsAtOnce = true
    }, sameSignalMs).unref()
    setTimeout(() => {
      overdue()
      process.exit(1)
    }, longestStopMs).unref()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => (endsAtOnce ? process.exit(stoppedAtOnce) : begin(`on ${signal}`)))
  }
  return { reason: () => why, begin }
}
