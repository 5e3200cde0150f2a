import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { Data, Duration, Effect, Option, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { SignInFault } from "../shared/SignInFaults.ts"

/** How long a sign-in at the provider may take. */
export const flowLifetime = Duration.minutes(10)

/** A sign-in that cannot go on. `reason` is for the log: it has no secret, no token and no claim. */
export class SignInRefused extends Data.TaggedError("SignInRefused")<{
  readonly fault: SignInFault
  readonly reason: string
}> {}

/** What a server must remember between sending somebody to the provider and their return. */
export const SignInFlow = Schema.Struct({
  state: Schema.String,
  nonce: Schema.String,
  /** Of PKCE: proves to the provider that who began the sign-in also ends it. */
  verifier: Schema.String,
  /** The path of the page to return to, with query and fragment, without the base path. */
  to: Schema.String,
  /** Unix time in milliseconds. */
  expiresAt: Schema.Number
})
export type SignInFlow = typeof SignInFlow.Type

const codec = Schema.fromJsonString(SignInFlow)
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

const algorithm = "aes-256-gcm"
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** A longer cookie was not made here. */
const maxSealedLength = 4_096

/** The key for these cookies: derived from the database's own, and so the same on every server. */
export const flowKey = (databaseKey: string): Buffer =>
  Buffer.from(hkdfSync("sha256", databaseKey, "", "strategy-planning sign-in flow", keyBytes))

/** The flow as the text of a cookie, which nobody else can read or make. */
export const seal = Effect.fnUntraced(function* (
  random: SecureRandom.SecureRandom["Service"],
  key: Buffer,
  flow: SignInFlow
) {
  const iv = yield* random.randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  const content = [cipher.update(encode(flow), "utf8"), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...content]).toString("base64url")
})

const decrypt = Option.liftThrowable((key: Buffer, sealed: Buffer): string => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
})

/** The flow in a cookie; none if it was not sealed under this key or is over at `now`. */
export const open = (key: Buffer, sealed: string, now: number): Option.Option<SignInFlow> =>
  sealed.length > maxSealedLength
    ? Option.none()
    : decrypt(key, Buffer.from(sealed, "base64url")).pipe(
        Option.flatMap(decode),
        Option.filter(({ expiresAt }) => expiresAt > now && expiresAt <= now + Duration.toMillis(flowLifetime))
      )
