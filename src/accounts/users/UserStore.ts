import { Context, Data, DateTime, Effect, Layer, Option, Order, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserId } from "../../domain/entities/Ids.ts"
import { Role } from "../../domain/entities/Role.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { type CompanyIdentity, IdentityTaken, type LinkedIdentity } from "../company/CompanyIdentity.ts"
import * as IdentitiesInMemory from "../company/IdentitiesInMemory.ts"
import type { InvitationOperations } from "../invitations/Invitation.ts"
import * as InvitationsInMemory from "../invitations/InvitationsInMemory.ts"
import { AccountLog, type NewLogEntry, type Recorded } from "../log/AccountLog.ts"
import { noPassword } from "../passwords/PasswordHash.ts"
import { lookupKey, Username, usernameKey } from "./Username.ts"

export const UserRecord = Schema.Struct({
  id: UserId,
  username: Username,
  role: Role,
  /** What the person is called; null if nobody has said. */
  displayName: Schema.NullOr(Schema.String),
  /** As `PasswordHasher` makes and reads it. */
  passwordHash: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  createdAt: Schema.String
})
export type UserRecord = typeof UserRecord.Type

export type NewUser = Pick<UserRecord, "username" | "role" | "passwordHash"> & Partial<Pick<UserRecord, "displayName">>

export class UsernameTaken extends Data.TaggedError("UsernameTaken")<{ readonly username: string }> {
  override readonly message = `The username “${this.username}” is taken.`
}

export class UserNotFound extends Data.TaggedError("UserNotFound") {
  override readonly message = "There is no such user."
}

/** The account log's entries about users. */
export const logEntries = {
  created: ({ username, role }: NewUser): NewLogEntry => ({
    action: "user_created",
    subjectName: username,
    detail: role
  }),
  /** Empty if the user already has the role. */
  roleChanged: ({ username, role }: UserRecord, before: Role): ReadonlyArray<NewLogEntry> =>
    role === before ? [] : [{ action: "role_changed", subjectName: username, detail: `${before} to ${role}` }],
  /** Empty if it was not the user who changed it, or nothing changed. */
  renamed: ({ username, displayName }: UserRecord, before: UserRecord, action?: "profile_changed") =>
    action === undefined || displayName === before.displayName ? [] : [{ action, subjectName: username }],
  deleted: (username: string): NewLogEntry => ({ action: "user_deleted", subjectName: username })
}

/** A user makes a `password_changed`, knowing the old password; an admin makes a `password_reset`. */
export type PasswordAction = "password_changed" | "password_reset"

/** The change would leave no admin, and only admins can create another. */
export class LastAdmin extends Data.TaggedError("LastAdmin") {
  override readonly message = "The last admin cannot be deleted or demoted."
}

const isLastAdmin = (users: ReadonlyArray<UserRecord>, user: UserRecord): boolean =>
  user.role === "admin" && users.every(({ id, role }) => id === user.id || role !== "admin")

const withKey = (users: ReadonlyArray<UserRecord>, username: string): UserRecord | undefined => {
  const key = lookupKey(username)
  return users.find((user) => usernameKey(user.username) === key)
}

/** The names of those who have one. */
export const displayNamesOf = (
  users: ReadonlyArray<Pick<UserRecord, "id" | "displayName">>
): ReadonlyMap<UserId, string> =>
  new Map(users.flatMap(({ id, displayName }) => (displayName === null ? [] : [[id, displayName] as const])))

/** By username, without regard to case. */
export const byUsername: Order.Order<Pick<UserRecord, "username">> = Order.mapInput(Order.String, ({ username }) =>
  usernameKey(username)
)

/**
 * The accounts. Usernames are unique by their key. Every change and its entry in the account log are one transaction.
 * The store does not know the session cache: callers that change or delete a user evict its cached sessions.
 */
