import { pbkdf2, pbkdf2Sync } from "node:crypto"
import { type Clock, Context, Effect } from "effect"

export type Digest = "sha1" | "sha256" | "sha512"

export interface Pbkdf2Parameters {
  readonly digest: Digest
  readonly iterations: number
  readonly salt: Uint8Array
}

const digestBytes: Readonly<Record<Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 }

/** How often a derivation of so many bytes repeats its iterations. */
export const blocksOf = (digest: Digest, bytes: number): number => Math.ceil(bytes / digestBytes[digest])

const probe = { iterations: 1_000, times: 8 }

/** Nanoseconds that the iterations of a probe take, at best: what else the machine does only adds to it. */
const measure = (digest: Digest, clock: Clock.Clock): number => {
  const each = Array.from({ length: probe.times }, () => {
    const began = clock.monotonicTimeNanosUnsafe()
    pbkdf2Sync("probe", "probe's salt", probe.iterations, digestBytes[digest], digest)
    return Number(clock.monotonicTimeNanosUnsafe() - began)
  })
  return Math.max(1, Math.min(...each))
}

/** Where keys are derived from passwords. Replaced in tests, which count the work. */
export const Pbkdf2 = Context.Reference("strategy/accounts/Pbkdf2", {
  defaultValue: () => ({
    /** Runs on libuv's thread pool. Parameters from `PasswordHash.parse` never make it fail. */
    derive: (password: string, { salt, iterations, digest }: Pbkdf2Parameters, bytes: number): Effect.Effect<Buffer> =>
      Effect.callback((resume) =>
        pbkdf2(password, salt, iterations, bytes, digest, (error, key) =>
          resume(error === null ? Effect.succeed(key) : Effect.die(error))
        )
      ),
    /** The time of one iteration, in iterations of SHA-512 on this machine; measured, which takes some 10 ms. */
    relativeCost: (digest: Digest): Effect.Effect<number> =>
      digest === "sha512"
        ? Effect.succeed(1)
        : Effect.clockWith((clock) => Effect.sync(() => measure(digest, clock) / measure("sha512", clock)))
  })
})
