import { lookup } from "node:dns"
import { Context, Data, Effect, Semaphore } from "effect"

export class NameNotFound extends Data.TaggedError("NameNotFound")<{ readonly code: string }> {}

/**
 * How many names are looked up at once. The system's resolver blocks a thread of the pool that password hashing and files
 * need too, and a look-up cannot be ended.
 */
const maxConcurrent = 2

const makeSystemLookup = () => {
  const free = Semaphore.makeUnsafe(maxConcurrent)
  return (host: string): Effect.Effect<ReadonlyArray<string>, NameNotFound> =>
    Effect.andThen(
      Effect.uninterruptibleMask((restore) =>
        Effect.map(restore(free.take(1)), () => {
          const answer = Promise.withResolvers<ReadonlyArray<string> | string>()
          // The permit is given back when the look-up ends, whoever waits for it by then.
          lookup(host, { all: true }, (error, found) => {
            Effect.runFork(free.release(1))
            answer.resolve(error === null ? found.map(({ address }) => address) : (error.code ?? error.message))
          })
          return answer.promise
        })
      ).pipe(Effect.flatMap((answer) => Effect.promise(() => answer))),
      (found) => (typeof found === "string" ? Effect.fail(new NameNotFound({ code: found })) : Effect.succeed(found))
    )
}

/** Gives all addresses of a host, as the system resolves it. */
export const NameLookup = Context.Reference("strategy/webhooks/NameLookup", { defaultValue: makeSystemLookup })
