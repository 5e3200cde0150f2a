import { Context, Data, Effect } from "effect"

/** As many hashes wait as may wait in all. */
export class HasherBusy extends Data.TaggedError("HasherBusy") {
  override readonly message = "Too many passwords are being checked. Try again shortly."
}

/** As many hashes of this caller wait as may wait for one. */
export class HashShareExceeded extends Data.TaggedError("HashShareExceeded") {
  override readonly message = "Too many passwords of yours are being checked. Try again shortly."
}

export type HashRefused = HasherBusy | HashShareExceeded

// Made once: an error of its own for each of a flood would cost more than the rest of its refusal.
const busy = new HasherBusy()
const shareExceeded = new HashShareExceeded()

/** For whom something is hashed. Callers with a session and those without one wait apart from each other. */
export interface Caller {
  readonly hasSession: boolean
  /** Those with the same key share one share: a client's network, or a user's id. */
  readonly key: string
}

/** To be provided around what hashes for a request; what has none, as a script, has no one to share with. */
export const HashCaller = Context.Reference<Caller>("strategy/accounts/HashCaller", {
  defaultValue: () => ({ hasSession: false, key: "" })
})

export interface HashQueueOptions {
  /** How many run at once: libuv has four threads, and files and look-ups of names need some of them. */
  readonly concurrency: number
  /** How many may wait beyond those that run, of callers with a session and as many of those without. */
  readonly waiting: number
  /** How many of these for one caller. */
  readonly waitingEach: number
}

interface Waiter {
  readonly key: string
  state: "waiting" | "running" | "left"
  readonly run: () => void
  readonly refuse: (error: HashRefused) => void
}

/** Those who wait, of one kind: the keys take turns, in the order in which each was served last. */
class Line {
  readonly #waiting: number
  readonly #waitingEach: number
  readonly #byKey = new Map<string, Array<Waiter>>()
  size = 0

  constructor({ waiting, waitingEach }: HashQueueOptions) {
    this.#waiting = waiting
    this.#waitingEach = waitingEach
  }

  /** Why one more of this key would be refused; undefined when it would not. */
  refusal(key: string): HashRefused | undefined {
    const own = this.#byKey.get(key)?.length ?? 0
    if (own >= this.#waitingEach) return shareExceeded
    if (this.size < this.#waiting) return undefined
    const longest = this.#longest()
    if (own + 1 < longest.length) return undefined
    return longest.length > 1 && own >= longest.length ? shareExceeded : busy
  }

  /** Full, it makes room first: the latest of those who wait for the key with the most of them is refused. */
  add(waiter: Waiter): void {
    if (this.size >= this.#waiting) {
      const displaced = this.#longest().at(-1)
      if (displaced !== undefined) {
        this.remove(displaced)
        displaced.refuse(shareExceeded)
      }
    }
    const own = this.#byKey.get(waiter.key)
    if (own === undefined) this.#byKey.set(waiter.key, [waiter])
    else own.push(waiter)
    this.size += 1
  }

  remove(waiter: Waiter): void {
    const own = this.#byKey.get(waiter.key) ?? []
    const index = own.indexOf(waiter)
    if (index < 0) return
    own.splice(index, 1)
    this.size -= 1
    if (own.length === 0) this.#byKey.delete(waiter.key)
  }

  next(): Waiter | undefined {
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

  #longest(): ReadonlyArray<Waiter> {
    let longest: ReadonlyArray<Waiter> = []
    for (const waiters of this.#byKey.values()) if (waiters.length > longest.length) longest = waiters
    return longest
  }
}

export interface HashQueue {
  /** Runs the work for the `HashCaller` when it is its turn. The work cannot be interrupted, except where it says so itself. */
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | HashRefused>
  /** With what work of that caller would be refused now; undefined when it would not. */
  readonly refusal: (caller: Caller) => HashRefused | undefined
  readonly waiting: () => number
  readonly running: () => number
}

/**
 * Bounds work that runs on the thread pool, and shares it: callers with a session get every second turn while others wait
 * too, and of each kind every caller has its turn before one has two. Who waits can be interrupted and leaves its place at
 * once; who runs keeps its place until the work is over, since a thread cannot be called back.
 */
export const make = (options: HashQueueOptions): HashQueue => {
  const lines = { session: new Line(options), others: new Line(options) }
  const lineOf = ({ hasSession }: Caller): Line => (hasSession ? lines.session : lines.others)
  let running = 0
  let favoured = lines.session

  /** Both lines take turns, unless one is empty. */
  const next = (): Waiter | undefined => {
    const other = favoured === lines.session ? lines.others : lines.session
    const line = favoured.size > 0 ? favoured : other
    favoured = line === lines.session ? lines.others : lines.session
    return line.next()
  }

  const serve = (): void => {
    while (running < options.concurrency) {
      const waiter = next()
      if (waiter === undefined) return
      running += 1
      waiter.state = "running"
      waiter.run()
    }
  }

  const release = Effect.sync(() => {
    running -= 1
    serve()
  })

  const refusal = (caller: Caller): HashRefused | undefined =>
    // With a thread at rest nobody waits, so that one more would not either.
    running < options.concurrency ? undefined : lineOf(caller).refusal(caller.key)

  const turn = (caller: Caller) =>
    Effect.callback<void, HashRefused>((resume) => {
      const refused = refusal(caller)
      if (refused !== undefined) return resume(Effect.fail(refused))
      const line = lineOf(caller)
      const waiter: Waiter = {
        key: caller.key,
        state: "waiting",
        run: () => resume(Effect.void),
        refuse: (error) => resume(Effect.fail(error))
      }
      line.add(waiter)
      serve()
      return Effect.suspend(() => {
        if (waiter.state === "running") return release
        line.remove(waiter)
        return Effect.void
      })
    })

  const queued = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(HashCaller, (caller) => Effect.andThen(restore(turn(caller)), Effect.ensuring(work, release)))
    )

  return Object.assign(queued, {
    refusal,
    waiting: () => lines.session.size + lines.others.size,
    running: () => running
  })
}
