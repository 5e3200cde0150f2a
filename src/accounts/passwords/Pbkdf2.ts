import { pbkdf2, pbkdf2Sync } from "node:crypto"
import { type Clock, Context, Effect } from "effect"

export type Digest = "sha1" | "sha256" | "sha512"

interface Pbkdf2Parameters {
  readonly digest: Digest
  readonly iterations: number
  readonly salt: Uint8Array
}

const digestBytes: Readonly<Record<Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 }

/** PBKDF2 runs all its iterations once for each block of this many digest bytes. */
export const blockCount = (digest: Digest, bytes: number): number => Math.ceil(bytes / digestBytes[digest])

const probe = { iterations: 1_000, times: 8 }

/** The time of the probe's iterations in nanoseconds. The shortest run counts, since other load only adds to it. */
const iterationNanos = (digest: Digest, clock: Clock.Clock): number => {
  const each = Array.from({ length: probe.times }, () => {
    const began = clock.monotonicTimeNanosUnsafe()
    pbkdf2Sync("probe", "probe's salt", probe.iterations, digestBytes[digest], digest)
    return Number(clock.monotonicTimeNanosUnsafe() - began)
  })
  return Math.max(1, Math.min(...each))
}

/** Derives keys from passwords. Tests replace it to count the work. */
export const Pbkdf2 = Context.Reference("strategy/accounts/Pbkdf2", {
  defaultValue: () => ({
    /** Runs on libuv's thread pool. It never fails with parameters from `PasswordHash.parse`. */
    derive: (password: string, { salt, iterations, digest }: Pbkdf2Parameters, bytes: number): Effect.Effect<Buffer> =>
      Effect.callback((resume) =>
        pbkdf2(password, salt, iterations, bytes, digest, (error, key) =>
          resume(error === null ? Effect.succeed(key) : Effect.die(error))
        )
      ),
    /** The time of one iteration as a multiple of one with SHA-512. Measuring it takes some 10 ms. */
    relativeCost: (digest: Digest): Effect.Effect<number> =>
      digest === "sha512"
        ? Effect.succeed(1)
        : Effect.clockWith((clock) =>
            Effect.sync(() => iterationNanos(digest, clock) / iterationNanos("sha512", clock))
          )
  })
})
