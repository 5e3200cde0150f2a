import { Clock, Context, Data, Duration, Effect, Layer, Option, type Redacted, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { SessionId, type UserId } from "../domain/Ids.ts"
import type { Role } from "../domain/Role.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { Identity } from "./Identity.ts"
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

/** The sessions, kept by the hash of their token. What ends a session here is seen by the next request to this server. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * For the user as it was read when its password was checked: `UserChanged` when that is no longer so, so that no
     * session outlives the change of its password.
     */
    readonly create: (user: UserRecord) => Effect.Effect<NewSession, UserChanged | StorageError>
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
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const users = yield* UserStore
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

      const create = Effect.fn("SessionStore.create")(function* (user: UserRecord) {
        const created = yield* newSession(random, user.id)
        const current = yield* users.findById(user.id)
        if (!Option.exists(current, ({ passwordHash }) => passwordHash === user.passwordHash)) {
          return yield* new UserChanged()
        }
        sessions.set(SessionToken.hash(created.token), created.session)
        return created
      })

      const end = Effect.fn("SessionStore.end")(function* (id: SessionId) {
        drop((session) => session.id === id)
        yield* cache.evict(({ sessionId }) => sessionId === id)
      })

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

/** The part of `create` that does not depend on where sessions are kept. */
export const newSession = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"], userId: UserId) {
  const id = SessionId.make(yield* random.uuidV4())
  const token = yield* SessionToken.make(random)
  const createdAt = yield* Clock.currentTimeMillis
  const session: Session = { id, userId, createdAt, expiresAt: createdAt + Duration.toMillis(sessionLifetime) }
  return { token, session } satisfies NewSession
})
