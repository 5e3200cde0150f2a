import { PgTypes } from "@effect/sql-pg"
import { Clock, Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { arrayParameter } from "../../sql/Values.ts"
import type { NewLogEntry } from "../log/AccountLog.ts"
import { recordingOn } from "../log/AccountLogSql.ts"
import { noPassword } from "../passwords/PasswordHash.ts"
import { notifyEviction } from "../sessions/EvictionChannel.ts"
import type { NewUser, UserNotFound, UsernameTaken, UserRecord } from "../users/UserStore.ts"
import {
  type Chosen,
  type InvitationOperations,
  type Invited,
  logEntries,
  type StoredInvitation
} from "./Invitation.ts"

const decodeAnswer = rowDecoder(Schema.Tuple([Schema.Struct({ isCompanyOnly: Schema.Boolean })]))

const instant = PgTypes.timestamptz

/** What the store of users does with their rows, in its caller's transaction. */
interface Rows {
  readonly columns: Statement.Fragment
  /** The first user of a query. */
  readonly first: <E>(query: Effect.Effect<ReadonlyArray<unknown>, E>) => Effect.Effect<Option.Option<UserRecord>, E>
  readonly lock: (id: UserId) => Effect.Effect<UserRecord, UserNotFound | SqlError.SqlError>
  readonly created: (user: UserRecord) => NewLogEntry
  readonly insert: (
    users: ReadonlyArray<NewUser & { readonly invitation: StoredInvitation }>
  ) => Effect.Effect<ReadonlyArray<UserRecord>, UsernameTaken | SqlError.SqlError>
}

/** The operations of `UserStore` that concern links, which are two columns of users' rows. What sets a password clears them. */
export const make = (
  sql: SqlClient.SqlClient,
  { columns, first, lock, created, insert }: Rows
): InvitationOperations<UserRecord, UserNotFound, UsernameTaken> => {
  const recording = recordingOn(sql)
  return {
    invite: Effect.fn("UserStore.invite")(
      function* (invited: ReadonlyArray<Invited>) {
        const value = yield* insert(
          invited.map(({ user, invitation }) => ({ ...user, passwordHash: noPassword, invitation }))
        )
        // Other servers learn of their names once they use their links.
        return { value, entries: value.flatMap((user) => [created(user), logEntries.invited(user)]) }
      },
      recording,
      storageFault("UserStore.invite")
    ),

    inviteAgain: Effect.fn("UserStore.inviteAgain")(
      function* (id: UserId, { tokenHash, expiresAt }: StoredInvitation) {
        const before = yield* lock(id)
        yield* sql`
          UPDATE users
          SET password_hash = ${noPassword}, invitation_hash = ${tokenHash}, invitation_expires_at = ${instant(expiresAt)}
          WHERE id = ${id}`
        yield* notifyEviction(sql, id)
        return { value: { ...before, passwordHash: noPassword }, entries: [logEntries.invitedAgain(before)] }
      },
      recording,
      storageFault("UserStore.inviteAgain")
    ),

    useInvitation: Effect.fn("UserStore.useInvitation")(
      function* (tokenHash: string, roles: ReadonlyArray<Role>, chosen: Chosen) {
        const now = instant(yield* Clock.currentTimeMillis)
        // A second call waits for the first one's row, and then finds no link in it any more.
        const value = yield* first(sql`
          UPDATE users
          SET password_hash = ${chosen.passwordHash}, display_name = coalesce(${chosen.displayName ?? null}, display_name),
            invitation_hash = NULL, invitation_expires_at = NULL
          WHERE invitation_hash = ${tokenHash} AND invitation_expires_at > ${now} AND password_hash = ${noPassword}
            AND role = ANY (${arrayParameter(roles, PgTypes.OID.text)})
          RETURNING ${columns}`)
        if (Option.isSome(value)) yield* notifyEviction(sql, value.value.id)
        return { value, entries: Option.toArray(value).map(logEntries.used) }
      },
      recording,
      storageFault("UserStore.useInvitation")
    ),

    isCompanyOnly: Effect.fn("UserStore.isCompanyOnly")(function* (id: UserId) {
      const rows = yield* sql`
        SELECT EXISTS (
          SELECT 1 FROM users JOIN user_identities ON user_id = id
          WHERE id = ${id} AND password_hash = ${noPassword} AND invitation_hash IS NULL
        ) AS "isCompanyOnly"`
      const [{ isCompanyOnly }] = yield* decodeAnswer(rows)
      return isCompanyOnly
    }, storageFault("UserStore.isCompanyOnly")),

    purgeInvitations: Clock.currentTimeMillis.pipe(
      Effect.flatMap(
        (now) => sql`
          UPDATE users SET invitation_hash = NULL, invitation_expires_at = NULL WHERE id IN (
            SELECT id FROM users WHERE invitation_expires_at <= ${instant(now)} FOR UPDATE SKIP LOCKED
          )
          RETURNING 1`
      ),
      Effect.map(({ length }) => length),
      storageFault("UserStore.purgeInvitations"),
      Effect.withSpan("UserStore.purgeInvitations")
    )
  }
}
