import { Array, Clock, Effect, Option } from "effect"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import type { AccountLog, Recorded } from "../log/AccountLog.ts"
import { noPassword } from "../passwords/PasswordHash.ts"
import { type Chosen, type Invited, logEntries, type StoredInvitation } from "./Invitation.ts"

/** The links of users, kept in memory. */
export class InvitationsInMemory {
  readonly #byUser = new Map<UserId, StoredInvitation>()

  has(id: UserId): boolean {
    return this.#byUser.has(id)
  }

  keep(id: UserId, invitation: StoredInvitation): void {
    this.#byUser.set(id, invitation)
  }

  remove(id: UserId): void {
    this.#byUser.delete(id)
  }

  /** The user of a link that has not expired. */
  find(hash: string, now: number): UserId | undefined {
    return [...this.#byUser].find(([, { tokenHash, expiresAt }]) => tokenHash === hash && expiresAt > now)?.[0]
  }

  removeExpired(now: number): number {
    const expired = [...this.#byUser].filter(([, { expiresAt }]) => expiresAt <= now)
    for (const [id] of expired) this.#byUser.delete(id)
    return expired.length
  }
}

interface Account {
  readonly id: UserId
  readonly username: string
  readonly displayName: string | null
  readonly role: Role
  readonly passwordHash: string
}

/** The operations of `UserStore` that concern links only. */
export const operations = <User extends Account, NotFound, Taken>(
  invitations: InvitationsInMemory,
  users: Map<UserId, User>,
  {
    find,
    newUsers,
    recording
  }: Pick<AccountLog["Service"], "recording"> & {
    readonly find: (id: UserId) => Effect.Effect<User, NotFound>
    /** Makes all or none. */
    readonly newUsers: (
      fields: ReadonlyArray<Invited["user"] & Pick<Account, "passwordHash">>
    ) => Effect.Effect<Recorded<ReadonlyArray<User>>, Taken>
  }
) => ({
  invite: Effect.fn("UserStore.invite")(function* (invited: ReadonlyArray<Invited>) {
    const { value, entries } = yield* newUsers(invited.map(({ user }) => ({ ...user, passwordHash: noPassword })))
    for (const [{ id }, { invitation }] of Array.zip(value, invited)) invitations.keep(id, invitation)
    return { value, entries: [...entries, ...value.map(logEntries.invited)] }
  }, recording),

  inviteAgain: Effect.fn("UserStore.inviteAgain")(function* (id: UserId, invitation: StoredInvitation) {
    const before = yield* find(id)
    const value: User = { ...before, passwordHash: noPassword }
    users.set(id, value)
    invitations.keep(id, invitation)
    return { value, entries: [logEntries.invitedAgain(before)] }
  }, recording),

  useInvitation: Effect.fn("UserStore.useInvitation")(function* (
    tokenHash: string,
    roles: ReadonlyArray<Role>,
    { passwordHash, displayName }: Chosen
  ) {
    const id = invitations.find(tokenHash, yield* Clock.currentTimeMillis)
    const user = id && users.get(id)
    if (user === undefined || user.passwordHash !== noPassword || !roles.includes(user.role))
      return { value: Option.none(), entries: [] }
    const value: User = { ...user, passwordHash, displayName: displayName ?? user.displayName }
    users.set(user.id, value)
    invitations.remove(user.id)
    return { value: Option.some(value), entries: [logEntries.used(user)] }
  }, recording),

  purgeInvitations: Effect.map(Clock.currentTimeMillis, (now) => invitations.removeExpired(now))
})
