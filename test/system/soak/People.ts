import { Effect, Redacted } from "effect"
import { SessionStore } from "../../../src/accounts/sessions/SessionStore.ts"
import { parseUsername } from "../../../src/accounts/users/Username.ts"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import type { Role } from "../../../src/domain/entities/Role.ts"
import type { Person } from "./Writer.ts"

/** Users with a session each, made in the stores; nobody can sign in as one of them. */
export const people = (role: Role, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => `${role} ${n}`),
    Effect.fnUntraced(function* (name) {
      const user = yield* (yield* UserStore).create({
        username: yield* parseUsername(name),
        role,
        passwordHash: "none"
      })
      const { token } = yield* (yield* SessionStore).create(user)
      return { userId: user.id, token: Redacted.value(token) } satisfies Person
    })
  )