export class UserStore extends Context.Service<
  UserStore,
  {
    /** Ignores case. It accepts any text: one that is not a valid name finds nobody. */
    readonly findByUsername: (username: string) => Effect.Effect<Option.Option<UserRecord>, StorageError>
    readonly findById: (id: UserId) => Effect.Effect<Option.Option<UserRecord>, StorageError>
    /** Sorted `byUsername`. */
    readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StorageError>
    /** By the ids of those users who have one. */
    readonly displayNames: Effect.Effect<ReadonlyMap<UserId, string>, StorageError>
    readonly isEmpty: Effect.Effect<boolean, StorageError>
    /** If two users with one name are created at the same time, exactly one succeeds. */
    readonly create: (user: NewUser) => Effect.Effect<UserRecord, UsernameTaken | StorageError>
    /** Creates a user with an identity, both or neither. */
    readonly createWithIdentity: (
      user: NewUser,
      identity: CompanyIdentity
    ) => Effect.Effect<UserRecord, UsernameTaken | IdentityTaken | StorageError>
    readonly findByIdentity: (identity: CompanyIdentity) => Effect.Effect<Option.Option<UserRecord>, StorageError>
    /** Gives a user an identity, in place of the one of the same issuer, if there is one. */
    readonly link: (
      id: UserId,
      identity: CompanyIdentity
    ) => Effect.Effect<void, UserNotFound | IdentityTaken | StorageError>
    /** Every identity, those of one user together. */
    readonly identities: Effect.Effect<ReadonlyArray<LinkedIdentity>, StorageError>
    /**
     * Creates a user if there is none at all; otherwise returns none. Of any number of concurrent calls, on any server,
     * one creates the user. `beforeCommit` runs right before the commit, on one server at a time; if it fails, no user
     * is created.
     */
    readonly createFirst: <E = never>(
      user: NewUser,
      beforeCommit?: (user: UserRecord) => Effect.Effect<void, E>
    ) => Effect.Effect<Option.Option<UserRecord>, E | StorageError>
    /** Returns the changed user. Setting the present role succeeds. `LastAdmin` means that no admin would be left. */
    readonly setRole: (id: UserId, role: Role) => Effect.Effect<UserRecord, UserNotFound | LastAdmin | StorageError>
    /** Returns the changed user. The account log records it, without the name, only if it is `action` of the user. */
    readonly setDisplayName: (
      id: UserId,
      displayName: string,
      action?: "profile_changed"
    ) => Effect.Effect<UserRecord, UserNotFound | StorageError>
    /** The account log records it as `password_reset` unless `action` is given. */
    readonly setPasswordHash: (
      id: UserId,
      passwordHash: string,
      action?: PasswordAction
    ) => Effect.Effect<void, UserNotFound | StorageError>
    /** Deletes the user's sessions too. If the last two admins are deleted at the same time, one stays. */
    readonly delete: (id: UserId) => Effect.Effect<void, UserNotFound | LastAdmin | StorageError>
  } & InvitationOperations<UserRecord, UserNotFound, UsernameTaken>
>()("strategy/accounts/UserStore") {
  static readonly layerMemory = Layer.effect(
    UserStore,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const { recording } = yield* AccountLog
      const users = new Map<UserId, UserRecord>()
      const identities = new IdentitiesInMemory.IdentitiesInMemory()
      const invitations = new InvitationsInMemory.InvitationsInMemory()
      const all = () => [...users.values()]

      const find = (id: UserId) =>
        Effect.suspend(() => {
          const user = users.get(id)
          return user === undefined ? Effect.fail(new UserNotFound()) : Effect.succeed(user)
        })

      const { recordOf, added, newUsers, ...creations } = creationsInMemory({ users, identities, random, recording })

      const createFirst = <E = never>(fields: NewUser, beforeCommit?: (user: UserRecord) => Effect.Effect<void, E>) =>
        Effect.gen(function* () {
          const user = yield* recordOf(fields)
          const made = users.size === 0 ? Option.some(added(user)) : Option.none<UserRecord>()
          if (beforeCommit !== undefined && Option.isSome(made)) {
            yield* beforeCommit(user).pipe(Effect.onError(() => Effect.sync(() => users.delete(user.id))))
          }
          return { value: made, entries: Option.toArray(made).map(logEntries.created) }
        }).pipe(recording, Effect.withSpan("UserStore.createFirst"))

      const remove = Effect.fn("UserStore.delete")(function* (id: UserId) {
        const user = yield* find(id)
        if (isLastAdmin(all(), user)) return yield* new LastAdmin()
        users.delete(id)
        identities.remove(id)
        invitations.remove(id)
        return { value: undefined, entries: [logEntries.deleted(user.username)] }
      }, recording)

      return UserStore.of({
        ...changes({ all, find, added }, recording),
        ...IdentitiesInMemory.operations(identities, users, { find, recording }),
        ...InvitationsInMemory.operations(invitations, users, { find, newUsers, recording }),
        findByUsername: (username) => Effect.sync(() => Option.fromUndefinedOr(withKey(all(), username))),
        findById: (id) => Effect.sync(() => Option.fromUndefinedOr(users.get(id))),
        list: Effect.sync(() => all().sort(byUsername)),
        displayNames: Effect.sync(() => displayNamesOf(all())),
        isEmpty: Effect.sync(() => users.size === 0),
        isCompanyOnly: (id) =>
          Effect.sync(() => {
            const hasPassword = users.get(id)?.passwordHash !== noPassword
            return !hasPassword && !invitations.has(id) && identities.list().some(({ userId }) => userId === id)
          }),
        ...{ ...creations, createFirst, delete: remove }
      })
    })
  )
}

