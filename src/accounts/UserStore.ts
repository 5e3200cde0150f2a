import { Context, Data, DateTime, Effect, Layer, Option, Order, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserId } from "../domain/entities/Ids.ts"
import { Role } from "../domain/entities/Role.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { AccountLog, type NewEntry, type Recorded } from "./AccountLog.ts"
import { findableKey, Username, usernameKey } from "./Username.ts"

export const UserRecord = Schema.Struct({
  id: UserId,
  username: Username,
  role: Role,
  /** As `PasswordHasher` makes and reads it. */
  passwordHash: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  createdAt: Schema.String
})
export type UserRecord = typeof UserRecord.Type

export type NewUser = Pick<UserRecord, "username" | "role" | "passwordHash">

export class UsernameTaken extends Data.TaggedError("UsernameTaken") {
  override readonly message = "This username is taken."
}

export class UserNotFound extends Data.TaggedError("UserNotFound") {
  override readonly message = "There is no such user."
}

/** What a change of a user leaves in the account log. */
export const entries = {
  created: ({ username, role }: NewUser): NewEntry => ({ action: "user_created", subjectName: username, detail: role }),
  /** None for a role the user has already. */
  roleChanged: ({ username, role }: UserRecord, before: Role): ReadonlyArray<NewEntry> =>
    role === before ? [] : [{ action: "role_changed", subjectName: username, detail: `${before} to ${role}` }],
  deleted: (username: string): NewEntry => ({ action: "user_deleted", subjectName: username })
}

/** `password_changed` by the user, who knew the one before; `password_reset` by an admin. */
export type PasswordAction = "password_changed" | "password_reset"

/** Without an admin nobody could make one. */
export class LastAdmin extends Data.TaggedError("LastAdmin") {
  override readonly message = "The last admin can neither be deleted nor get another role."
}

/** By username, without regard to case. */
export const byUsername: Order.Order<UserRecord> = Order.mapInput(Order.String, ({ username }) => usernameKey(username))

/**
 * The accounts. Usernames are unique by their key. Every change is kept in the account log, with it or not at all. A store knows nothing of sessions in memory: who changes or deletes a
 * user evicts its cached sessions.
 */
export class UserStore extends Context.Service<
  UserStore,
  {
    /** Without regard to case. Takes any text: one that is nobody's name finds nobody. */
    readonly findByUsername: (username: string) => Effect.Effect<Option.Option<UserRecord>, StorageError>
    readonly findById: (id: UserId) => Effect.Effect<Option.Option<UserRecord>, StorageError>
    /** All, sorted `byUsername`. */
    readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StorageError>
    readonly isEmpty: Effect.Effect<boolean, StorageError>
    /** Of two creations of one name at the same time, exactly one succeeds. */
    readonly create: (user: NewUser) => Effect.Effect<UserRecord, UsernameTaken | StorageError>
    /**
     * While there is no user at all, else none. Of any number at the same time, on any server, one succeeds. `beforehand`
     * runs right before the user is there, alone among all servers; when it fails there will be none.
     */
    readonly createFirst: <E = never>(
      user: NewUser,
      beforehand?: (user: UserRecord) => Effect.Effect<void, E>
    ) => Effect.Effect<Option.Option<UserRecord>, E | StorageError>
    /** The user as it is then; a role it has already is no failure. `LastAdmin` instead of taking the last admin's role. */
    readonly setRole: (id: UserId, role: Role) => Effect.Effect<UserRecord, UserNotFound | LastAdmin | StorageError>
    /** Kept as `password_reset` unless said otherwise. */
    readonly setPasswordHash: (
      id: UserId,
      passwordHash: string,
      action?: PasswordAction
    ) => Effect.Effect<void, UserNotFound | StorageError>
    /** Takes its sessions along. Of two admins deleted at the same time, one stays if they were the last. */
    readonly delete: (id: UserId) => Effect.Effect<void, UserNotFound | LastAdmin | StorageError>
  }
>()("strategy/accounts/UserStore") {
  static readonly layerMemory = Layer.effect(
    UserStore,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const { recording } = yield* AccountLog
      const users = new Map<UserId, UserRecord>()
      const all = () => [...users.values()]

      const find = (id: UserId) =>
        Effect.suspend(() => {
          const user = users.get(id)
          return user === undefined ? Effect.fail(new UserNotFound()) : Effect.succeed(user)
        })

      const isLastAdmin = (user: UserRecord) =>
        user.role === "admin" && all().every(({ id, role }) => id === user.id || role !== "admin")

      const withKey = (username: string) => {
        const key = findableKey(username)
        return all().find((user) => usernameKey(user.username) === key)
      }

      const recordOf = Effect.fnUntraced(function* (fields: NewUser) {
        const id = UserId.make(yield* random.uuidV4())
        return { ...fields, id, createdAt: DateTime.formatIso(yield* DateTime.now) }
      })

      const added = (user: UserRecord): UserRecord => {
        users.set(user.id, user)
        return user
      }

      const create = Effect.fn("UserStore.create")(function* (fields: NewUser) {
        const user = yield* recordOf(fields)
        if (withKey(fields.username) !== undefined) return yield* new UsernameTaken()
        return { value: added(user), entries: [entries.created(user)] }
      }, recording)

      const createFirst = <E = never>(fields: NewUser, beforehand?: (user: UserRecord) => Effect.Effect<void, E>) =>
        Effect.gen(function* () {
          const user = yield* recordOf(fields)
          const made = users.size === 0 ? Option.some(added(user)) : Option.none<UserRecord>()
          if (beforehand !== undefined && Option.isSome(made)) {
            yield* beforehand(user).pipe(Effect.onError(() => Effect.sync(() => users.delete(user.id))))
          }
          return { value: made, entries: Option.toArray(made).map(entries.created) }
        }).pipe(recording, Effect.withSpan("UserStore.createFirst"))

      const setRole = Effect.fn("UserStore.setRole")(function* (id: UserId, role: Role) {
        const user = yield* find(id)
        if (role !== "admin" && isLastAdmin(user)) return yield* new LastAdmin()
        const changed = added({ ...user, role })
        return { value: changed, entries: entries.roleChanged(changed, user.role) }
      }, recording)

      const setPasswordHash = Effect.fn("UserStore.setPasswordHash")(function* (
        id: UserId,
        passwordHash: string,
        action: PasswordAction = "password_reset"
      ) {
        const { username } = added({ ...(yield* find(id)), passwordHash })
        return { value: undefined, entries: [{ action, subjectName: username }] } satisfies Recorded<undefined>
      }, recording)

      const remove = Effect.fn("UserStore.delete")(function* (id: UserId) {
        const user = yield* find(id)
        if (isLastAdmin(user)) return yield* new LastAdmin()
        users.delete(id)
        return { value: undefined, entries: [entries.deleted(user.username)] }
      }, recording)

      return UserStore.of({
        findByUsername: (username) => Effect.sync(() => Option.fromUndefinedOr(withKey(username))),
        findById: (id) => Effect.sync(() => Option.fromUndefinedOr(users.get(id))),
        list: Effect.sync(() => all().sort(byUsername)),
        isEmpty: Effect.sync(() => users.size === 0),
        create,
        createFirst,
        setRole,
        setPasswordHash,
        delete: remove
      })
    })
  )
}
