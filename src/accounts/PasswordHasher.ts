import { timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { observed } from "../observability/Observed.ts"
import type { Caller, FairQueueOptions } from "../queue/FairQueue.ts"
import { hashesRunning, hashesWaiting } from "./AccountMetrics.ts"
import { type HashRefused, make as makeQueue } from "./HashQueue.ts"
import { format, type PasswordHash, parse } from "./PasswordHash.ts"
import { blocksOf, Pbkdf2 } from "./Pbkdf2.ts"

export interface PasswordHasherOptions extends FairQueueOptions {
  /** Of PBKDF2, for new hashes; a stored hash says its own. */
  readonly iterations: number
}

/** One processor is left to the rest of the service, where there are two. */
const concurrency = availableParallelism() > 2 ? 2 : 1

const defaults: PasswordHasherOptions = { iterations: 220_000, concurrency, waiting: 64, waitingEach: 16 }

const saltBytes = 16
const subkeyBytes = 32

/** What new hashes are made with, and what every verification costs. */
const standardDigest = "sha512"

const fillerSalt = Buffer.alloc(saltBytes)

/**
 * Salted password hashes in the formats of ASP.NET Core Identity. All hash work of the server goes through one queue, on
 * behalf of the `HashCaller`.
 */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** A new hash, v3 with HMAC-SHA512, as base64. */
    readonly hash: (password: string) => Effect.Effect<string, HashRefused>
    /**
     * Whether the password made the stored hash; false for what is no hash, or one too costly to check. It costs as much as
     * a new hash does, so that its time tells nothing about what is stored; only hashes that cost more take longer.
     * The stored hash is looked up when it is the caller's turn: a flood of guesses asks the store no more often than it hashes.
     */
    readonly verify: <E = never>(
      password: string,
      stored: Effect.Effect<string, E>
    ) => Effect.Effect<boolean, E | HashRefused>
    /** With what a hash for that caller would be refused now, before anything is done for it; undefined when it would not. */
    readonly refusal: (caller: Caller) => HashRefused | undefined
  }
>()("strategy/accounts/PasswordHasher") {
  static readonly layerWith = (options: Partial<PasswordHasherOptions>) =>
    Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const random = yield* SecureRandom.SecureRandom
        const { derive, relativeCost } = yield* Pbkdf2
        const { iterations, ...bounds } = { ...defaults, ...options }
        const queued = makeQueue(bounds)
        yield* observed(hashesWaiting, () => ({ value: queued.waiting() }))
        yield* observed(hashesRunning, () => ({ value: queued.running() }))

        // Measured once, and only where there are such hashes.
        const costs = {
          sha1: yield* Effect.cached(relativeCost("sha1")),
          sha256: yield* Effect.cached(relativeCost("sha256")),
          sha512: yield* Effect.cached(relativeCost("sha512"))
        }

        const hash = Effect.fn("PasswordHasher.hash")(function* (password: string) {
          const salt = Buffer.from(yield* random.randomBytes(saltBytes))
          const parameters: PasswordHash = { digest: standardDigest, iterations, salt, subkey: Buffer.alloc(0) }
          const subkey = yield* queued(derive(password, parameters, subkeyBytes))
          return format({ ...parameters, subkey })
        })

        /** Work of the standard kind, whose result nobody needs. */
        const spend = (password: string, remaining: number) =>
          remaining < 1
            ? Effect.void
            : derive(password, { digest: standardDigest, iterations: remaining, salt: fillerSalt }, subkeyBytes)

        const matches = Effect.fnUntraced(function* (password: string, parsed: PasswordHash) {
          const { digest, subkey } = parsed
          const derived = yield* derive(password, parsed, subkey.length)
          const spent = parsed.iterations * blocksOf(digest, subkey.length) * (yield* costs[digest])
          yield* spend(password, iterations - Math.round(spent))
          return timingSafeEqual(derived, subkey)
        })

        const verify = Effect.fn("PasswordHasher.verify")(<E>(password: string, stored: Effect.Effect<string, E>) =>
          queued(
            Effect.flatMap(Effect.interruptible(stored), (hash) =>
              Option.match(parse(hash), {
                onNone: () => Effect.as(spend(password, iterations), false),
                onSome: (parsed) => matches(password, parsed)
              })
            )
          )
        )

        return PasswordHasher.of({ hash, verify, refusal: queued.refusal })
      })
    )

  static readonly layer = PasswordHasher.layerWith({})
}
