import { Clock, Context, Data, Duration, Effect, Layer, Option, type Redacted, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { SessionId, type UserId } from "../domain/entities/Ids.ts"
import type { Role } from "../domain/entities/Role.ts"
import type { Identity } from "../domain/Identity.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { AccountLog, type NewEntry } from "./AccountLog.ts"
import * as SessionCache from "./SessionCache.ts"
import * as SessionToken from "./SessionToken.ts"
import { type UserRecord, UserStore } from "./UserStore.ts"

/** From creation; use does not lengthen it. */
export const sessionLifetime = Duration.days(7)

/** The user was deleted, or got another password, since the caller read it. */
export class UserChanged extends Data.TaggedError("UserChanged") {}

/** Times are Unix times in milliseconds. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly createdAt: number
  readonly expiresAt: number
}

export interface NewSession {
  /** Given out here and nowhere else. */
  readonly token: Redacted.Redacted
  readonly session: Session
}

/** What a session leaves in the account log. `user` is who signs in, `ended` whose session is over. */
export const entries = {
  begun: ({ username }: Pick<UserRecord, "username">): NewEntry => ({
    action: "login",
    actorName: username,
    subjectName: username
  }),
  replaced: (user: Pick<UserRecord, "username">, ended: string): NewEntry => ({
    action: "logout",
    actorName: user.username,
    subjectName: ended,
    detail: "replaced"
  }),
  ended: (username: string): NewEntry => ({ action: "logout", subjectName: username })
}

/** The sessions, kept by the hash of their token. What ends a session here is seen by the next request to this server. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * For the user as it was read when its password was checked: `UserChanged` when that is no longer so, so that no
     * session outlives the change of its password. The session of `replaces`, whosever it is, ends at the same moment;
     * nothing happens for what is malformed, unknown or over.
     */
    readonly create: (
      user: UserRecord,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<NewSession, UserChanged | StorageError>
    /**
     * Whose session it is; none for what is malformed, unknown, ended or expired. Cached for up to five minutes: a role
     * changed without an eviction is seen then.
     */
    readonly resolve: (token: Redacted.Redacted) => Effect.Effect<Option.Option<Identity>, StorageError>
    /** What `resolve` would find in the cache, at once; undefined tells nothing. */
    readonly peek: (token: string) => Identity | undefined
    /**
     * The roles of those sessions that are neither ended nor expired, as the store has them now, whatever is cached. Of
     * any number of sessions; reads a bounded number at a time.
     */
    readonly confirm: (ids: ReadonlyArray<SessionId>) => Effect.Effect<ReadonlyMap<SessionId, Role>, StorageError>
    /** Of a session that is over already: nothing happens. */
    readonly end: (id: SessionId) => Effect.Effect<void, StorageError>
    readonly endAllOf: (
      userId: UserId,
      options?: { readonly except?: SessionId | undefined }
    ) => Effect.Effect<void, StorageError>
    /** Drops what is cached of the user, not its sessions: the next request reads its role anew. */
    readonly evictUser: (userId: UserId) => Effect.Effect<void>
    readonly evictAll: Effect.Effect<void>
    /**
     * Until the scope closes, tells `watcher` of each eviction, after it and after the change it is for: which sessions
     * may have ended or have another role now, cached or not. It is called in the midst of the eviction and is to be
     * quick.
     */
    readonly watch: (watcher: (doubt: SessionCache.Doubt) => void) => Effect.Effect<void, never, Scope.Scope>
    /**
     * From now on, since other servers end sessions too: what is cached counts only while `isFresh`, which is asked at each
     * look and tells whether it is known what they have done. Otherwise sessions are read anew.
     */
    readonly believeWhile: (isFresh: () => boolean) => Effect.Effect<void>
    /** Whether what is cached counts now; always, where no other server was spoken of. */
    readonly isFresh: () => boolean
    /** Deletes expired sessions, a bounded number at a time; gives how many they were. */
    readonly purgeExpired: Effect.Effect<number, StorageError>
  }
