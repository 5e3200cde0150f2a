import { Cache, type Duration, Effect, Exit, MutableHashMap, Option } from "effect"

export interface LookupCacheOptions<A, E> {
  readonly capacity: number
  readonly lookUp: (key: string) => Effect.Effect<A, E>
  readonly timeToLive: (exit: Exit.Exit<A, E>) => Duration.Input
}

/**
 * Effect's `Cache`, with what it does not offer: to look without waiting, and to drop look-ups that are still under way. That
 * reaches into its map of entries, each with the fiber of its look-up, which a later version may do otherwise: a test holds
 * the version for which this was read.
 */
export const make = Effect.fnUntraced(function* <A, E>({ lookUp, ...options }: LookupCacheOptions<A, E>) {
  const cache = yield* Cache.makeWith(lookUp, options)
  return {
    get: (key: string): Effect.Effect<A, E> => Cache.get(cache, key),

    /** What was looked up and is kept, even if its time is over. */
    peek: (key: string): A | undefined => {
      const exit = Option.getOrUndefined(MutableHashMap.get(cache.map, key))?.fiber.pollUnsafe()
      return exit === undefined || Exit.isFailure(exit) ? undefined : exit.value
    },

    remove: (key: string): void => {
      MutableHashMap.remove(cache.map, key)
    },

    /** Drops everything else, and look-ups under way: their callers get the answer, but who asks from now on starts anew. */
    keepOnly: (stays: (value: A) => boolean): void => {
      for (const [key, { fiber }] of [...cache.map]) {
        const exit = fiber.pollUnsafe()
        if (exit === undefined || Exit.isFailure(exit) || !stays(exit.value)) MutableHashMap.remove(cache.map, key)
      }
    }
  }
})
