import { Cache, type Duration, Effect, Exit, MutableHashMap, Option } from "effect"

export interface LookupCacheOptions<A, E> {
  readonly capacity: number
  readonly lookUp: (key: string) => Effect.Effect<A, E>
  readonly timeToLive: (exit: Exit.Exit<A, E>) => Duration.Input
}

/**
 * Adds to Effect's `Cache` reading without waiting and dropping look-ups that are still under way. This uses the
 * cache's internal map of entries, each with the fiber of its look-up, which later versions may change: a test pins the
 * version for which it was written.
 */
export const make = Effect.fnUntraced(function* <A, E>({ lookUp, ...options }: LookupCacheOptions<A, E>) {
  const cache = yield* Cache.makeWith(lookUp, options)
  return {
    get: (key: string): Effect.Effect<A, E> => Cache.get(cache, key),

    /** The cached value, even if it has expired. */
    peek: (key: string): A | undefined => {
      const exit = Option.getOrUndefined(MutableHashMap.get(cache.map, key))?.fiber.pollUnsafe()
      return exit === undefined || Exit.isFailure(exit) ? undefined : exit.value
    },

    remove: (key: string): void => {
      MutableHashMap.remove(cache.map, key)
    },

    /** Drops other values and look-ups under way. Their callers get the answer; later callers look up again. */
    retain: (isRetained: (value: A) => boolean): void => {
      for (const [key, { fiber }] of [...cache.map]) {
        const exit = fiber.pollUnsafe()
        if (exit === undefined || Exit.isFailure(exit) || !isRetained(exit.value)) MutableHashMap.remove(cache.map, key)
      }
    }
  }
})
