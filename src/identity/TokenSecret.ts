import { Effect, Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"
import * as SessionToken from "../accounts/sessions/SessionToken.ts"

/** Lets people and scanners of repositories recognise a token that was published by mistake. */
const prefix = "strat_"

const wellFormed = /^strat_[A-Za-z0-9_-]{43}$/

/** What a program sends: the prefix and 256 random bits as base64url. */
export const make = (random: SecureRandom.SecureRandom["Service"]): Effect.Effect<Redacted.Redacted> =>
  Effect.map(SessionToken.make(random), (token) => Redacted.make(prefix + Redacted.value(token)))

/** False for a text that no server ever made, so that the store need not be asked. */
export const isWellFormed = (secret: Redacted.Redacted): boolean => wellFormed.test(Redacted.value(secret))

/** SHA-256 in hex of the whole text. Only this is stored. */
export const hash = SessionToken.hash
