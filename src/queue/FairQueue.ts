import { Effect } from "effect"

/** For whom work is done. Callers with a session and those without one wait apart from each other. */
export interface Caller {
  readonly hasSession: boolean
  /** Those with the same key share one share, such as a client's network or a user's id. */
  readonly key: string
}

export interface FairQueueOptions {
  /** How many run at once. */
  readonly concurrency: number
  /** How many may wait beyond those that run, of callers with a session and as many of those without. */
  readonly waiting: number
  /** How many of these for one caller. */
  readonly waitingEach: number
}

/** Made once: an error of its own for each of a flood would cost more than the rest of its refusal. */
export interface FairQueueRefusals<E> {
  /** As many wait as may wait in all. */
  readonly busy: E
  /** As many of this caller wait as may wait for one. */
  readonly shareExceeded: E
}

interface Waiter<E> {
  readonly key: string
  state: "waiting" | "running"
  readonly run: () => void
  readonly refuse: (error: E) => void
}

/** Those who wait, of one kind: the keys take turns, in the order in which each was served last. */
class Line<E> {
  readonly #options: FairQueueOptions
  readonly #refusals: FairQueueRefusals<E>
  readonly #byKey = new Map<string, Array<Waiter<E>>>()
  size = 0

  constructor(options: FairQueueOptions, refusals: FairQueueRefusals<E>) {
    this.#options = options
    this.#refusals = refusals
  }

  /** Why one more of this key would be refused; undefined when it would not. */
  refusal(key: string): E | undefined {
    const { busy, shareExceeded } = this.#refusals
    const own = this.#byKey.get(key)?.length ?? 0
    if (own >= this.#options.waitingEach) return shareExceeded
    if (this.size < this.#options.waiting) return undefined
    const longest = this.#longest()
    if (own + 1 < longest.length) return undefined
    return longest.length > 1 && own >= longest.length ? shareExceeded : busy
  }

  /** Full, it makes room first: the latest of those who wait for the key with the most of them is refused. */
  add(waiter: Waiter<E>): void {
    if (this.size >= this.#options.waiting) {
      const displaced = this.#longest().at(-1)
      if (displaced !== undefined) {
        this.remove(displaced)
        displaced.refuse(this.#refusals.shareExceeded)
      }
    }
    const own = this.#byKey.get(waiter.key)
    if (own === undefined) this.#byKey.set(waiter.key, [waiter])
    else own.push(waiter)
    this.size += 1
  }

  remove(waiter: Waiter<E>): void {
    const own = this.#byKey.get(waiter.key) ?? []
    const index = own.indexOf(waiter)
    if (index < 0) return
    own.splice(index, 1)
    this.size -= 1
    if (own.length === 0) this.#byKey.delete(waiter.key)
  }

  next(): Waiter<E> | undefined {
    const [first] = this.#byKey
    if (first === undefined) return undefined
    const [key, own] = first
    const [waiter] = own
    if (waiter === undefined) return undefined
    this.remove(waiter)
    // Behind all other keys.
    if (this.#byKey.delete(key)) this.#byKey.set(key, own)
    return waiter
  }

  #longest(): ReadonlyArray<Waiter<E>> {
    let longest: ReadonlyArray<Waiter<E>> = []
    for (const waiters of this.#byKey.values()) if (waiters.length > longest.length) longest = waiters
    return longest
  }
}

/**
 * Bounds work, and shares it: callers with a session get every second turn while others wait too, and of each kind every
 * caller has its turn before one has two; of one caller's, the first comes first. Who is interrupted while waiting leaves
 * its place at once, and who runs when the work is over.
 */
export class FairQueue<E> {
  readonly #concurrency: number
  readonly #lines: { readonly session: Line<E>; readonly others: Line<E> }
  #favoured: Line<E>
  #running = 0

  constructor(options: FairQueueOptions, refusals: FairQueueRefusals<E>) {
    this.#concurrency = options.concurrency
    this.#lines = { session: new Line(options, refusals), others: new Line(options, refusals) }
    this.#favoured = this.#lines.session
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lines.session.size + this.#lines.others.size
  }

  /** With what work of that caller would be refused now; undefined when it would not. */
  refusal(caller: Caller): E | undefined {
    // With a place to run at rest nobody waits, so that one more would not either.
    return this.#running < this.#concurrency ? undefined : this.#lineOf(caller).refusal(caller.key)
  }

  /** Runs the work when it is the caller's turn. `work` says itself whether it can be interrupted. */
  run<A, E2, R>(
    caller: Caller,
    work: (
      restore: <B, E3, R2>(effect: Effect.Effect<B, E3, R2>) => Effect.Effect<B, E3, R2>
    ) => Effect.Effect<A, E2, R>
  ): Effect.Effect<A, E | E2, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.andThen(restore(this.#turn(caller)), Effect.ensuring(work(restore), this.#release))
    )
  }

  #lineOf({ hasSession }: Caller): Line<E> {
    return hasSession ? this.#lines.session : this.#lines.others
  }

  /** Both lines take turns, unless one is empty. */
  #next(): Waiter<E> | undefined {
    const { session, others } = this.#lines
    const other = this.#favoured === session ? others : session
    const line = this.#favoured.size > 0 ? this.#favoured : other
    this.#favoured = line === session ? others : session
    return line.next()
  }

  #serve(): void {
    while (this.#running < this.#concurrency) {
      const waiter = this.#next()
      if (waiter === undefined) return
      this.#running += 1
      waiter.state = "running"
      waiter.run()
    }
  }

  readonly #release = Effect.sync(() => {
    this.#running -= 1
    this.#serve()
  })

  #turn(caller: Caller): Effect.Effect<void, E> {
    return Effect.callback((resume) => {
      const refused = this.refusal(caller)
      if (refused !== undefined) return resume(Effect.fail(refused))
      const line = this.#lineOf(caller)
      const waiter: Waiter<E> = {
        key: caller.key,
        state: "waiting",
        run: () => resume(Effect.void),
        refuse: (error) => resume(Effect.fail(error))
      }
      line.add(waiter)
      this.#serve()
      return Effect.suspend(() => {
        if (waiter.state === "running") return this.#release
        line.remove(waiter)
        return Effect.void
      })
    })
  }
}
