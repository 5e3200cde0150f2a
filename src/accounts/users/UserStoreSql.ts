import { DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { isoTime } from "../../sql/Values.ts"
import * as CompanyIdentities from "../company/CompanyIdentitiesSql.ts"
import { type CompanyIdentity, linkedEntry } from "../company/CompanyIdentity.ts"
import type { StoredInvitation } from "../invitations/Invitation.ts"
import * as Invitations from "../invitations/InvitationsSql.ts"
import { recordingOn } from "../log/AccountLogSql.ts"
import { notifyEviction } from "../sessions/EvictionChannel.ts"
import { lookupKey, usernameKey } from "./Username.ts"
import {
  byUsername,
  displayNamesOf,
  LastAdmin,
  logEntries,
  type NewUser,
  type PasswordAction,
  UserNotFound,
  UsernameTaken,
  UserRecord,
  UserStore
} from "./UserStore.ts"

const columns = `
  id,
  username,
  role,
  display_name AS "displayName",
  password_hash AS "passwordHash",
  ${isoTime("created_at", "createdAt")}`

const decode = rowDecoder(Schema.Array(UserRecord))

const decodeNames = rowDecoder(Schema.Array(Schema.Struct(Struct.pick(UserRecord.fields, ["id", "displayName"]))))

/** The first of the found users. */
const first = <E>(query: Effect.Effect<ReadonlyArray<unknown>, E>) =>
  Effect.map(Effect.flatMap(query, decode), ([row]) => Option.fromUndefinedOr(row))

const hasNoUsers = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT 1 FROM users LIMIT 1`, (found) => found.length === 0)

const reads = (
  sql: SqlClient.SqlClient
): Pick<UserStore["Service"], "isEmpty" | "findByUsername" | "findById" | "list" | "displayNames"> => {
  const user = sql.literal(columns)
  return {
    isEmpty: hasNoUsers(sql).pipe(storageFault("UserStore.isEmpty"), Effect.withSpan("UserStore.isEmpty")),

    findByUsername: Effect.fn("UserStore.findByUsername")((username: string) => {
      const key = lookupKey(username)
      return key === undefined ? Effect.succeedNone : first(sql`SELECT ${user} FROM users WHERE username_key = ${key}`)
    }, storageFault("UserStore.findByUsername")),

    findById: Effect.fn("UserStore.findById")(
      (id: UserId) => first(sql`SELECT ${user} FROM users WHERE id = ${id}`),
      storageFault("UserStore.findById")
    ),

    displayNames: sql`SELECT id, display_name AS "displayName" FROM users WHERE display_name IS NOT NULL`.pipe(
      Effect.flatMap(decodeNames),
      Effect.map(displayNamesOf),
      storageFault("UserStore.displayNames"),
      Effect.withSpan("UserStore.displayNames")
    ),

    list: sql`SELECT ${user} FROM users`.pipe(
      Effect.flatMap(decode),
      Effect.map((users) => users.toSorted(byUsername)),
      storageFault("UserStore.list"),
      Effect.withSpan("UserStore.list")
    )
  }
}

/** Locks rows until the end of the transaction. */
const locks = (sql: SqlClient.SqlClient) => {
  const user = sql.literal(columns)

  /**
   * Locks the admins, always in the same order, before anything is checked or written, so that a change that waited
   * here sees which admins another transaction removed meanwhile.
   */
  const requireOtherAdmin = Effect.fnUntraced(function* (id: UserId) {
    const admins = yield* sql`SELECT ${user} FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE`.pipe(
      Effect.flatMap(decode)
    )
    if (admins.length === 1 && admins[0]?.id === id) return yield* new LastAdmin()
  })

  /** Reads the user and locks its row. */
  const lockUser = Effect.fnUntraced(function* (id: UserId) {
    const found = yield* first(sql`SELECT ${user} FROM users WHERE id = ${id} FOR UPDATE`)
    return yield* Effect.fromOption(found).pipe(Effect.mapError(() => new UserNotFound()))
  })

  return { requireOtherAdmin, lockUser }
}

const identityOperations = (
  sql: SqlClient.SqlClient
): Pick<UserStore["Service"], "findByIdentity" | "link" | "identities"> => {
  const { findById } = reads(sql)
  const { lockUser } = locks(sql)
  const { userIdOf, replace, list } = CompanyIdentities.make(sql)
  return {
    identities: list,

    findByIdentity: Effect.fn("UserStore.findByIdentity")(function* (identity: CompanyIdentity) {
      const id = yield* userIdOf(identity)
      return Option.isNone(id) ? Option.none() : yield* findById(id.value)
    }, storageFault("UserStore.findByIdentity")),

    link: Effect.fn("UserStore.link")(
      function* (id: UserId, identity: CompanyIdentity) {
        const { username } = yield* lockUser(id)
        yield* replace(id, identity)
        return { value: undefined, entries: [linkedEntry(username)] }
      },
      recordingOn(sql),
      storageFault("UserStore.link")
    )
  }
}

/** The columns of an INSERT with their types, which `json_to_recordset` needs. */
const written = {
  ...{ id: "uuid", username: "text", username_key: "text", display_name: "text", password_hash: "text", role: "text" },
  ...{ created_at: "timestamptz", invitation_hash: "text", invitation_expires_at: "timestamptz" }
}

/** Inserts users by one statement, in this order; those whose names are taken are left out. */
const inserting = (sql: SqlClient.SqlClient, random: SecureRandom.SecureRandom["Service"]) => {
  const [names, typed] = [Object.keys(written), Object.entries(written).map((_) => _.join(" "))].map((_) =>
    sql.literal(_.join(", "))
  )
  return Effect.fnUntraced(function* (users: ReadonlyArray<NewUser & { readonly invitation?: StoredInvitation }>) {
    const created_at = DateTime.formatIso(yield* DateTime.now)
    const rows = yield* Effect.forEach(users, ({ username, displayName = null, passwordHash, role, invitation }) =>
      Effect.map(random.uuidV4(), (id) => ({
        ...{ id, username, username_key: usernameKey(username), display_name: displayName, role, created_at },
        password_hash: passwordHash,
        ...(invitation !== undefined && {
          invitation_hash: invitation.tokenHash,
          invitation_expires_at: DateTime.formatIso(DateTime.makeUnsafe(invitation.expiresAt))
        })
      }))
    )
    return yield* decode(
      yield* sql`
        INSERT INTO users (${names}) SELECT ${names} FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r (${typed})
        ON CONFLICT (username_key) DO NOTHING
        RETURNING ${sql.literal(columns)}`
    )
  })
}

const creations = (sql: SqlClient.SqlClient, insert: ReturnType<typeof inserting>) => {
  const identities = CompanyIdentities.make(sql)
  const recording = recordingOn(sql)

  const insertFree = Effect.fnUntraced(function* (users: Parameters<typeof insert>[0]) {
    const made = yield* insert(users)
    const taken = users.find(({ username }) => made.every((user) => user.username !== username))
    return taken === undefined ? made : yield* new UsernameTaken(taken)
  })

  const insertNew = Effect.fnUntraced(function* (fields: NewUser) {
    const [value] = yield* insertFree([fields])
    if (value === undefined) return yield* new UsernameTaken(fields)
    // Other servers know the names of users.
    if (value.displayName !== null) yield* notifyEviction(sql, value.id)
    return { value, entries: [logEntries.created(value)] }
  })

  const createFirst = <E = never>(fields: NewUser, beforeCommit?: (user: UserRecord) => Effect.Effect<void, E>) =>
    Effect.gen(function* () {
      // The lock is a separate statement: one that also read users would read the state before its wait.
      yield* sql`SELECT pg_advisory_xact_lock(hashtext('strategy-planning first user'))`
      const made = (yield* hasNoUsers(sql))
        ? Option.fromUndefinedOr((yield* insert([fields]))[0])
        : Option.none<UserRecord>()
      if (beforeCommit !== undefined && Option.isSome(made)) yield* beforeCommit(made.value)
      return { value: made, entries: Option.toArray(made).map(logEntries.created) }
    }).pipe(recording, storageFault("UserStore.createFirst"), Effect.withSpan("UserStore.createFirst"))

  return {
    createFirst,
    ...Invitations.make(sql, {
      columns: sql.literal(columns),
      first,
      lock: locks(sql).lockUser,
      created: logEntries.created,
      insert: insertFree
    }),
    create: Effect.fn("UserStore.create")(
      (fields: NewUser) => insertNew(fields),
      recording,
      storageFault("UserStore.create")
    ),
    createWithIdentity: Effect.fn("UserStore.createWithIdentity")(
      function* (fields: NewUser, identity: CompanyIdentity) {
        const created = yield* insertNew(fields)
        yield* identities.insert(created.value.id, identity)
        return created
      },
      recording,
      storageFault("UserStore.createWithIdentity")
    )
  }
}

/** The accounts on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const insert = inserting(sql, yield* SecureRandom.SecureRandom)
    const user = sql.literal(columns)
    const recording = recordingOn(sql)
    const { requireOtherAdmin, lockUser } = locks(sql)

    const setRole = Effect.fn("UserStore.setRole")(
      function* (id: UserId, role: Role) {
        if (role !== "admin") yield* requireOtherAdmin(id)
        const before = yield* lockUser(id)
        yield* sql`UPDATE users SET role = ${role} WHERE id = ${id}`
        yield* notifyEviction(sql, id)
        const value: UserRecord = { ...before, role }
        return { value, entries: logEntries.roleChanged(value, before.role) }
      },
      recording,
      storageFault("UserStore.setRole")
    )

    const setDisplayName = Effect.fn("UserStore.setDisplayName")(
      function* (id: UserId, displayName: string, action?: "profile_changed") {
        const before = yield* lockUser(id)
        yield* sql`UPDATE users SET display_name = ${displayName} WHERE id = ${id}`
        yield* notifyEviction(sql, id)
        const value: UserRecord = { ...before, displayName }
        return { value, entries: logEntries.renamed(value, before, action) }
      },
      recording,
      storageFault("UserStore.setDisplayName")
    )

    const setPasswordHash = Effect.fn("UserStore.setPasswordHash")(
      function* (id: UserId, passwordHash: string, action: PasswordAction = "password_reset") {
        const changed = yield* first(
          sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id} RETURNING ${user}`
        )
        const { username } = yield* Effect.fromOption(changed).pipe(Effect.mapError(() => new UserNotFound()))
        yield* notifyEviction(sql, id)
        return { value: undefined, entries: [{ action, subjectName: username }] }
      },
      recording,
      storageFault("UserStore.setPasswordHash")
    )

    const remove = Effect.fn("UserStore.delete")(
      function* (id: UserId) {
        yield* requireOtherAdmin(id)
        const deleted = yield* first(sql`DELETE FROM users WHERE id = ${id} RETURNING ${user}`)
        const { username, displayName } = yield* Effect.fromOption(deleted).pipe(
          Effect.mapError(() => new UserNotFound())
        )
        // What webhooks were sent is the only other place that keeps display names.
        if (displayName !== null) {
          yield* sql`
            UPDATE webhook_deliveries d SET request = NULL, answer = NULL FROM events e
            WHERE e.sequence_number = d.sequence_number AND e.actor_id = ${id}`
        }
        yield* notifyEviction(sql, id)
        return { value: undefined, entries: [logEntries.deleted(username)] }
      },
      recording,
      storageFault("UserStore.delete")
    )

    return UserStore.of({
      ...{ ...reads(sql), ...identityOperations(sql), ...creations(sql, insert) },
      ...{ setRole, setDisplayName, setPasswordHash, delete: remove }
    })
  })
)
