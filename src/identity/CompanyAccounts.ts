import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { CompanyIdentity } from "../accounts/company/CompanyIdentity.ts"
import { FailedSignIns } from "../accounts/passwords/FailedSignIns.ts"
import { noPassword } from "../accounts/passwords/PasswordHash.ts"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import { DisplayNames } from "../accounts/users/DisplayNames.ts"
import { type UserRecord, UserStore } from "../accounts/users/UserStore.ts"
import { includesRole, type Role } from "../domain/entities/Role.ts"
import { type Claims, displayNameIn, isLeftOut, roleOf, usernamesFrom } from "./CompanyClaims.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { refused } from "./SignInFlow.ts"

/** Somebody who has signed in at the provider. */
export interface CompanyUser {
  readonly identity: CompanyIdentity
  readonly claims: Claims
  /** False if groups may be missing because the provider did not answer. */
  readonly isComplete: boolean
}

/** The account of an identity: the existing one with the role of its claims, or a new one. */
export const makeAccounts = Effect.gen(function* () {
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const names = yield* DisplayNames
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function* (identity: CompanyIdentity, role: Role, claims: Claims) {
    const suffix = Buffer.from(yield* random.randomBytes(4)).toString("hex")
    const fields = { role, displayName: displayNameIn(claims), passwordHash: noPassword }
    for (const username of usernamesFrom(claims, suffix)) {
      const made = yield* users.createWithIdentity({ ...fields, username }, identity).pipe(
        Effect.asSome,
        Effect.catchTags({
          UsernameTaken: () => Effect.succeedNone,
          // Another request of the same person was faster.
          IdentityTaken: () => users.findByIdentity(identity)
        })
      )
      if (Option.isNone(made)) continue
      yield* names.refresh(made.value.id)
      return made.value
    }
    return yield* refused("failed", "Every name that was tried is taken.")
  })

  /** What the provider does not say stays. */
  const withName = (user: UserRecord, displayName: string | null) =>
    displayName === null || displayName === user.displayName
      ? Effect.succeed(user)
      : users.setDisplayName(user.id, displayName).pipe(Effect.ensuring(sessions.evictUser(user.id)))

  const withRole = (user: UserRecord, role: Role) =>
    user.role === role
      ? Effect.succeed(user)
      : users.setRole(user.id, role).pipe(
          Effect.ensuring(sessions.evictUser(user.id)),
          Effect.catchTag("LastAdmin", () => Effect.succeed(user))
        )

  return Effect.fnUntraced(
    function* ({ identity, claims, isComplete }: CompanyUser, role: Role) {
      const known = yield* users.findByIdentity(identity)
      if (Option.isNone(known)) return yield* create(identity, role, claims)
      const user = yield* withName(known.value, displayNameIn(claims))
      // Groups that could not be looked up take no role away.
      return isComplete || includesRole(role, user.role) ? yield* withRole(user, role) : user
    },
    Effect.catchTag("UserNotFound", () => Effect.fail(refused("failed", "The user was deleted meanwhile.")))
  )
})

/** Whose claims are not enough to sign in has an entry in the account log, like a wrong password. */
export const makeRoleCheck = Effect.fnUntraced(function* ({ roles, roleClaim }: OidcSettings) {
  const users = yield* UserStore
  const failures = yield* FailedSignIns

  const count = Effect.fnUntraced(function* (identity: CompanyIdentity) {
    const user = yield* users.findByIdentity(identity)
    yield* failures.failed({
      username: Option.match(user, { onNone: () => identity.subject, onSome: ({ username }) => username }),
      isUser: Option.isSome(user)
    })
  })

  return Effect.fnUntraced(function* ({ identity, claims, isComplete }: CompanyUser) {
    const isMissing = isLeftOut(claims, roleClaim)
    const role = isMissing ? undefined : roleOf(claims, roles, roleClaim)
    if (role !== undefined) return role
    if (!isComplete) return yield* refused("provider_unavailable", `The claim ${roleClaim} could not be looked up.`)
    yield* count(identity)
    return yield* isMissing
      ? refused("groups_missing", `The provider left out the claim ${roleClaim}: it has too many values.`)
      : refused("no_role", `No value of the claim ${roleClaim} has a role.`)
  })
})
