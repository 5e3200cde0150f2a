import { Context, Effect, Layer } from "effect"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { GateFull } from "../../src/bounded/Gate.ts"
import { gateLimits } from "../../src/bounded/GateLimits.ts"
import * as TestRandom from "./TestRandom.ts"

/**
 * Records the hashes that were verified and the lengths of the passwords. While `busy`, the hasher refuses all work.
 */
export class HashCalls extends Context.Service<
  HashCalls,
  { hashed: number; verified: Array<string>; lengths: Array<number>; busy: boolean }
>()("strategy/test/accounts/HashCalls") {
  static readonly layer = Layer.sync(HashCalls, () => ({ hashed: 0, verified: [], lengths: [], busy: false }))
}

const counted = Layer.effect(
  PasswordHasher,
  Effect.gen(function* () {
    const hasher = yield* PasswordHasher
    const calls = yield* HashCalls
    return {
      refusal: hasher.refusal,
      hash: (password) =>
        Effect.suspend(() => {
          calls.hashed++
          return calls.busy ? Effect.fail(new GateFull(gateLimits.passwordChecks)) : hasher.hash(password)
        }),
      verify: (password, stored) =>
        Effect.suspend(() => {
          if (calls.busy) return Effect.fail(new GateFull(gateLimits.passwordChecks))
          calls.lengths.push(password.length)
          return hasher.verify(
            password,
            Effect.tap(stored, (hash) => Effect.sync(() => calls.verified.push(hash)))
          )
        })
    }
  })
)

/** The real hasher with one iteration, whose calls are recorded. */
export const layer = counted.pipe(
  Layer.provide(Layer.provide(PasswordHasher.layerWith({ iterations: 1 }), TestRandom.layer)),
  Layer.provideMerge(HashCalls.layer)
)
