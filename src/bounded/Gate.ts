import { Data, Effect, type Scope } from "effect"

/** How many at once, of what. */
export interface GateLimits {
  /** A plural, for "Too many … at once." */
  readonly noun: string
  /** The places: how much work may run, or how many responses may be in progress. */
  readonly perServer: number
  /** The places that one caller may hold; all of them, if absent. */
  readonly perKey?: number
  /** How many may wait for a place in each of the two lines, in all and of one caller. Absent: nobody waits. */
  readonly waiting?: { readonly perServer: number; readonly perKey: number }
  /** What callers can do besides trying again, such as "or use a smaller limit". */
  readonly hint?: string
}

type Refusal = Pick<GateLimits, "noun" | "hint">

const advice = ({ hint }: Refusal): string => `Try again shortly${hint === undefined ? "" : `, ${hint}`}.`

/** There is no place, and none to wait in. */
export class GateFull extends Data.TaggedError("GateFull")<Refusal> {
  override get message(): string {
    return `Too many ${this.noun} at once. ${advice(this)}`
  }
}

/** The caller holds, or waits for, as many places as one caller may have. */
export class ShareExceeded extends Data.TaggedError("ShareExceeded")<Refusal> {
  override get message(): string {
    return `Too many of your ${this.noun} at once. ${advice(this)}`
  }
}

export type GateRefused = GateFull | ShareExceeded

/** These errors are made once: making one per request of a flood would cost more than the rest of the refusal. */
interface Refusals {
  readonly full: GateFull
  readonly share: ShareExceeded
}

interface Waiter {
  readonly key: string
  hasPlace: boolean
  readonly resume: (answer: Effect.Effect<void, GateRefused>) => void
}

type WaitingLimits = NonNullable<GateLimits["waiting"]>

/** The waiters of one line. Their keys take turns, in the order in which each was served last. */
class WaitingLine {
  readonly #limits: WaitingLimits
  readonly #refusals: Refusals
  readonly #byKey = new Map<string, Array<Waiter>>()
  size = 0

  constructor(limits: WaitingLimits, refusals: Refusals) {
    this.#limits = limits
    this.#refusals = refusals
  }

