import { Clock, DateTime, Effect, Option } from "effect"
import type { SessionId, UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import { type SessionRecord, sessionsListed } from "../../domain/Session.ts"
import type { AccountLog } from "../log/AccountLog.ts"
import type { UserStore } from "../users/UserStore.ts"
import { isValidAt } from "./SessionLifetime.ts"

/** Times are Unix times in milliseconds. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly createdAt: number
  readonly expiresAt: number
}

/** Where a session was begun, and when it was last used, in Unix milliseconds. */
export interface StoredSession extends Session {
  readonly lastSeenAt: number
  readonly address: string | null
  readonly userAgent: string | null
}

/** Deletes the matching sessions and returns their number. */
export const drop = (sessions: Map<string, Session>, matches: (session: Session) => boolean): number => {
  const matching = [...sessions].filter(([, session]) => matches(session))
  for (const [tokenHash] of matching) sessions.delete(tokenHash)
  return matching.length
}

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

const recordOf = ({ id, createdAt, expiresAt, lastSeenAt, address, userAgent }: StoredSession): SessionRecord => ({
  id,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
  lastSeenAt: iso(lastSeenAt),
  address,
  userAgent
})

/** The operations of `SessionStore` that neither begin nor end a session, on sessions by the hash of their token. */
export const memoryOperations = (
  sessions: Map<string, StoredSession>,
  users: Pick<UserStore["Service"], "findById" | "list">,
  page: AccountLog["Service"]["page"]
) => {
  const confirm = Effect.fn("SessionStore.confirm")(function* (ids: ReadonlyArray<SessionId>) {
    const now = yield* Clock.currentTimeMillis
    const wanted = new Set(ids)
    const roles = new Map<SessionId, Role>()
    for (const session of [...sessions.values()]) {
      if (!wanted.has(session.id) || !isValidAt(session, now)) continue
      const user = yield* users.findById(session.userId)
      if (Option.isSome(user)) roles.set(session.id, user.value.role)
    }
    return roles
  })

  const list = Effect.fn("SessionStore.list")(function* (userId: UserId) {
    const now = yield* Clock.currentTimeMillis
    return [...sessions.values()]
      .filter((session) => session.userId === userId && isValidAt(session, now))
      .sort((one, other) => other.lastSeenAt - one.lastSeenAt || (one.id < other.id ? -1 : 1))
      .slice(0, sessionsListed)
      .map(recordOf)
  })

  const lastSeen = Effect.gen(function* () {
    const seen = new Map<UserId, string>()
    for (const { id, username, createdAt } of yield* users.list) {
      const { entries } = yield* page({ username, limit: 500 })
      const acted = entries.filter(({ actorName, timestamp }) => actorName === username && timestamp >= createdAt)
      const used = [...sessions.values()].filter(({ userId }) => userId === id)
      const times = [...acted.map(({ timestamp }) => timestamp), ...used.map(({ lastSeenAt }) => iso(lastSeenAt))]
      const latest = times.sort().at(-1)
      if (latest !== undefined) seen.set(id, latest)
    }
    return seen
  })

  const touch = (uses: ReadonlyMap<SessionId, number>) =>
    Effect.sync(() => {
      for (const [tokenHash, session] of sessions) {
        const lastSeenAt = Math.max(session.lastSeenAt, uses.get(session.id) ?? 0)
        sessions.set(tokenHash, { ...session, lastSeenAt })
      }
    })

  const purgeExpired = Effect.map(Clock.currentTimeMillis, (now) => drop(sessions, ({ expiresAt }) => expiresAt <= now))

  return { confirm, list, lastSeen, touch, purgeExpired }
}
