import { Context, Data, Effect, Layer, Option } from "effect"
import type { GateRefused } from "../../bounded/Gate.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../passwords/LoginThrottle.ts"
import { type InvalidPassword, parsePassword } from "../passwords/Password.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import { type InvalidDisplayName, parseDisplayName } from "./DisplayName.ts"
import { DisplayNames } from "./DisplayNames.ts"
import { type InvalidUsername, parseUsername } from "./Username.ts"
import { type LastAdmin, UserNotFound, type UsernameTaken, type UserRecord, UserStore } from "./UserStore.ts"

/** What admins cannot do to their own account; the message is for them. */
export class OwnAccount extends Data.TaggedError("OwnAccount")<{ readonly message: string }> {}

export class HasNoPassword extends Data.TaggedError("HasNoPassword") {
  override readonly message = "This user signs in through the company's provider and has no password."
}

/** The admins' operations on users. A change applies at once to the user's sessions on this server. */
export class Users extends Context.Service<
  Users,
  {
    /** Sorted by username. */
    readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StorageError>
    readonly create: (
      username: string,
      password: string,
      role: Role,
      displayName?: string | null
    ) => Effect.Effect<
      UserRecord,
      InvalidUsername | InvalidDisplayName | InvalidPassword | UsernameTaken | GateRefused | StorageError
    >
    /** The user with the display name that they gave themselves. */
    readonly setDisplayName: (
      userId: UserId,
      displayName: string
    ) => Effect.Effect<UserRecord, InvalidDisplayName | UserNotFound | StorageError>
    /** The user with its new role. */
    readonly setRole: (
      actorId: UserId,
      userId: UserId,
      role: Role
    ) => Effect.Effect<UserRecord, OwnAccount | UserNotFound | LastAdmin | StorageError>
    /**
     * For users who lost their password, so the current one is not needed. Ends all of the user's sessions and lifts a lock,
     * on other servers within a second. `actorId` is null for a script, which alone may give a password to a user
     * without one: where the company's provider is gone, nobody could sign in otherwise.
     */
    readonly resetPassword: (
      actorId: UserId | null,
      userId: UserId,
      password: string
    ) => Effect.Effect<void, OwnAccount | HasNoPassword | InvalidPassword | UserNotFound | GateRefused | StorageError>
    /** Ends the user's sessions too. */
    readonly delete: (
      actorId: UserId,
      userId: UserId
    ) => Effect.Effect<void, OwnAccount | UserNotFound | LastAdmin | StorageError>
  }
>()("strategy/accounts/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const hasher = yield* PasswordHasher
      const names = yield* DisplayNames
      const throttles = [yield* LoginThrottle, yield* PasswordChangeThrottle]

      const create = Effect.fn("Users.create")(function* (
        name: string,
        secret: string,
        role: Role,
        shownName: string | null = null
      ) {
        const username = yield* parseUsername(name)
        const displayName = shownName === null ? null : yield* parseDisplayName(shownName)
        const passwordHash = yield* hasher.hash(yield* parsePassword(secret))
        return yield* Effect.tap(users.create({ username, displayName, role, passwordHash }), ({ id }) =>
          names.refresh(id)
        )
      })

      /** This server shows at once that a user has another name, or none any more. */
      const evict = (userId: UserId) => Effect.andThen(sessions.evictUser(userId), names.refresh(userId))

      const setDisplayName = Effect.fn("Users.setDisplayName")(function* (userId: UserId, text: string) {
        const displayName = yield* parseDisplayName(text)
        return yield* users.setDisplayName(userId, displayName, "profile_changed").pipe(Effect.ensuring(evict(userId)))
      })

      // The eviction also follows a failure, since a change of unknown outcome may have been committed.
      const setRole = Effect.fn("Users.setRole")(function* (actorId: UserId, userId: UserId, role: Role) {
        if (actorId === userId) return yield* new OwnAccount({ message: "You cannot change your own role." })
        return yield* users.setRole(userId, role).pipe(Effect.ensuring(sessions.evictUser(userId)))
      })

      const replacePassword = Effect.fnUntraced(
        function* (userId: UserId, passwordHash: string) {
          yield* users.setPasswordHash(userId, passwordHash)
          yield* sessions.endAllOf(userId)
        },
        // An interruption must not stop this halfway: sessions would outlive the old password.
        Effect.uninterruptible
      )

      const resetPassword = Effect.fn("Users.resetPassword")(function* (
        actorId: UserId | null,
        userId: UserId,
        secret: string
      ) {
        if (actorId === userId) {
          return yield* new OwnAccount({
            message: "You cannot reset your own password. Change it in your account instead."
          })
        }
        const password = yield* parsePassword(secret)
        const user = yield* users.findById(userId)
        if (Option.isNone(user)) return yield* new UserNotFound()
        if (actorId !== null && (yield* users.isCompanyOnly(userId))) return yield* new HasNoPassword()
        yield* replacePassword(userId, yield* hasher.hash(password))
        for (const { clear } of throttles) yield* clear(user.value.username)
      })

      const remove = Effect.fn("Users.delete")(function* (actorId: UserId, userId: UserId) {
        if (actorId === userId) return yield* new OwnAccount({ message: "You cannot delete your own account." })
        yield* users.delete(userId).pipe(Effect.ensuring(evict(userId)))
      })

      return Users.of({ list: users.list, create, setDisplayName, setRole, resetPassword, delete: remove })
    })
  )
}
