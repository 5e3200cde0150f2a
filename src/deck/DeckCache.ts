import type { Made } from "./DeckProtocol.ts"
import type { FileName } from "./FileName.ts"
import { Recent } from "./Recent.ts"

/** A presentation as people get it. */
export interface Deck extends Made {
  readonly name: FileName
}

export interface DeckCacheOptions {
  /** Bytes of finished decks that are kept. */
  readonly capacity: number
  /** Milliseconds after which a deck nobody asks for is not kept any more. */
  readonly idle: number
}

/** How many decks are remembered by their digest when their bytes are gone. */
const remembered = 10_000

/** Milliseconds. */
const week = 7 * 86_400_000

/** Finished decks, and the digests of many more. */
export class DeckCache {
  readonly #decks: Recent<Deck>
  readonly #digests = new Recent<string>({ capacity: remembered, weigh: () => 1, idle: week })

  constructor(options: DeckCacheOptions) {
    this.#decks = new Recent({ ...options, weigh: ({ bytes }) => bytes.byteLength })
  }

  get(key: string, now: number): Deck | undefined {
    return this.#decks.get(key, now)
  }

  digestOf(key: string, now: number): string | undefined {
    return this.#digests.get(key, now)
  }

  set(key: string, deck: Deck, now: number): void {
    this.#decks.set(key, deck, now)
    this.#digests.set(key, deck.digest, now)
  }

  /** No deck is kept, though digests may be. */
  get isEmpty(): boolean {
    return this.#decks.weight === 0
  }

  sweep(now: number): void {
    this.#decks.sweep(now)
    this.#digests.sweep(now)
  }
}
