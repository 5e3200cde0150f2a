import { timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Gate, type GateLimits, type GateRefused } from "../../bounded/Gate.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { observed } from "../../observability/Observed.ts"
import { type Caller, CurrentCaller } from "../CurrentCaller.ts"
import { hashesRunning, hashesWaiting } from "../log/AccountMetrics.ts"
import { formatHash, type PasswordHash, parseHash } from "./PasswordHash.ts"
import { blockCount, Pbkdf2 } from "./Pbkdf2.ts"

interface PasswordHasherOptions extends Pick<GateLimits, "perServer" | "waiting"> {
  /** The PBKDF2 iterations of new hashes; a stored hash contains its own number. */
  readonly iterations: number
}

const defaults: PasswordHasherOptions = {
  iterations: 220_000,
  ...gateLimits.passwordChecks,
  ...(availableParallelism() <= 2 && { perServer: 1 })
}

const saltBytes = 16
const subkeyBytes = 32

/** New hashes use it, and every verification costs as much as one of these. */
const standardDigest = "sha512"

const fillerSalt = Buffer.alloc(saltBytes)

/**
 * Salted password hashes in the formats of ASP.NET Core Identity. All hash work of the server goes through one gate,
 * where it counts for the `CurrentCaller`.
 */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** A new hash, v3 with HMAC-SHA512, as base64. */
    readonly hash: (password: string) => Effect.Effect<string, GateRefused>
    /**
     * Whether the password matches the stored hash; false for a text that is no hash, or a hash too costly to check. It
     * takes as long as a new hash, so that its time reveals nothing about the stored one, unless that costs more.
     * `stored` runs when it is the caller's turn, so that a flood of attempts asks the store no more often than it
     * hashes.
     */
    readonly verify: <E = never>(
      password: string,
      stored: Effect.Effect<string, E>
    ) => Effect.Effect<boolean, E | GateRefused>
    /** The error with which a hash for this caller would be refused now; undefined when it would be accepted. */
    readonly refusal: (caller: Caller) => GateRefused | undefined
  }
>()("strategy/accounts/PasswordHasher") {
  static readonly layerWith = (options: Partial<PasswordHasherOptions>) =>
    Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const random = yield* SecureRandom.SecureRandom
        const { derive, relativeCost } = yield* Pbkdf2
        const { iterations, ...limits } = { ...defaults, ...options }
        const gate = new Gate({ ...gateLimits.passwordChecks, ...limits })
        yield* observed(hashesWaiting, () => ({ value: gate.waiting }))
        yield* observed(hashesRunning, () => ({ value: gate.running }))

        /**
         * Hashing runs on libuv's thread pool, which has four threads that files and DNS need too. It keeps its place until it is over,
         * since a thread cannot be stopped.
         */
        const queued = <A, E>(work: Effect.Effect<A, E>) =>
          Effect.flatMap(CurrentCaller, ({ key, hasSession }) =>
            gate.run(key, Effect.uninterruptible(work), hasSession)
          )

        // Each is measured once, and only if there are such hashes.
        const relativeCosts = {
          sha1: yield* Effect.cached(relativeCost("sha1")),
          sha256: yield* Effect.cached(relativeCost("sha256")),
          sha512: yield* Effect.cached(relativeCost("sha512"))
        }

        const hash = Effect.fn("PasswordHasher.hash")(function* (password: string) {
          const salt = Buffer.from(yield* random.randomBytes(saltBytes))
          const parameters: PasswordHash = { digest: standardDigest, iterations, salt, subkey: Buffer.alloc(0) }
          const subkey = yield* queued(derive(password, parameters, subkeyBytes))
          return formatHash({ ...parameters, subkey })
        })

        /** Derives a key that nobody needs, to take as long as this many standard iterations. */
        const doDummyWork = (password: string, remaining: number) =>
          remaining < 1
            ? Effect.void
            : derive(password, { digest: standardDigest, iterations: remaining, salt: fillerSalt }, subkeyBytes)

        const matches = Effect.fnUntraced(function* (password: string, parsed: PasswordHash) {
          const { digest, subkey } = parsed
          const derived = yield* derive(password, parsed, subkey.length)
          const spent = parsed.iterations * blockCount(digest, subkey.length) * (yield* relativeCosts[digest])
          yield* doDummyWork(password, iterations - Math.round(spent))
          return timingSafeEqual(derived, subkey)
        })

        const verify = Effect.fn("PasswordHasher.verify")(<E>(password: string, stored: Effect.Effect<string, E>) =>
          queued(
            Effect.flatMap(Effect.interruptible(stored), (hash) =>
              Option.match(parseHash(hash), {
                onNone: () => Effect.as(doDummyWork(password, iterations), false),
                onSome: (parsed) => matches(password, parsed)
              })
            )
          )
        )

        return PasswordHasher.of({
          hash,
          verify,
          refusal: ({ key, hasSession }) => gate.refusal(key, hasSession)
        })
      })
    )

  static readonly layer = PasswordHasher.layerWith({})
}
