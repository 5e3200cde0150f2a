import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { call } from "../../../scripts/support/Calls.ts"
import { PasswordHasher } from "../../../src/accounts/passwords/PasswordHasher.ts"
import { SessionStore } from "../../../src/accounts/sessions/SessionStore.ts"
import * as SessionStoreSql from "../../../src/accounts/sessions/SessionStoreSql.ts"
import { Username } from "../../../src/accounts/users/Username.ts"
import { type UserRecord, UserStore } from "../../../src/accounts/users/UserStore.ts"
import * as UserStoreSql from "../../../src/accounts/users/UserStoreSql.ts"
import { TokenStore } from "../../../src/identity/TokenStore.ts"
import * as TokenStoreSql from "../../../src/identity/TokenStoreSql.ts"

/** The ways in which a session or a token ends, or loses its role; the latter ones are those of a token. */
export const kinds = [
  "logout",
  "deletion",
  "demotion",
  "new password",
  "revocation",
  "deletion+token",
  "demotion+token"
] as const
export type Kind = (typeof kinds)[number]

/** Whether the user's other session continues. */
export const staysSignedIn = (kind: Kind): boolean =>
  kind === "logout" || kind === "new password" || kind === "revocation"

/** Whether only the role changes. */
export const isDemotion = (kind: string): boolean => kind.startsWith("demotion")

const accounts = Layer.provideMerge(TokenStoreSql.layer, SessionStoreSql.layer)

const password = "correct horse"

export interface Person {
  readonly user: UserRecord
  /** The tokens of two sessions. */
  readonly victim: string
  readonly other: string
  /** A token that acts as an editor. */
  readonly program: { readonly id: string; readonly secret: string }
}

/** The session's token, or the program's, that ends. */
export const endingOf = (kind: string, { victim, program }: Person): string =>
  kind === "revocation" || kind.endsWith("+token") ? program.secret : victim

/** Creates editors with two sessions and a token each, directly in the database, since signing in is slow. */
export const makePeople = (databaseUrl: Redacted.Redacted, count: number) =>
  Effect.gen(function* () {
    const users = yield* UserStore
    const sessions = yield* SessionStore
    const tokens = yield* TokenStore
    const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(password))
    return yield* Effect.forEach(
      Array.from({ length: count }, (_, n) => n),
      Effect.fnUntraced(function* (n): Effect.fn.Return<Person, unknown> {
        const user = yield* users.create({ username: Username.make(`user ${n}`), role: "editor", passwordHash })
        const begin = Effect.map(sessions.create(user), ({ token }) => Redacted.value(token))
        const { token, secret } = yield* tokens.create(user.id, { name: "Program", scope: "write", days: 1 })
        const program = { id: token.id, secret: Redacted.value(secret) }
        return { user, victim: yield* begin, other: yield* begin, program }
      })
    )
  }).pipe(
    Effect.provide(Layer.mergeAll(UserStoreSql.layer, accounts, PasswordHasher.layerWith({ iterations: 10 }))),
    Effect.provide([NodeCrypto.layerSecureRandom, PgClient.layer({ url: databaseUrl, maxConnections: 1 })])
  )

const send = (method: string, url: string, token: string, body?: unknown) =>
  fetch(url, {
    method,
    headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

/** Ends the session or token by a request to the server at `url`. */
export const endSession = (kind: Kind, url: string, adminToken: string, { user, victim, other, program }: Person) => {
  switch (kind) {
    case "logout":
      return send("POST", `${url}/api/auth/logout`, victim)
    case "revocation":
      return send("DELETE", `${url}/api/admin/tokens/${program.id}`, adminToken)
    case "deletion":
    case "deletion+token":
      return send("DELETE", `${url}/api/admin/users/${user.id}`, adminToken)
    case "demotion":
    case "demotion+token":
      return send("PUT", `${url}/api/admin/users/${user.id}/role`, adminToken, { role: "viewer" })
    case "new password":
      return call(url, other, "/api/auth/change-password", {
        currentPassword: password,
        newPassword: "battery staple"
      })
  }
}
