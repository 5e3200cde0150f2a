import { Clock, Context, Data, DateTime, Duration, Effect, Layer, Option, Order, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountLog, type NewLogEntry } from "../accounts/log/AccountLog.ts"
import * as SessionCache from "../accounts/sessions/SessionCache.ts"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import { usernameKey } from "../accounts/users/Username.ts"
import { UserNotFound, type UserRecord, UserStore } from "../accounts/users/UserStore.ts"
import { TokenId, type UserId } from "../domain/entities/Ids.ts"
import type { Role } from "../domain/entities/Role.ts"
import type { TokenIdentity } from "../domain/Identity.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { roleWithin, type Token, type TokenScope, type UserToken } from "../domain/Token.ts"
import { maxTokens } from "../shared/TokenScopes.ts"
import * as TokenSecret from "./TokenSecret.ts"

/** What a user chooses for a new token. `days` are from 1 to 365. */
export interface TokenSettings {
  readonly name: string
  readonly scope: TokenScope
  readonly days: number
}

interface NewToken {
  /** It is available here only; the store has its hash. */
  readonly secret: Redacted.Redacted
  readonly token: Token
}

export class TooManyTokens extends Data.TaggedError("TooManyTokens") {
  override readonly message = `You have ${maxTokens} tokens, the maximum: revoke one first.`
}

/** The account log's entries about tokens. */
export const logEntries = {
  created: (username: string, token: Pick<Token, "scope" | "name">): NewLogEntry => ({
    action: "token_created",
    subjectName: username,
    detail: detailOf(token)
  }),
  revoked: ({ username, ...token }: Pick<UserToken, "username" | "scope" | "name">): NewLogEntry => ({
    action: "token_revoked",
    subjectName: username,
    detail: detailOf(token)
  })
}

/** A semicolon separates details. */
const detailOf = ({ scope, name }: Pick<Token, "scope" | "name">): string => `${scope}; ${name.replaceAll(";", ",")}`

/**
 * The tokens with which programs act for users, stored by their hash. They are cached like sessions, and each eviction
 * of sessions evicts the tokens of the same users, on every server.
 */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** Fails if the user has `maxTokens` already; expired ones do not count. */
    readonly create: (
      userId: UserId,
      settings: TokenSettings
    ) => Effect.Effect<NewToken, TooManyTokens | UserNotFound | StorageError>
    /** The tokens of one user or of all that have neither ended nor expired, by username and then newest first. */
    readonly list: (userId?: UserId) => Effect.Effect<ReadonlyArray<UserToken>, StorageError>
    /** Ends a token, of this user if one is given, and tells whether there was one. */
    readonly revoke: (id: TokenId, userId?: UserId) => Effect.Effect<boolean, StorageError>
    /** The identity of a token; none if it is malformed or unknown or has ended or expired. Cached like a session. */
    readonly resolve: (secret: Redacted.Redacted) => Effect.Effect<Option.Option<TokenIdentity>, StorageError>
    /** The cached result of `resolve`; undefined if it is not cached. */
    readonly peek: (secret: string) => TokenIdentity | undefined
    /** The rights of those tokens that have neither ended nor expired, read from the store and not from the cache. */
    readonly confirm: (ids: ReadonlyArray<TokenId>) => Effect.Effect<ReadonlyMap<TokenId, Role>, StorageError>
    /** Notes when tokens were last used, in Unix milliseconds, unless a later time is known. */
    readonly touch: (uses: ReadonlyMap<TokenId, number>) => Effect.Effect<void, StorageError>
    /** Deletes expired tokens, in bounded batches, and returns their number. */
    readonly purgeExpired: Effect.Effect<number, StorageError>
  }
