/** Runs something after so many milliseconds, unless what it gives is called before. */
export type After = (ms: number, run: () => void) => () => void

export const browserAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** How long something lasts, and what stops with it: once it is over, nothing begun in it goes on. */
export interface Lifetime {
  readonly isOver: () => boolean
  readonly after: After
  readonly sleep: (ms: number) => Promise<void>
  /** The same promise, which never settles once the lifetime is over: what awaits it is dropped. */
  readonly within: <A>(promise: Promise<A>) => Promise<A>
  /** Called at the end; gives what takes that back. */
  readonly onEnd: (run: () => void) => () => void
  readonly end: () => void
}

export const makeLifetime = (after: After): Lifetime => {
  let isOver = false
  const endings = new Set<() => void>()
  const onEnd = (run: () => void): (() => void) => {
    endings.add(run)
    return () => endings.delete(run)
  }
  const afterWithin: After = (ms, run) => {
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
