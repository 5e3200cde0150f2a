import { Data, Duration, Schema } from "effect"
import { SessionId } from "../domain/entities/Ids.ts"
import type { SignInFault } from "../shared/SignInFaults.ts"

/** How long a sign-in at the provider may take. */
export const flowLifetime = Duration.minutes(10)

/** A sign-in that cannot go on. `reason` is for the log: it has no secret, no token and no claim. */
export class SignInRefused extends Data.TaggedError("SignInRefused")<{
  readonly fault: SignInFault
  readonly reason: string
}> {}

export const refused = (fault: SignInFault, reason: string): SignInRefused => new SignInRefused({ fault, reason })

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

/** How a session that a company sign-in began also ends at the provider. */
export const ProviderSignOut = Schema.Struct({
  /** No other session of this browser leads there. */
  sessionId: SessionId,
  /** The provider's address, which leads back to the page. */
  url: Schema.String,
  /** Unix time in milliseconds. */
  expiresAt: Schema.Number
})
