import { Clock, Context, Data, Duration, Effect, Layer, Option, type Redacted, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { SessionId, type UserId } from "../domain/entities/Ids.ts"
import type { Role } from "../domain/entities/Role.ts"
import type { Identity } from "../domain/Identity.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { AccountLog, type NewLogEntry } from "./AccountLog.ts"
import * as SessionCache from "./SessionCache.ts"
import * as SessionToken from "./SessionToken.ts"
import { type UserRecord, UserStore } from "./UserStore.ts"

/** It starts at the session's creation; using the session does not extend it. */
export const sessionLifetime = Duration.days(7)

/**
 * A session that would last longer than this, in milliseconds, was created while the clock was far ahead. It does not count, for
 * otherwise it would hardly ever end. Where the clock is only set back for some days, sessions go on.
 */
export const longestRestMs = 2 * Duration.toMillis(sessionLifetime)

/** The user was deleted or got another password after the caller read it. */
export class UserChanged extends Data.TaggedError("UserChanged") {}

/** Times are Unix times in milliseconds. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly createdAt: number
  readonly expiresAt: number
}

export interface NewSession {
  /** The token is available here only; the store has its hash. */
  readonly token: Redacted.Redacted
  readonly session: Session
}

/** The account log's entries about sessions. `user` signs in; `ended` is the name of the user whose session is over. */
export const logEntries = {
  begun: ({ username }: Pick<UserRecord, "username">): NewLogEntry => ({
    action: "login",
    actorName: username,
    subjectName: username
  }),
  replaced: (user: Pick<UserRecord, "username">, ended: string): NewLogEntry => ({
    action: "logout",
    actorName: user.username,
    subjectName: ended,
    detail: "replaced"
  }),
  ended: (username: string): NewLogEntry => ({ action: "logout", subjectName: username })
}

/** The sessions, stored by the hash of their token. The next request to this server sees that one was ended here. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * `user` is the record whose password was checked. Fails with `UserChanged` if its password changed since, so that
     * no session outlives a change of password. The session of the token `replaces` ends in the same transaction,
     * whoever it belongs to; a malformed or unknown token is ignored.
     */
    readonly create: (
      user: UserRecord,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<NewSession, UserChanged | StorageError>
    /**
     * The identity of a session; none if the token is malformed or unknown or the session has ended or expired. It is
     * cached for at most five minutes, after which a role changed without an eviction is seen.
     */
    readonly resolve: (token: Redacted.Redacted) => Effect.Effect<Option.Option<Identity>, StorageError>
    /** The cached result of `resolve`; undefined if it is not cached. */
    readonly peek: (token: string) => Identity | undefined
    /**
     * The roles of those sessions that have neither ended nor expired, read from the store and not from the cache.
     * `ids` may have any length; a bounded number is read at a time.
     */
    readonly confirm: (ids: ReadonlyArray<SessionId>) => Effect.Effect<ReadonlyMap<SessionId, Role>, StorageError>
    /** Does nothing if the session is already over. */
    readonly end: (id: SessionId) => Effect.Effect<void, StorageError>
    readonly endAllOf: (
      userId: UserId,
      options?: { readonly except?: SessionId | undefined }
    ) => Effect.Effect<void, StorageError>
    /** Drops the user's cached identities, but not the sessions: the next request reads the role again. */
    readonly evictUser: (userId: UserId) => Effect.Effect<void>
    readonly evictAll: Effect.Effect<void>
    /**
     * Until the scope closes, calls `watcher` after each eviction, and so after the change that caused it, with the
     * sessions that may have ended or changed their role, cached or not. It is called synchronously and must be quick.
     */
    readonly watch: (watcher: (filter: SessionCache.SessionFilter) => void) => Effect.Effect<void, never, Scope.Scope>
    /**
     * To be called if other servers can end sessions too. From now on the cache is used only while `isFresh`, which is
     * called at each look-up and tells whether it is known what they have done; otherwise sessions are read from the
     * store.
     */
    readonly trustCacheWhile: (isFresh: () => boolean) => Effect.Effect<void>
    /** Whether the cache may be used now; always true without `trustCacheWhile`. */
    readonly isFresh: () => boolean
    /** Deletes expired sessions, in bounded batches, and returns their number. */
    readonly purgeExpired: Effect.Effect<number, StorageError>
  }
