import * as crypto from "node:crypto"
import { Effect, Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"

const bytes = 32

const wellFormed = /^[A-Za-z0-9_-]{43}$/

/** What the cookie carries: 256 random bits as base64url. */
export const make = (random: SecureRandom.SecureRandom["Service"]): Effect.Effect<Redacted.Redacted> =>
  Effect.map(random.randomBytes(bytes), (secret) => Redacted.make(Buffer.from(secret).toString("base64url")))

/** False for what no server ever gave out: no store has to be asked. */
export const isWellFormed = (token: Redacted.Redacted): boolean => wellFormed.test(Redacted.value(token))

/** SHA-256 in hex: the only form in which a token is kept, in the database and in memory. */
export const hash = (token: Redacted.Redacted): string => hashOf(Redacted.value(token))

/** The same, of a token as it came. */
export const hashOf = (token: string): string => crypto.hash("sha256", token, "hex")
