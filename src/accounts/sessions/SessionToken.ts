import * as crypto from "node:crypto"
import { Effect, Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"

const tokenBytes = 32

const wellFormed = /^[A-Za-z0-9_-]{43}$/

/** The value of the cookie: 256 random bits as base64url. */
export const make = (random: SecureRandom.SecureRandom["Service"]): Effect.Effect<Redacted.Redacted> =>
  Effect.map(random.randomBytes(tokenBytes), (secret) => Redacted.make(Buffer.from(secret).toString("base64url")))

/** False for a text that no server ever made, so that the store need not be asked. */
export const isWellFormed = (token: Redacted.Redacted): boolean => wellFormed.test(Redacted.value(token))

/** SHA-256 in hex. Tokens are stored in this form only, in the database and in memory. */
export const hash = (token: Redacted.Redacted): string => hashOf(Redacted.value(token))

/** The same for a token as a plain string. */
export const hashOf = (token: string): string => crypto.hash("sha256", token, "hex")
