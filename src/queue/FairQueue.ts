import { Effect } from "effect"

/** Who asks for work. Callers with a session wait in another line than those without. */
export interface Caller {
  readonly hasSession: boolean
  /** Callers with the same key count as one. It is a user's id or a client's network, for example. */
  readonly key: string
}

export interface FairQueueOptions {
  /** The number of jobs that run at once. */
  readonly concurrency: number
  /** The number of jobs that may wait in each of the two lines, besides those that run. */
  readonly maxWaiting: number
  /** The number of these that one caller may have. */
  readonly maxWaitingPerCaller: number
}

/** These errors are made once: making one per request of a flood would cost more than the rest of the refusal. */
interface FairQueueRefusals<E> {
  /** The line is full. */
  readonly busy: E
  /** The caller has as many waiting jobs as one caller may have. */
  readonly shareExceeded: E
}

interface Waiter<E> {
  readonly key: string
  state: "waiting" | "running"
  readonly run: () => void
  readonly refuse: (error: E) => void
}

/** The waiting jobs of one kind of callers. Their keys take turns, in the order in which each was served last. */
class WaitingLine<E> {
  readonly #options: FairQueueOptions
  readonly #refusals: FairQueueRefusals<E>
  readonly #byKey = new Map<string, Array<Waiter<E>>>()
  size = 0

  constructor(options: FairQueueOptions, refusals: FairQueueRefusals<E>) {
    this.#options = options
    this.#refusals = refusals
  }

  /** The error with which a further job of this key would be refused; undefined when it would be accepted. */
  refusal(key: string): E | undefined {
    const { busy, shareExceeded } = this.#refusals
    const own = this.#byKey.get(key)?.length ?? 0
    if (own >= this.#options.maxWaitingPerCaller) return shareExceeded
    if (this.size < this.#options.maxWaiting) return undefined
    const longest = this.#longest()
    if (own + 1 < longest.length) return undefined
    return longest.length > 1 && own >= longest.length ? shareExceeded : busy
  }

  /** If the line is full, the latest job of the key with the most jobs is refused to make room. */
  add(waiter: Waiter<E>): void {
    if (this.size >= this.#options.maxWaiting) {
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
    // Moves the key behind all others.
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
 * Bounds the work that runs at once and shares it fairly. Callers with and without a session alternate while both wait.
 * Within a line every caller gets one turn before anybody gets a second, and the jobs of one caller run in order. A
 * waiting job that is interrupted leaves the line at once; a running one keeps its place until the work is over.
 */
export class FairQueue<E> {
  readonly #concurrency: number
  readonly #lines: { readonly session: WaitingLine<E>; readonly others: WaitingLine<E> }
  #nextLine: WaitingLine<E>
  #running = 0

  constructor(options: FairQueueOptions, refusals: FairQueueRefusals<E>) {
    this.#concurrency = options.concurrency
    this.#lines = { session: new WaitingLine(options, refusals), others: new WaitingLine(options, refusals) }
    this.#nextLine = this.#lines.session
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lines.session.size + this.#lines.others.size
  }

  /** The error with which work of this caller would be refused now; undefined when it would be accepted. */
  refusal(caller: Caller): E | undefined {
    // While fewer jobs run than may, nobody waits, so this job would start at once.
    return this.#running < this.#concurrency ? undefined : this.#lineOf(caller).refusal(caller.key)
  }

  /** Runs the work when it is the caller's turn. It is uninterruptible except for what `work` wraps in `restore`. */
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

  #lineOf({ hasSession }: Caller): WaitingLine<E> {
    return hasSession ? this.#lines.session : this.#lines.others
  }

  /** The lines take turns, unless one is empty. */
  #next(): Waiter<E> | undefined {
    const { session, others } = this.#lines
    const other = this.#nextLine === session ? others : session
    const line = this.#nextLine.size > 0 ? this.#nextLine : other
    this.#nextLine = line === session ? others : session
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
