import type { SessionId, TokenId, UserId } from "./entities/Ids.ts"
import type { Role } from "./entities/Role.ts"
import type { TokenScope } from "./Token.ts"

interface Claims {
  readonly userId: UserId
  readonly username: string
  /** What the user is called; null if nobody has said. */
  readonly displayName: string | null
  /** What the caller may do: the user's role, with a token never more than its scope. */
  readonly role: Role
  /** Unix time in milliseconds; the session or token is over from this instant on. */
  readonly expiresAt: number
}

/** Somebody who has signed in. */
export interface SessionIdentity extends Claims {
  readonly sessionId: SessionId
  readonly token?: never
}

/** A program that acts for a user. */
export interface TokenIdentity extends Claims {
  readonly token: { readonly id: TokenId; readonly name: string; readonly scope: TokenScope }
  readonly sessionId?: never
}

/** Who a request comes from: the claims of its session or token. */
export type Identity = SessionIdentity | TokenIdentity
