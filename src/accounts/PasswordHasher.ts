import { pbkdf2, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { observed } from "../observability/Observed.ts"
import { hashesRunning, hashesWaiting } from "./AccountMetrics.ts"
import { type HasherBusy, type HashQueueOptions, make as makeQueue } from "./HashQueue.ts"
import { format, type PasswordHash, parse } from "./PasswordHash.ts"

export interface PasswordHasherOptions extends HashQueueOptions {
  /** Of PBKDF2, for new hashes; a stored hash says its own. */
  readonly iterations: number
}

const defaults: PasswordHasherOptions = { iterations: 220_000, concurrency: 2, waiting: 64 }

const saltBytes = 16
const subkeyBytes = 32

/** Runs on libuv's thread pool. Only a parameter that `parse` and this file never let through would make it fail. */
const derive = (password: string, { digest, iterations, salt }: PasswordHash, bytes: number): Effect.Effect<Buffer> =>
  Effect.callback((resume) =>
    pbkdf2(password, salt, iterations, bytes, digest, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  )

/** Salted password hashes in the formats of ASP.NET Core Identity. All hash work of the server goes through one queue. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** A new hash, v3 with HMAC-SHA512, as base64. */
    readonly hash: (password: string) => Effect.Effect<string, HasherBusy>
    /** Whether the password made the stored hash; false for what is no hash, or one too costly to check. */
    readonly verify: (password: string, stored: string) => Effect.Effect<boolean, HasherBusy>
  }
>()("strategy/accounts/PasswordHasher") {
  static readonly layerWith = (options: Partial<PasswordHasherOptions>) =>
    Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const random = yield* SecureRandom.SecureRandom
        const { iterations, ...bounds } = { ...defaults, ...options }
        const queued = makeQueue(bounds)
        yield* observed(hashesWaiting, () => ({ value: queued.waiting() }))
        yield* observed(hashesRunning, () => ({ value: queued.running() }))

        const hash = Effect.fn("PasswordHasher.hash")(function* (password: string) {
          const salt = Buffer.from(yield* random.randomBytes(saltBytes))
          const parameters: PasswordHash = { digest: "sha512", iterations, salt, subkey: Buffer.alloc(0) }
          const subkey = yield* queued(derive(password, parameters, subkeyBytes))
          return format({ ...parameters, subkey })
        })

        const verify = Effect.fn("PasswordHasher.verify")(function* (password: string, stored: string) {
          const parsed = parse(stored)
          if (Option.isNone(parsed)) return false
          const { subkey } = parsed.value
          const derived = yield* queued(derive(password, parsed.value, subkey.length))
          return timingSafeEqual(derived, subkey)
        })

        return PasswordHasher.of({ hash, verify })
      })
    )

  static readonly layer = PasswordHasher.layerWith({})
}
