interface Entry<A> {
  readonly value: A
  readonly weight: number
  usedAt: number
}

export interface RecentOptions<A> {
  /** What all that is kept may weigh together. */
  readonly capacity: number
  readonly weigh: (value: A) => number
  /** Milliseconds after which what nobody asked for goes. */
  readonly idle: number
}

/**
 * What was used lately, bounded in weight and time: what was used longest ago goes first, and what weighs more than all
 * may is not kept at all. Times are Unix milliseconds.
 */
export class Recent<A> {
  readonly #options: RecentOptions<A>
  /** By last use: the first was used longest ago. */
  readonly #entries = new Map<string, Entry<A>>()
  #weight = 0

  constructor(options: RecentOptions<A>) {
    this.#options = options
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string, now: number): A | undefined {
    this.sweep(now)
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.usedAt = now
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: A, now: number): void {
    this.#remove(key)
    const weight = this.#options.weigh(value)
    if (weight > this.#options.capacity) return
    this.#entries.set(key, { value, weight, usedAt: now })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#options.capacity) break
      this.#remove(oldest)
    }
  }

  /** Lets go of what has been idle for too long. */
  sweep(now: number): void {
    for (const [key, { usedAt }] of this.#entries) {
      if (now - usedAt < this.#options.idle) break
      this.#remove(key)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }
}
