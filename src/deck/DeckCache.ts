import type { FinishedDeck } from "./DeckProtocol.ts"
import type { FileName } from "./FileName.ts"
import { RecentValues } from "./RecentValues.ts"

/** A finished presentation with its file name. */
export interface Deck extends FinishedDeck {
  readonly name: FileName
}

export interface DeckCacheOptions {
  /** The bytes of finished decks that are kept at most. */
  readonly capacity: number
  /** The time after which an unused deck is dropped. */
  readonly idleMs: number
}

/** The number of digests that are kept, also of decks whose bytes are dropped. */
const maxDigests = 10_000

const weekMs = 7 * 86_400_000

/** Finished decks, and the digests of many more. */
export class DeckCache {
  readonly #decks: RecentValues<Deck>
  readonly #digests = new RecentValues<string>({ capacity: maxDigests, weigh: () => 1, idleMs: weekMs })

  constructor(options: DeckCacheOptions) {
    this.#decks = new RecentValues({ ...options, weigh: ({ bytes }) => bytes.byteLength })
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

  /** Whether no deck is kept; digests may be. */
  get isEmpty(): boolean {
    return this.#decks.weight === 0
  }

  sweep(now: number): void {
    this.#decks.sweep(now)
    this.#digests.sweep(now)
  }
}
