/** Calls `run` after `ms` milliseconds, unless the function it returns is called before. */
export type RunAfter = (ms: number, run: () => void) => () => void

export const runAfterInBrowser: RunAfter = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Ties timers, promises and listeners to an owner: after `end` none of them has an effect any more. */
export interface Lifetime {
  readonly isOver: () => boolean
  readonly after: RunAfter
  readonly sleep: (ms: number) => Promise<void>
  /** The same promise, except that it never settles after the end, so code that awaits it does not continue. */
  readonly within: <A>(promise: Promise<A>) => Promise<A>
  /** Registers a function to be called at the end; returns a function that unregisters it. */
  readonly onEnd: (run: () => void) => () => void
  readonly end: () => void
}

export const makeLifetime = (after: RunAfter): Lifetime => {
  let isOver = false
  const endings = new Set<() => void>()
  const onEnd = (run: () => void): (() => void) => {
    endings.add(run)
    return () => endings.delete(run)
  }
  const afterWithin: RunAfter = (ms, run) => {
    if (isOver) return () => undefined
    const cancel = after(ms, () => {
      forget()
      run()
    })
    const forget = onEnd(cancel)
    return () => {
      forget()
      cancel()
    }
  }
  return {
    isOver: () => isOver,
    after: afterWithin,
    sleep: (ms) => new Promise((resolve) => afterWithin(ms, resolve)),
    within: (promise) =>
      new Promise((resolve, reject) => {
        void promise.then(
          (value) => !isOver && resolve(value),
          (error) => !isOver && reject(error)
        )
      }),
    onEnd,
    end: () => {
      isOver = true
      for (const run of endings) run()
      endings.clear()
    }
  }
}