  /** The error with which a further waiter of this key would be refused; undefined when it would be accepted. */
  refusal(key: string): GateRefused | undefined {
    const { full, share } = this.#refusals
    const own = this.#byKey.get(key)?.length ?? 0
    if (own >= this.#limits.perKey) return share
    if (this.size < this.#limits.perServer) return undefined
    const longest = this.#longest()
    if (own + 1 < longest.length) return undefined
    return longest.length > 1 && own >= longest.length ? share : full
  }

  /** If the line is full, the latest waiter of the key with the most is refused to make room. */
  add(waiter: Waiter): void {
    if (this.size >= this.#limits.perServer) {
      const displaced = this.#longest().at(-1)
      if (displaced !== undefined) {
        this.remove(displaced)
        displaced.resume(Effect.fail(this.#refusals.share))
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

  /** Takes the waiter whose turn it is out of the line. */
  next(mayEnter: (key: string) => boolean): Waiter | undefined {
    for (const [key, own] of this.#byKey) {
      const [waiter] = own
      if (waiter === undefined || !mayEnter(key)) continue
      this.remove(waiter)
      // Moves the key behind all others.
      if (this.#byKey.delete(key)) this.#byKey.set(key, own)
      return waiter
    }
    return undefined
  }

  #longest(): ReadonlyArray<Waiter> {
    let longest: ReadonlyArray<Waiter> = []
    for (const waiters of this.#byKey.values()) if (waiters.length > longest.length) longest = waiters
    return longest
  }
}

/**
 * Limits how many of a kind are in progress at once, and shares the places fairly among callers: those with the same key, such
 * as a user's id or a client's network, count as one. A caller who finds no place waits, if the gate lets callers wait, or is
 * refused. Callers with and without a session wait in two lines, which alternate. Within a line every caller gets one turn before
 * anybody gets a second, and each caller's work runs in order. A caller that is interrupted while it waits leaves the line at once.
 */
export class Gate {
  readonly #limits: GateLimits
  readonly #refusals: Refusals
  readonly #lines: { readonly session: WaitingLine; readonly others: WaitingLine }
  readonly #held = new Map<string, number>()
  #nextLine: WaitingLine
  #running = 0

  constructor(limits: GateLimits) {
    const { noun, hint, waiting = { perServer: 0, perKey: 0 } } = limits
    const refusal: Refusal = hint === undefined ? { noun } : { noun, hint }
    const refusals = { full: new GateFull(refusal), share: new ShareExceeded(refusal) }
    this.#limits = limits
    this.#refusals = refusals
    this.#lines = { session: new WaitingLine(waiting, refusals), others: new WaitingLine(waiting, refusals) }
    this.#nextLine = this.#lines.session
  }

  /** How many places are held. */
  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lines.session.size + this.#lines.others.size
  }

  /** The error with which this caller would be refused now; undefined when it would be accepted. */
  refusal(key: string, hasSession = true): GateRefused | undefined {
    if (this.#mayEnter(key)) return undefined
    if (this.#limits.waiting !== undefined) return this.#lineOf(hasSession).refusal(key)
    return this.#holdsItsShare(key) ? this.#refusals.share : this.#refusals.full
  }

  /** Gives a place when it is the caller's turn. It is held until the scope closes. */
  enter(key: string, hasSession = true): Effect.Effect<void, GateRefused, Scope.Scope> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        this.#turn(key, hasSession, restore),
        Effect.addFinalizer(() => this.#release(key))
      )
    )
  }

  /** Runs the work when it is the caller's turn. The place is held until the work is over. */
  run<A, E, R>(key: string, work: Effect.Effect<A, E, R>, hasSession = true): Effect.Effect<A, E | GateRefused, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.andThen(this.#turn(key, hasSession, restore), Effect.ensuring(restore(work), this.#release(key)))
    )
  }

  #lineOf(hasSession: boolean): WaitingLine {
    return hasSession ? this.#lines.session : this.#lines.others
  }

  #holdsItsShare(key: string): boolean {
    return (this.#held.get(key) ?? 0) >= (this.#limits.perKey ?? Number.POSITIVE_INFINITY)
  }

  readonly #mayEnter = (key: string): boolean => this.#running < this.#limits.perServer && !this.#holdsItsShare(key)

  #take(key: string): void {
    this.#running += 1
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
  }

  /** The lines take turns, unless nobody in one may enter. */
  #next(): Waiter | undefined {
    const line = this.#nextLine
    const other = line === this.#lines.session ? this.#lines.others : this.#lines.session
    const waiter = line.next(this.#mayEnter)
    if (waiter === undefined) return other.next(this.#mayEnter)
    this.#nextLine = other
    return waiter
  }

  #release(key: string): Effect.Effect<void> {
    return Effect.sync(() => {
      this.#running -= 1
      const left = (this.#held.get(key) ?? 0) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
      while (this.#running < this.#limits.perServer) {
        const waiter = this.#next()
        if (waiter === undefined) return
        this.#take(waiter.key)
        waiter.hasPlace = true
        waiter.resume(Effect.void)
      }
    })
  }

  /** Takes a place. Only waiting for it can be interrupted, so that no place is lost. */
  #turn(key: string, hasSession: boolean, restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>) {
    return Effect.suspend((): Effect.Effect<void, GateRefused> => {
      const refused = this.refusal(key, hasSession)
      if (refused !== undefined) return Effect.fail(refused)
      if (!this.#mayEnter(key)) return restore(this.#wait(key, this.#lineOf(hasSession)))
      this.#take(key)
      return Effect.void
    })
  }

  #wait(key: string, line: WaitingLine): Effect.Effect<void, GateRefused> {
    return Effect.callback((resume) => {
      const waiter: Waiter = { key, hasPlace: false, resume }
      line.add(waiter)
      return Effect.suspend(() => {
        if (waiter.hasPlace) return this.#release(key)
        line.remove(waiter)
        return Effect.void
      })
    })
  }
}