>()("strategy/identity/TokenStore") {
  static readonly layerMemory = Layer.effect(
    TokenStore,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const { recording } = yield* AccountLog
      const tokens = new Map<string, StoredToken>()

      /** The tokens that are valid now, with their users. */
      const valid = Effect.fnUntraced(function* (matches: (token: StoredToken) => boolean) {
        const now = yield* Clock.currentTimeMillis
        const found: Array<readonly [StoredToken, UserRecord]> = []
        for (const token of [...tokens.values()].filter((_) => matches(_) && _.expiresAt > now)) {
          const user = yield* users.findById(token.userId)
          if (Option.isSome(user)) found.push([token, user.value])
        }
        return found
      })

      const cache = yield* followingSessions(
        sessions,
        Effect.fnUntraced(function* (tokenHash: string) {
          const [found] = yield* valid((token) => token === tokens.get(tokenHash))
          return Option.map(Option.fromUndefinedOr(found), ([token, user]) =>
            identityOf({ ...token, username: user.username, displayName: user.displayName, role: user.role })
          )
        })
      )

      const create = Effect.fn("TokenStore.create")(function* (userId: UserId, settings: TokenSettings) {
        const made = yield* newToken(random, userId, settings)
        const user = yield* Effect.fromOption(yield* users.findById(userId)).pipe(
          Effect.mapError(() => new UserNotFound())
        )
        if ((yield* valid((token) => token.userId === userId)).length >= maxTokens) return yield* new TooManyTokens()
        tokens.set(TokenSecret.hash(made.secret), made.stored)
        const value: NewToken = { secret: made.secret, token: tokenOf(made.stored) }
        return { value, entries: [logEntries.created(user.username, settings)] }
      }, recording)

      const list = Effect.fn("TokenStore.list")(function* (userId?: UserId) {
        const found = yield* valid((token) => userId === undefined || token.userId === userId)
        return found
          .map(([token, { username }]): UserToken => ({ ...tokenOf(token), userId: token.userId, username }))
          .sort(byUserNewestFirst)
      })

      const revoke = Effect.fn("TokenStore.revoke")(function* (id: TokenId, userId?: UserId) {
        const [found] = yield* valid((token) => token.id === id && (userId === undefined || token.userId === userId))
        if (found === undefined) return { value: false, entries: [] }
        const [token, { username }] = found
        for (const [tokenHash, each] of tokens) if (each === token) tokens.delete(tokenHash)
        yield* sessions.evictUser(token.userId)
        return { value: true, entries: [logEntries.revoked({ ...token, username })] }
      }, recording)

      const confirm = Effect.fn("TokenStore.confirm")(function* (ids: ReadonlyArray<TokenId>) {
        const wanted = new Set(ids)
        const found = yield* valid(({ id }) => wanted.has(id))
        return new Map(found.map(([{ id, scope }, { role }]) => [id, roleWithin(scope, role)]))
      })

      const touch = (uses: ReadonlyMap<TokenId, number>) =>
        Effect.sync(() => {
          for (const [tokenHash, token] of tokens) {
            const at = uses.get(token.id)
            if (at !== undefined) tokens.set(tokenHash, { ...token, lastUsedAt: Math.max(token.lastUsedAt ?? 0, at) })
          }
        })

      const purgeExpired = Effect.map(Clock.currentTimeMillis, (now) => {
        const expired = [...tokens].filter(([, { expiresAt }]) => expiresAt <= now)
        for (const [tokenHash] of expired) tokens.delete(tokenHash)
        return expired.length
      })

      return TokenStore.of({ ...cache, create, list, revoke, confirm, touch, purgeExpired })
    })
  )
}

/** Times are Unix times in milliseconds. */
interface StoredToken {
  readonly id: TokenId
  readonly userId: UserId
  readonly name: string
  readonly scope: TokenScope
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | null
}

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

export const tokenOf = ({ id, name, scope, createdAt, expiresAt, lastUsedAt }: StoredToken): Token => ({
  id,
  name,
  scope,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
  lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt)
})

/** The claims of a token and of the user whose role it has. */
export const identityOf = (
  claims: Pick<StoredToken, "id" | "userId" | "name" | "scope" | "expiresAt"> &
    Pick<UserRecord, "username" | "displayName" | "role">
): TokenIdentity => {
  const { id, userId, username, displayName, role, name, scope, expiresAt } = claims
  return { userId, username, displayName, role: roleWithin(scope, role), token: { id, name, scope }, expiresAt }
}

/** In order of `list`. */
export const byUserNewestFirst: Order.Order<UserToken> = Order.combineAll([
  Order.mapInput(Order.String, ({ username }) => usernameKey(username)),
  Order.flip(Order.mapInput(Order.String, ({ createdAt }) => createdAt)),
  Order.mapInput(Order.String, ({ id }) => id)
])

/** The part of `create` that does not depend on where tokens are kept. */
export const newToken = Effect.fnUntraced(function* (
  random: SecureRandom.SecureRandom["Service"],
  userId: UserId,
  { name, scope, days }: TokenSettings
) {
  const id = TokenId.make(yield* random.uuidV4())
  const secret = yield* TokenSecret.make(random)
  const createdAt = yield* Clock.currentTimeMillis
  const expiresAt = createdAt + Duration.toMillis(Duration.days(days))
  const stored: StoredToken = { id, userId, name, scope, createdAt, expiresAt, lastUsedAt: null }
  return { secret, stored }
})

/** A cache of tokens that trusts its entries as long as sessions do, and evicts what they evict. */
export const followingSessions = Effect.fnUntraced(function* (
  sessions: SessionStore["Service"],
  load: (tokenHash: string) => Effect.Effect<Option.Option<TokenIdentity>, StorageError>
) {
  const { resolve, peek, evict, trustCacheWhile } = yield* SessionCache.make(load, TokenSecret)
  yield* trustCacheWhile(sessions.isFresh)
  // The watcher must not wait; the eviction is synchronous.
  yield* sessions.watch((filter) => Effect.runSync(evict(filter)))
  return { resolve, peek }
})
