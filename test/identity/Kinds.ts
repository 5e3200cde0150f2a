import { Effect, Option, Redacted } from "effect"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import type { UserRecord } from "../../src/accounts/users/UserStore.ts"
import type { SessionId, TokenId, UserId } from "../../src/domain/entities/Ids.ts"
import type { Role } from "../../src/domain/entities/Role.ts"
import type { Identity } from "../../src/domain/Identity.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"

/** What somebody is known by, and how the store of its kind treats it. */
export interface Made {
  readonly secret: string
  readonly id: SessionId | TokenId
  readonly resolve: Effect.Effect<Identity | null, unknown>
  readonly peek: () => Identity | undefined
  /** Its rights by the store; null if it is over. */
  readonly confirmed: Effect.Effect<Role | null, unknown>
  /** Ends it for its user, or for another user, and tells whether it was there. */
  readonly endFor: (userId: UserId) => Effect.Effect<boolean, unknown>
  readonly touch: (at: number) => Effect.Effect<void, unknown>
  /** When it was last used, as its list says; undefined if the list does not have it. */
  readonly lastUse: Effect.Effect<string | null | undefined, unknown>
}

interface Kind {
  readonly name: "session" | "token"
  /** For seven days; a token gets the scope `admin`, which never lowers a role. */
  readonly make: (user: UserRecord) => Effect.Effect<Made, unknown, SessionStore | TokenStore>
  readonly purgeExpired: Effect.Effect<number, unknown, SessionStore | TokenStore>
}

const session: Kind = {
  name: "session",
  make: Effect.fnUntraced(function* (user) {
    const sessions = yield* SessionStore
    const made = yield* sessions.create(user)
    const { id } = made.session
    return {
      secret: Redacted.value(made.token),
      id,
      resolve: Effect.map(sessions.resolve(made.token), Option.getOrNull),
      peek: () => sessions.peek(Redacted.value(made.token)),
      confirmed: Effect.map(sessions.confirm([id]), (roles) => roles.get(id) ?? null),
      endFor: (userId) => Effect.map(sessions.revoke(userId, id), (ended) => ended > 0),
      touch: (at) => sessions.touch(new Map([[id, at]])),
      lastUse: Effect.map(sessions.list(user.id), (all) => all.find((one) => one.id === id)?.lastSeenAt)
    }
  }),
  purgeExpired: Effect.flatMap(SessionStore, ({ purgeExpired }) => purgeExpired)
}

const token: Kind = {
  name: "token",
  make: Effect.fnUntraced(function* (user) {
    const tokens = yield* TokenStore
    const made = yield* tokens.create(user.id, { name: "Report", scope: "admin", days: 7 })
    const { id } = made.token
    return {
      secret: Redacted.value(made.secret),
      id,
      resolve: Effect.map(tokens.resolve(made.secret), Option.getOrNull),
      peek: () => tokens.peek(Redacted.value(made.secret)),
      confirmed: Effect.map(tokens.confirm([id]), (roles) => roles.get(id) ?? null),
      endFor: (userId) => tokens.revoke(id, userId),
      touch: (at) => tokens.touch(new Map([[id, at]])),
      lastUse: Effect.map(tokens.list(user.id), (all) => all.find((one) => one.id === id)?.lastUsedAt)
    }
  }),
  purgeExpired: Effect.flatMap(TokenStore, ({ purgeExpired }) => purgeExpired)
}

export const kinds: ReadonlyArray<Kind> = [session, token]
