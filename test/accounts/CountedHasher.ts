import { Context, Effect, Layer } from "effect"
import { HasherBusy } from "../../src/accounts/HashQueue.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import * as TestRandom from "./TestRandom.ts"

/** What was asked of the hasher. Busy, it refuses. */
export class HashCalls extends Context.Service<HashCalls, { hashed: number; verified: Array<string>; busy: boolean }>()(
  "strategy/test/accounts/HashCalls"
) {
  static readonly layer = Layer.sync(HashCalls, () => ({ hashed: 0, verified: [], busy: false }))
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
          return calls.busy ? Effect.fail(new HasherBusy()) : hasher.hash(password)
        }),
      verify: (password, stored) =>
        Effect.suspend(() => {
          calls.verified.push(stored)
          return calls.busy ? Effect.fail(new HasherBusy()) : hasher.verify(password, stored)
        })
    }
  })
)

/** The real hasher, cheap and counted. */
export const layer = counted.pipe(
  Layer.provide(Layer.provide(PasswordHasher.layerWith({ iterations: 1 }), TestRandom.layer)),
  Layer.provideMerge(HashCalls.layer)
)
