import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { call } from "../../scripts/support/Calls.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import * as SessionStoreSql from "../../src/accounts/SessionStoreSql.ts"
import { Username } from "../../src/accounts/Username.ts"
import { type UserRecord, UserStore } from "../../src/accounts/UserStore.ts"
import * as UserStoreSql from "../../src/accounts/UserStoreSql.ts"

/** The ways in which a session ends, or loses its role. */
export const kinds = ["logout", "deletion", "demotion", "new password"] as const
export type Kind = (typeof kinds)[number]

const password = "correct horse"

export interface Person {
  readonly user: UserRecord
  /** The tokens of two sessions. */
  readonly victim: string
  readonly other: string
}

/** Creates editors with two sessions each, directly in the database, since signing in is slow. */
export const makePeople = (databaseUrl: Redacted.Redacted, count: number) =>
  Effect.gen(function* () {
    const users = yield* UserStore
    const sessions = yield* SessionStore
    const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(password))
    return yield* Effect.forEach(
      Array.from({ length: count }, (_, n) => n),
      Effect.fnUntraced(function* (n): Effect.fn.Return<Person, unknown> {
        const user = yield* users.create({ username: Username.make(`user ${n}`), role: "editor", passwordHash })
        const begin = Effect.map(sessions.create(user), ({ token }) => Redacted.value(token))
        return { user, victim: yield* begin, other: yield* begin }
      })
    )
  }).pipe(
    Effect.provide(
      Layer.mergeAll(UserStoreSql.layer, SessionStoreSql.layer, PasswordHasher.layerWith({ iterations: 10 }))
    ),
    Effect.provide([NodeCrypto.layerSecureRandom, PgClient.layer({ url: databaseUrl, maxConnections: 1 })])
  )

const send = (method: string, url: string, token: string, body?: unknown) =>
  fetch(url, {
    method,
    headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

/** Ends the victim's session by a request to the server at `url`. */
export const endSession = (kind: Kind, url: string, adminToken: string, { user, victim, other }: Person) => {
  switch (kind) {
    case "logout":
      return send("POST", `${url}/api/auth/logout`, victim)
    case "deletion":
      return send("DELETE", `${url}/api/admin/users/${user.id}`, adminToken)
    case "demotion":
      return send("PUT", `${url}/api/admin/users/${user.id}/role`, adminToken, { role: "viewer" })
    case "new password":
      return call(url, other, "/api/auth/change-password", {
        currentPassword: password,
        newPassword: "battery staple"
      })
  }
}
