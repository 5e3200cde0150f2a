interface Entry<A> {
  readonly value: A
  readonly weight: number
  usedAt: number
}

export interface RecentValuesOptions<A> {
  /** The largest total weight. */
  readonly capacity: number
  readonly weigh: (value: A) => number
  /** The time after which an unused value is dropped. */
  readonly idleMs: number
}

/**
 * A cache with bounded weight and idle time. The least recently used value is dropped first, and a value that is heavier than
 * the capacity is not kept. Times are Unix milliseconds.
 */
export class RecentValues<A> {
  readonly #options: RecentValuesOptions<A>
  /** In order of last use, the least recent first. */
  readonly #entries = new Map<string, Entry<A>>()
  #weight = 0

  constructor(options: RecentValuesOptions<A>) {
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

  /** Drops values that have been idle for too long. */
  sweep(now: number): void {
    for (const [key, { usedAt }] of this.#entries) {
      if (now - usedAt < this.#options.idleMs) break
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
