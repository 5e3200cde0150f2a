import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"

const algorithm = "aes-256-gcm"
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** Browsers keep no longer cookie, so a longer one was not made here. */
const maxSealedLength = 4_096

/** The key for these cookies: derived from the database's own, and so the same on every server. */
export const keyFrom = (databaseKey: string): Buffer =>
  Buffer.from(hkdfSync("sha256", databaseKey, "", "strategy-planning sign-in flow", keyBytes))

const decrypt = Option.liftThrowable((key: Buffer, purpose: string, sealed: Buffer): string => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
})

interface Options {
  /** A cookie made for one purpose is none for another. */
  readonly purpose: string
  /** One that ends later was made by a server whose clock was wrong. */
  readonly lifetime: Duration.Duration
  readonly key: Buffer
  readonly random: SecureRandom.SecureRandom["Service"]
}

/**
 * Makes values the texts of cookies, which nobody else can read or make, and reads them again until `expiresAt`, a Unix time
 * in milliseconds.
 */
export const make = <A extends { readonly expiresAt: number }>(
  schema: Schema.Codec<A, unknown>,
  { purpose, lifetime, key, random }: Options
) => {
  const codec = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(codec)
  const decode = Schema.decodeOption(codec)

  const seal = Effect.fnUntraced(function* (value: A) {
    const iv = yield* random.randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, key, iv)
    cipher.setAAD(Buffer.from(purpose))
    const content = [cipher.update(encode(value), "utf8"), cipher.final()]
    return Buffer.concat([iv, cipher.getAuthTag(), ...content]).toString("base64url")
  })

  /** None if it was not sealed under this key and for this purpose, or is over. */
  const open = (sealed: string): Effect.Effect<Option.Option<A>> =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      sealed.length > maxSealedLength
        ? Option.none()
        : decrypt(key, purpose, Buffer.from(sealed, "base64url")).pipe(
            Option.flatMap(decode),
            Option.filter(({ expiresAt }) => expiresAt > now && expiresAt <= now + Duration.toMillis(lifetime))
          )
    )

  return { seal, open }
}