>()("strategy/accounts/SessionStore") {
  /** Over the same `UserStore` the sessions' users are in. */
  static readonly layerMemory = Layer.effect(
    SessionStore,
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: lists one store's operations on the maps above them
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const users = yield* UserStore
      const { recording } = yield* AccountLog
      const sessions = new Map<string, Session>()

      const load = Effect.fnUntraced(function* (tokenHash: string) {
        const session = sessions.get(tokenHash)
        const now = yield* Clock.currentTimeMillis
        if (session === undefined || session.expiresAt <= now) return Option.none()
        const user = yield* users.findById(session.userId)
        return Option.map(user, ({ id, username, role }) => ({
          userId: id,
          username,
          role,
          sessionId: session.id,
          expiresAt: session.expiresAt
        }))
      })
      const cache = yield* SessionCache.make(load)

      const drop = (matches: (session: Session) => boolean): number => {
        const matching = [...sessions].filter(([, session]) => matches(session))
        for (const [tokenHash] of matching) sessions.delete(tokenHash)
        return matching.length
      }

      const confirm = Effect.fn("SessionStore.confirm")(function* (ids: ReadonlyArray<SessionId>) {
        const now = yield* Clock.currentTimeMillis
        const wanted = new Set(ids)
        const roles = new Map<SessionId, Role>()
        for (const { id, userId, expiresAt } of [...sessions.values()]) {
          if (!wanted.has(id) || expiresAt <= now) continue
          const user = yield* users.findById(userId)
          if (Option.isSome(user)) roles.set(id, user.value.role)
        }
        return roles
      })

      const evict = (id: SessionId) => cache.evict(({ sessionId }) => sessionId === id)

      /** The name of whose session it was, in a list that is empty where there was none. */
      const dropOne = Effect.fnUntraced(function* (matches: (session: Session, tokenHash: string) => boolean) {
        const now = yield* Clock.currentTimeMillis
        const found = [...sessions].find(([tokenHash, session]) => matches(session, tokenHash))
        if (found === undefined) return []
        const [tokenHash, { id, userId, expiresAt }] = found
        sessions.delete(tokenHash)
        yield* evict(id)
        const user = yield* users.findById(userId)
        return Option.isSome(user) && expiresAt > now ? [user.value.username] : []
      })

      const create = Effect.fn("SessionStore.create")(function* (user: UserRecord, replaces?: Redacted.Redacted) {
        const created = yield* newSession(random, user.id)
        const current = yield* users.findById(user.id)
        if (!Option.exists(current, ({ passwordHash }) => passwordHash === user.passwordHash)) {
          return yield* new UserChanged()
        }
        const replaced = hashOfOld(replaces)
        const ended = yield* dropOne((_, tokenHash) => tokenHash === replaced)
        sessions.set(SessionToken.hash(created.token), created.session)
        return { value: created, entries: [...ended.map((_) => entries.replaced(user, _)), entries.begun(user)] }
      }, recording)

      const end = Effect.fn("SessionStore.end")(function* (id: SessionId) {
        const ended = yield* dropOne((session) => session.id === id)
        if (ended.length === 0) yield* evict(id)
        return { value: undefined, entries: ended.map(entries.ended) }
      }, recording)

      const endAllOf = Effect.fn("SessionStore.endAllOf")(function* (
        userId: UserId,
        options?: { readonly except?: SessionId | undefined }
      ) {
        drop((session) => session.userId === userId && session.id !== options?.except)
        yield* cache.evictUser(userId)
      })

      const purgeExpired = Effect.map(Clock.currentTimeMillis, (now) => drop(({ expiresAt }) => expiresAt <= now))

      return SessionStore.of({
        create,
        resolve: cache.resolve,
        peek: cache.peek,
        confirm,
        end,
        endAllOf,
        evictUser: cache.evictUser,
        evictAll: cache.evictAll,
        watch: cache.watch,
        believeWhile: cache.believeWhile,
        isFresh: cache.isFresh,
        purgeExpired
      })
    })
  )
}

/** What the session to be replaced is found by; undefined where no session can have such a token. */
export const hashOfOld = (replaces: Redacted.Redacted | undefined): string | undefined =>
  replaces !== undefined && SessionToken.isWellFormed(replaces) ? SessionToken.hash(replaces) : undefined

/** The part of `create` that does not depend on where sessions are kept. */
export const newSession = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"], userId: UserId) {
  const id = SessionId.make(yield* random.uuidV4())
  const token = yield* SessionToken.make(random)
  const createdAt = yield* Clock.currentTimeMillis
  const session: Session = { id, userId, createdAt, expiresAt: createdAt + Duration.toMillis(sessionLifetime) }
  return { token, session } satisfies NewSession
})
