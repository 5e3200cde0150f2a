import { Clock, Context, Data, Duration, Effect, Layer, Option, type Redacted, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { SessionId, type UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import type { SessionIdentity } from "../../domain/Identity.ts"
import type { SessionRecord } from "../../domain/Session.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { AccountLog, type NewLogEntry } from "../log/AccountLog.ts"
import { ActionSource } from "../log/ActionSource.ts"
import { type UserRecord, UserStore } from "../users/UserStore.ts"
import * as SessionCache from "./SessionCache.ts"
import { isValidAt, sessionLifetime } from "./SessionLifetime.ts"
import { drop, memoryOperations, type Session, type StoredSession } from "./SessionsInMemory.ts"
import * as SessionToken from "./SessionToken.ts"

/** The user was deleted or got another password after the caller read it. */
export class UserChanged extends Data.TaggedError("UserChanged") {}

/** The beginning of a `User-Agent` that is kept, in UTF-16 units. */
const maxUserAgent = 250

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
  ended: (username: string): NewLogEntry => ({ action: "logout", subjectName: username }),
  /** Empty if nothing has ended. */
  revoked: (username: string | undefined, count: number): ReadonlyArray<NewLogEntry> =>
    username === undefined || count === 0
      ? []
      : [{ action: "session_ended", subjectName: username, detail: count === 1 ? "1 session" : `${count} sessions` }]
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
    readonly resolve: (token: Redacted.Redacted) => Effect.Effect<Option.Option<SessionIdentity>, StorageError>
    /** The cached result of `resolve`; undefined if it is not cached. */
    readonly peek: (token: string) => SessionIdentity | undefined
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
    /** Ends one session of a user, or all, and records it; returns how many have ended before their expiry. */
    readonly revoke: (userId: UserId, id?: SessionId) => Effect.Effect<number, StorageError>
    /** The user's sessions that have neither ended nor expired: at most `sessionsListed`, the last seen first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<SessionRecord>, StorageError>
    /**
     * When users were last seen, in ISO 8601: the latest use of a session, or what they did by the account log. Without those
     * who were never seen.
     */
    readonly lastSeen: Effect.Effect<ReadonlyMap<UserId, string>, StorageError>
    /** Notes when sessions were last used, in Unix milliseconds, unless a later time is known. */
    readonly touch: (uses: ReadonlyMap<SessionId, number>) => Effect.Effect<void, StorageError>
    /** Drops the user's cached identities, but not the sessions: the next request reads the role again. */
    readonly evictUser: (userId: UserId) => Effect.Effect<void>
    readonly evictAll: Effect.Effect<void>
    /**
     * Until the scope closes, calls `watcher` after each eviction, and so after the change that caused it, with the
     * sessions that may have ended or changed their role, cached or not. It is called synchronously and must be quick.
     */
    readonly watch: (watcher: SessionCache.SessionWatcher) => Effect.Effect<void, never, Scope.Scope>
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
      const { recording, page } = yield* AccountLog
      const sessions = new Map<string, StoredSession>()

      const load = Effect.fnUntraced(function* (tokenHash: string) {
        const session = sessions.get(tokenHash)
        const now = yield* Clock.currentTimeMillis
        if (session === undefined || !isValidAt(session, now)) return Option.none()
        const user = yield* users.findById(session.userId)
        return Option.map(user, ({ id, username, displayName, role }) => ({
          userId: id,
          username,
          displayName,
          role,
          sessionId: session.id,
          expiresAt: session.expiresAt
        }))
      })
      const { evict, ...cache } = yield* SessionCache.make(load)

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
        const { createdAt } = created.session
        const stored = { ...created.session, ...(yield* sessionOrigin), lastSeenAt: createdAt }
        sessions.set(SessionToken.hash(created.token), stored)
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

      const revoke = Effect.fn("SessionStore.revoke")(function* (userId: UserId, id?: SessionId) {
        const now = yield* Clock.currentTimeMillis
        const matches = (session: Session) => session.userId === userId && (id === undefined || session.id === id)
        const ended = [...sessions.values()].filter((session) => matches(session) && session.expiresAt > now).length
        drop(sessions, matches)
        yield* cache.evictUser(userId)
        const user = Option.getOrUndefined(yield* users.findById(userId))
        return { value: ended, entries: logEntries.revoked(user?.username, ended) }
      }, recording)

      return SessionStore.of({ ...cache, ...memoryOperations(sessions, users, page), create, end, endAllOf, revoke })
    })
  )
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

/** Where a new session is begun. */
export const sessionOrigin = Effect.map(ActionSource, ({ address, userAgent }) => ({
  address,
  userAgent: userAgent?.slice(0, maxUserAgent).toWellFormed() ?? null
}))
