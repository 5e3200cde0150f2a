import type { SessionId, UserId } from "./entities/Ids.ts"
import type { Role } from "./entities/Role.ts"

/** Who a request comes from: the claims of its session. */
export interface Identity {
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  readonly sessionId: SessionId
  /** Unix time in milliseconds; from this instant on the session is over. */
  readonly expiresAt: number
}