>()("strategy/accounts/SessionStore") {
  /** It needs the `UserStore` that has the sessions' users. */
  static readonly layerMemory = Layer.effect(
    SessionStore,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const users = yield* UserStore
      const { recording } = yield* AccountLog
      const sessions = new Map<string, Session>()

      const load = Effect.fnUntraced(function* (tokenHash: string) {
        const session = sessions.get(tokenHash)
        const now = yield* Clock.currentTimeMillis
        if (session === undefined || !isValidAt(session, now)) return Option.none()
        const user = yield* users.findById(session.userId)
        return Option.map(user, ({ id, username, role }) => ({
          userId: id,
          username,
          role,
          sessionId: session.id,
          expiresAt: session.expiresAt
        }))
      })
      const { evict, ...cache } = yield* SessionCache.make(load)

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

      const evictSession = (id: SessionId) => evict(({ sessionId }) => sessionId === id)

      /** Deletes a session, and returns the name of its user in a list, which is empty if there was no valid one. */
      const dropOne = Effect.fnUntraced(function* (matches: (session: Session, tokenHash: string) => boolean) {
        const now = yield* Clock.currentTimeMillis
        const found = [...sessions].find(([tokenHash, session]) => matches(session, tokenHash))
        if (found === undefined) return []
        const [tokenHash, { id, userId, expiresAt }] = found
        sessions.delete(tokenHash)
        yield* evictSession(id)
        const user = yield* users.findById(userId)
        return Option.isSome(user) && expiresAt > now ? [user.value.username] : []
      })

      const create = Effect.fn("SessionStore.create")(function* (user: UserRecord, replaces?: Redacted.Redacted) {
        const created = yield* newSession(random, user.id)
        const current = yield* users.findById(user.id)
        if (!Option.exists(current, ({ passwordHash }) => passwordHash === user.passwordHash)) {
          return yield* new UserChanged()
        }
        const replaced = hashOfReplaced(replaces)
        const ended = yield* dropOne((_, tokenHash) => tokenHash === replaced)
        sessions.set(SessionToken.hash(created.token), created.session)
        return { value: created, entries: [...ended.map((_) => logEntries.replaced(user, _)), logEntries.begun(user)] }
      }, recording)

      const end = Effect.fn("SessionStore.end")(function* (id: SessionId) {
        const ended = yield* dropOne((session) => session.id === id)
        if (ended.length === 0) yield* evictSession(id)
        return { value: undefined, entries: ended.map(logEntries.ended) }
      }, recording)

      const endAllOf = Effect.fn("SessionStore.endAllOf")(function* (
        userId: UserId,
        options?: { readonly except?: SessionId | undefined }
      ) {
        drop(sessions, (session) => session.userId === userId && session.id !== options?.except)
        yield* cache.evictUser(userId)
      })

      const purgeExpired = Effect.map(Clock.currentTimeMillis, (now) =>
        drop(sessions, ({ expiresAt }) => expiresAt <= now)
      )

      return SessionStore.of({ ...cache, create, confirm, end, endAllOf, purgeExpired })
    })
  )
}

const isValidAt = ({ expiresAt }: Session, now: number): boolean => expiresAt > now && expiresAt <= now + longestRestMs

/** Deletes the matching sessions and returns their number. */
const drop = (sessions: Map<string, Session>, matches: (session: Session) => boolean): number => {
  const matching = [...sessions].filter(([, session]) => matches(session))
  for (const [tokenHash] of matching) sessions.delete(tokenHash)
  return matching.length
}

/** The hash of the token to be replaced; undefined if the token is malformed. */
export const hashOfReplaced = (replaces: Redacted.Redacted | undefined): string | undefined =>
  replaces !== undefined && SessionToken.isWellFormed(replaces) ? SessionToken.hash(replaces) : undefined

/** The part of `create` that does not depend on where sessions are kept. */
export const newSession = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"], userId: UserId) {
  const id = SessionId.make(yield* random.uuidV4())
  const token = yield* SessionToken.make(random)
  const createdAt = yield* Clock.currentTimeMillis
  const session: Session = { id, userId, createdAt, expiresAt: createdAt + Duration.toMillis(sessionLifetime) }
  return { token, session } satisfies NewSession
})
