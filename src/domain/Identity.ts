import type { SessionId, UserId } from "./entities/Ids.ts"
import type { Role } from "./entities/Role.ts"

/** Who a request comes from: the claims of its session. */
export interface Identity {
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  readonly sessionId: SessionId
  /** Unix time in milliseconds; the session is over from this instant on. */
  readonly expiresAt: number
}
