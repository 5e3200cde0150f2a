import { Array, Context, Data, DateTime, Effect, Layer, Option, Order, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { GateRefused } from "../../bounded/Gate.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import { Role } from "../../domain/entities/Role.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { logRefusedSignIn } from "../log/AccountLog.ts"
import type { LoggedIn } from "../passwords/Login.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../passwords/LoginThrottle.ts"
import { type InvalidPassword, parsePassword } from "../passwords/Password.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { PasswordSignIn } from "../passwords/PasswordSignIn.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import * as SessionToken from "../sessions/SessionToken.ts"
import { type InvalidDisplayName, parseDisplayName } from "../users/DisplayName.ts"
import { parseUsername, usernameKey } from "../users/Username.ts"
import { byUsername, UserNotFound, type UsernameTaken, type UserRecord, UserStore } from "../users/UserStore.ts"
import { HasNoPassword, OwnAccount } from "../users/Users.ts"
import { type Chosen, InvalidInvitation, type NewInvitation, newInvitation } from "./Invitation.ts"

/** A person of the list who cannot be invited. `field` is in the list, such as `2.username`. */
class PersonRefused extends Data.TaggedError("PersonRefused")<{
  readonly message: string
  readonly code: "invalid_username" | "invalid_display_name" | "no_password"
  readonly field: string
}> {}

class NoPasswordSignIn extends Data.TaggedError("NoPasswordSignIn") {
  override readonly message = "Only admins sign in with a password here (PASSWORD_SIGN_IN)."
}

export interface Person {
  readonly username: string
  readonly displayName?: string | null | undefined
  readonly role: Role
}

/** A user with the link to choose a password. */
export interface InvitedUser {
  readonly user: UserRecord
  readonly token: Redacted.Redacted
  /** ISO 8601 UTC with milliseconds. */
  readonly expiresAt: string
}

const invitedUser = (user: UserRecord, { token, expiresAt }: NewInvitation): InvitedUser => ({
  ...{ user, token, expiresAt: DateTime.formatIso(DateTime.makeUnsafe(expiresAt)) }
})

interface Redemption {
  readonly token: Redacted.Redacted
  readonly password: string
  /** Absent to keep the one that the admin gave. */
  readonly displayName?: string | null | undefined
}

type RedeemError = InvalidInvitation | InvalidPassword | InvalidDisplayName | GateRefused | StorageError

/** Links with which users without a password choose one. A link is good once, and for three days. */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** Makes a user for each person, or none at all; in the order of the people. */
    readonly invite: (
      people: ReadonlyArray<Person>
    ) => Effect.Effect<ReadonlyArray<InvitedUser>, PersonRefused | UsernameTaken | StorageError>
    /**
     * A new link in place of an earlier one or of the password, which no longer works. Ends the user's sessions and lifts a
     * lock, on other servers within a second.
     */
    readonly renew: (
      actorId: UserId,
      userId: UserId
    ) => Effect.Effect<InvitedUser, OwnAccount | HasNoPassword | NoPasswordSignIn | UserNotFound | StorageError>
    /** Sets the password, ends the link and starts a session in place of the one of `replaces`. Costs one hash. */
    readonly redeem: (redemption: Redemption, replaces?: Redacted.Redacted) => Effect.Effect<LoggedIn, RedeemError>
  }
