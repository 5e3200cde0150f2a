import { Cache, Duration, Effect, Equal, Exit, Hash, type Option, RcRef } from "effect"

interface IdleCacheOptions<A> {
  /** The largest total weight. The least recently used values go first, and one that is heavier is not kept. */
  readonly capacity: number
  readonly weigh: (value: A) => number
  /** How long the values are kept while nobody asks for any. */
  readonly idle: Duration.Input
}

/** A key that brings its look-up along. Keys are equal if their names are. */
class Wanted<A, E> implements Equal.Equal {
  readonly name: string | number
  lookUp: Effect.Effect<A, E> | undefined

  constructor(name: string | number, lookUp?: Effect.Effect<A, E>) {
    this.name = name
    this.lookUp = lookUp
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Wanted && that.name === this.name
  }

  [Hash.symbol](): number {
    return Hash.hash(this.name)
  }
}

/** Drops the values for which there is no room beside those that were used later. */
const trim = Effect.fnUntraced(function* <A, E>(
  cache: Cache.Cache<Wanted<A, E>, A, E>,
  { capacity, weigh }: IdleCacheOptions<A>
) {
  let total = 0
  for (const [key, value] of [...(yield* Cache.entries(cache))].reverse()) {
    const weight = weigh(value)
    if (total + weight > capacity) yield* Cache.invalidate(cache, key)
    else total += weight
  }
})

/**
 * Effect's `Cache` with bounded weight, all of whose values are dropped when nobody has used it for a while: a cache alone lets
 * go of an old value only when it is asked again. Failures are not kept.
 */
export const make = Effect.fnUntraced(function* <A, E = never>(options: IdleCacheOptions<A>) {
  const caches = yield* RcRef.make({
    acquire: Cache.makeWith<Wanted<A, E>, A, E>((wanted) => wanted.lookUp ?? Effect.interrupt, {
      capacity: Number.POSITIVE_INFINITY,
      timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
    }),
    idleTimeToLive: options.idle
  })
  const use = <B, E2>(ask: (cache: Cache.Cache<Wanted<A, E>, A, E>) => Effect.Effect<B, E2>) =>
    Effect.scoped(Effect.flatMap(RcRef.get(caches), ask))

  return {
    /** The value, if it is kept. */
    kept: (name: string | number): Effect.Effect<Option.Option<A>> =>
      use((cache) => Cache.getSuccess(cache, new Wanted<A, E>(name))),

    /**
     * The value, which is looked up unless it is kept. Concurrent callers share the look-up of the first; it is interrupted
     * with the last of them.
     */
    get: (name: string | number, lookUp: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      use((cache) => {
        let isNew = false
        const begin = Effect.suspend(() => {
          isNew = true
          return lookUp
        })
        const wanted = new Wanted(name, begin)
        // The cache keeps the key, but not what the look-up refers to.
        const forget = Effect.sync(() => {
          wanted.lookUp = undefined
        })
        return Effect.ensuring(Cache.get(cache, wanted), forget).pipe(
          Effect.tap(() => (isNew ? trim(cache, options) : Effect.void))
        )
      }),

    /** The values that are kept. */
    values: use(Cache.values)
  }
})