interface UsersInMemory {
  readonly all: () => ReadonlyArray<UserRecord>
  readonly find: (id: UserId) => Effect.Effect<UserRecord, UserNotFound>
  readonly added: (user: UserRecord) => UserRecord
}

/** The changes of a user in memory. */
const changes = (
  { all, find, added }: UsersInMemory,
  recording: AccountLog["Service"]["recording"]
): Pick<UserStore["Service"], "setRole" | "setDisplayName" | "setPasswordHash"> => {
  const setRole = Effect.fn("UserStore.setRole")(function* (id: UserId, role: Role) {
    const user = yield* find(id)
    if (role !== "admin" && isLastAdmin(all(), user)) return yield* new LastAdmin()
    const changed = added({ ...user, role })
    return { value: changed, entries: logEntries.roleChanged(changed, user.role) }
  }, recording)

  const setDisplayName = Effect.fn("UserStore.setDisplayName")(function* (
    id: UserId,
    displayName: string,
    action?: "profile_changed"
  ) {
    const before = yield* find(id)
    const value = added({ ...before, displayName })
    return { value, entries: logEntries.renamed(value, before, action) }
  }, recording)

  const setPasswordHash = Effect.fn("UserStore.setPasswordHash")(function* (
    id: UserId,
    passwordHash: string,
    action: PasswordAction = "password_reset"
  ) {
    const { username } = added({ ...(yield* find(id)), passwordHash })
    return { value: undefined, entries: [{ action, subjectName: username }] } satisfies Recorded<undefined>
  }, recording)

  return { setRole, setDisplayName, setPasswordHash }
}

interface Memory extends Pick<AccountLog["Service"], "recording"> {
  readonly users: Map<UserId, UserRecord>
  readonly identities: IdentitiesInMemory.IdentitiesInMemory
  readonly random: SecureRandom.SecureRandom["Service"]
}

/** Makes users in memory; beside what the store offers, what else in it makes users with. */
const creationsInMemory = ({ users, identities, random, recording }: Memory) => {
  const recordOf = Effect.fnUntraced(function* (fields: NewUser) {
    const id = UserId.make(yield* random.uuidV4())
    return { displayName: null, ...fields, id, createdAt: DateTime.formatIso(yield* DateTime.now) }
  })
  const added = (user: UserRecord): UserRecord => {
    users.set(user.id, user)
    return user
  }

  const requireFree = (made: ReadonlyArray<UserRecord>) => {
    const taken = made.find(({ username }) => withKey([...users.values()], username) !== undefined)
    return taken === undefined ? Effect.void : Effect.fail(new UsernameTaken(taken))
  }

  /** Both creations: of a user with an identity and without. */
  const newUser = Effect.fnUntraced(function* (fields: NewUser) {
    const user = yield* recordOf(fields)
    yield* requireFree([user])
    return { value: added(user), entries: [logEntries.created(user)] }
  })
  const newUsers = Effect.fnUntraced(function* (fields: ReadonlyArray<NewUser>) {
    const made = yield* Effect.forEach(fields, recordOf)
    yield* requireFree(made)
    return { value: made.map(added), entries: made.map(logEntries.created) }
  })
  const create = Effect.fn("UserStore.create")((fields: NewUser) => newUser(fields), recording)
  const createWithIdentity = Effect.fn("UserStore.createWithIdentity")(function* (
    fields: NewUser,
    identity: CompanyIdentity
  ) {
    if (identities.find(identity) !== undefined) return yield* new IdentityTaken()
    const created = yield* newUser(fields)
    identities.add(created.value.id, identity)
    return created
  }, recording)

  return { recordOf, added, newUsers, create, createWithIdentity }
}