>()("strategy/accounts/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const hasher = yield* PasswordHasher
      const random = yield* SecureRandom.SecureRandom
      const throttles = [yield* LoginThrottle, yield* PasswordChangeThrottle]
      const roles: ReadonlyArray<Role> = (yield* PasswordSignIn) === "all" ? Role.literals : ["admin"]

      const invite = Effect.fn("Invitations.invite")(function* (people: ReadonlyArray<Person>) {
        const drafts = yield* parsePeople(people, roles)
        const invited = yield* Effect.forEach(drafts, (user) =>
          Effect.map(newInvitation(random), (invitation) => ({ user, invitation }))
        )
        const sorted = Array.sort(
          invited,
          Order.mapInput(byUsername, ({ user }: (typeof invited)[number]) => user)
        )
        const made = new Map((yield* users.invite(sorted)).map((user) => [user.username, user]))
        return invited.flatMap(({ user: { username }, invitation }) => {
          const user = made.get(username)
          return user === undefined ? [] : [invitedUser(user, invitation)]
        })
      })

      const renew = Effect.fn("Invitations.renew")(function* (actorId: UserId, userId: UserId) {
        if (actorId === userId) {
          return yield* new OwnAccount({ message: "You cannot invite yourself. Change your password in your account." })
        }
        const found = yield* users.findById(userId)
        if (Option.isNone(found)) return yield* new UserNotFound()
        if (!roles.includes(found.value.role)) return yield* new NoPasswordSignIn()
        if (yield* users.isCompanyOnly(userId)) return yield* new HasNoPassword()
        const invitation = yield* newInvitation(random)
        // An interruption must not stop this halfway: sessions would outlive the old password.
        const user = yield* users
          .inviteAgain(userId, invitation)
          .pipe(Effect.tap(sessions.endAllOf(userId)), Effect.uninterruptible)
        for (const { clear } of throttles) yield* clear(user.username)
        return invitedUser(user, invitation)
      })

      const useAndSignIn = Effect.fnUntraced(
        function* (token: Redacted.Redacted, chosen: Chosen, replaces: Redacted.Redacted | undefined) {
          const used = yield* users.useInvitation(SessionToken.hash(token), roles, chosen)
          if (Option.isNone(used)) return yield* new InvalidInvitation()
          const user = used.value
          yield* sessions.evictUser(user.id)
          const { token: cookie, session } = yield* sessions.create(user, replaces)
          return { user, token: cookie, expiresAt: session.expiresAt }
        },
        // Whoever is gone meanwhile would have used up the link for nothing.
        Effect.uninterruptible,
        // An admin took the password away again, or deleted the user.
        Effect.catchTag("UserChanged", () => Effect.fail(new InvalidInvitation()))
      )

      const redeem = Effect.fn("Invitations.redeem")(
        function* ({ token, password, displayName }: Redemption, replaces?: Redacted.Redacted) {
          const secret = yield* parsePassword(password)
          const name = yield* parseOptional(displayName)
          if (!SessionToken.isWellFormed(token)) return yield* new InvalidInvitation()
          const passwordHash = yield* hasher.hash(secret)
          return yield* useAndSignIn(token, { passwordHash, displayName: name }, replaces)
        },
        Effect.tapErrorTag("InvalidInvitation", () => logRefusedSignIn("login_failed"))
      )

      return Invitations.of({ invite, renew, redeem })
    })
  )
}

const parseOptional = (displayName: string | null | undefined) =>
  displayName === null || displayName === undefined ? Effect.undefined : parseDisplayName(displayName)

const parsePeople = Effect.fnUntraced(function* (people: ReadonlyArray<Person>, roles: ReadonlyArray<Role>) {
  const keys = new Set<string>()
  return yield* Effect.forEach(people, (person, index) => {
    const refused = (code: PersonRefused["code"], member: string) => (error: { readonly message: string }) =>
      new PersonRefused({ message: `Person ${index + 1}: ${error.message}`, code, field: `${index}.${member}` })
    return Effect.gen(function* () {
      const username = yield* Effect.mapError(parseUsername(person.username), refused("invalid_username", "username"))
      const displayName = yield* Effect.mapError(
        parseOptional(person.displayName),
        refused("invalid_display_name", "displayName")
      )
      const key = usernameKey(username)
      if (keys.has(key)) {
        return yield* refused("invalid_username", "username")({ message: `“${username}” is in the list twice.` })
      }
      keys.add(key)
      if (!roles.includes(person.role)) return yield* refused("no_password", "role")(new NoPasswordSignIn())
      return { username, displayName: displayName ?? null, role: person.role }
    })
  })
})
