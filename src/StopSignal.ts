/** A second signal within this time is a copy of the first: npm passes on a signal that the server was sent too. */
const repeatedSignalMs = 1_000

/** This long after the first signal the process exits, even if it has not finished. An orderly stop takes less. */
const maxStopMs = 5_000

/** The exit code that shells report for a process ended by SIGINT. */
const interruptedExitCode = 130

interface StopSignal {
  /** Why the process stops, as in "It stops on SIGTERM."; undefined while it does not. */
  readonly reason: () => string | undefined
  /** To be called when the process stops for another reason than a signal: from now on `maxStopMs` applies. */
  readonly begin: (reason: string) => void
}

/**
 * Watches for SIGINT and SIGTERM; to be called before `NodeRuntime.runMain`, which interrupts the program at the first
 * one.
 */
export const watch = (overdue: () => void): StopSignal => {
  let why: string | undefined
  let nextSignalExits = false
  const begin = (reason: string) => {
    if (why !== undefined) return
    why = reason
    setTimeout(() => {
      nextSignalExits = true
    }, repeatedSignalMs).unref()
    setTimeout(() => {
      overdue()
      process.exit(1)
    }, maxStopMs).unref()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => (nextSignalExits ? process.exit(interruptedExitCode) : begin(`on ${signal}`)))
  }
  return { reason: () => why, begin }
}
