import { Clock, Data, Duration, Effect, type Option, type Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { NewLogEntry } from "../log/AccountLog.ts"
import { noPassword } from "../passwords/PasswordHash.ts"
import * as SessionToken from "../sessions/SessionToken.ts"
import type { Username } from "../users/Username.ts"

const lifetime = Duration.days(3)

/** What is kept of a link with which a user without a password chooses one. */
export interface StoredInvitation {
  /** SHA-256 in hex. */
  readonly tokenHash: string
  /** Unix time in milliseconds. */
  readonly expiresAt: number
}

export interface NewInvitation extends StoredInvitation {
  /** It is available here only. */
  readonly token: Redacted.Redacted
}

/** A user to be made without a password, with the link to choose one. */
export interface Invited {
  readonly user: { readonly username: Username; readonly displayName: string | null; readonly role: Role }
  readonly invitation: StoredInvitation
}

/** What somebody chooses who uses a link. */
export interface Chosen {
  readonly passwordHash: string
  /** Undefined to keep the present one. */
  readonly displayName: string | undefined
}

export const newInvitation = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"]) {
  const token = yield* SessionToken.make(random)
  const expiresAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime)
  return { token, tokenHash: SessionToken.hash(token), expiresAt } satisfies NewInvitation
})

/** The operations of `UserStore` that concern links. */
export interface InvitationOperations<User, NotFound, Taken> {
  /** Makes all users, each with a link, or none. `invited` is sorted `byUsername`, so that no two calls deadlock. */
  readonly invite: (invited: ReadonlyArray<Invited>) => Effect.Effect<ReadonlyArray<User>, Taken | StorageError>
  /** Takes the user's password away and gives a link in place of an earlier one. */
  readonly inviteAgain: (id: UserId, invitation: StoredInvitation) => Effect.Effect<User, NotFound | StorageError>
  /**
   * Sets the password and ends the link, by the hash of its token; none if the link is unknown or over, or its user has a
   * password again or none of these roles. Of concurrent calls for one link, on any server, one succeeds.
   */
  readonly useInvitation: (
    tokenHash: string,
    roles: ReadonlyArray<Role>,
    chosen: Chosen
  ) => Effect.Effect<Option.Option<User>, StorageError>
  /** Whether the user can sign in through the company's provider only: there is no password, and no link to choose one. */
  readonly isCompanyOnly: (id: UserId) => Effect.Effect<boolean, StorageError>
  /** Removes links that have expired, and returns their number. */
  readonly purgeInvitations: Effect.Effect<number, StorageError>
}

/** The message is the same for an unknown link, a used one and one that has expired or was replaced. */
export class InvalidInvitation extends Data.TaggedError("InvalidInvitation") {
  override readonly message = "This link was used already or has expired. Ask an admin for a new one."
}

/** The account log's entries about invitations. */
export const logEntries = {
  invited: ({ username }: Named): NewLogEntry => ({ action: "user_invited", subjectName: username }),
  /** For a user who was invited before, or whose password is gone now. */
  invitedAgain: (user: Named & { readonly passwordHash: string }): NewLogEntry => ({
    ...logEntries.invited(user),
    detail: user.passwordHash === noPassword ? "new link" : "password removed"
  }),
  used: ({ username }: Named): NewLogEntry => ({
    action: "invitation_used",
    actorName: username,
    subjectName: username
  })
}

interface Named {
  readonly username: string
}
