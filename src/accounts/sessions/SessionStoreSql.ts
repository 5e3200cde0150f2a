import { PgTypes } from "@effect/sql-pg"
import { Array, Clock, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type Statement } from "effect/sql"
import { SessionId, UserId } from "../../domain/entities/Ids.ts"
import { Role } from "../../domain/entities/Role.ts"
import { SessionRecord, sessionsListed } from "../../domain/Session.ts"
import { briefly } from "../../sql/BoundedClient.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { isoTime, uuids } from "../../sql/Values.ts"
import { recordingOn } from "../log/AccountLogSql.ts"
import { Username } from "../users/Username.ts"
import type { UserRecord } from "../users/UserStore.ts"
import { notifyEviction } from "./EvictionChannel.ts"
import { deleteExpired } from "./ExpiredRows.ts"
import * as SessionCache from "./SessionCache.ts"
import { longestRestMs } from "./SessionLifetime.ts"
import { hashOfReplaced, logEntries, newSession, SessionStore, sessionOrigin, UserChanged } from "./SessionStore.ts"
import * as SessionToken from "./SessionToken.ts"
import { storeUses } from "./StoredUses.ts"

/** The number of sessions that one statement reads. */
const confirmBatchSize = 500

const decodeIdentities = rowDecoder(
  Schema.Array(
    Schema.Struct({
      userId: UserId,
      username: Username,
      displayName: Schema.NullOr(Schema.String),
      role: Role,
      sessionId: SessionId,
      expiresAt: Schema.Number
    })
  )
)

const decodeRoles = rowDecoder(Schema.Array(Schema.Struct({ id: SessionId, role: Role })))

const decodeEnded = rowDecoder(
  Schema.Array(Schema.Struct({ sessionId: SessionId, userId: UserId, username: Username, isOver: Schema.Boolean }))
)

const decodeRecords = rowDecoder(Schema.Array(SessionRecord))

const decodeSeen = rowDecoder(Schema.Array(Schema.Struct({ id: UserId, at: Schema.String })))

const decodeRevoked = rowDecoder(Schema.Array(Schema.Struct({ username: Username, isOver: Schema.Boolean })))

const instant = PgTypes.timestamptz

const recordColumns = `
  id,
  ${isoTime("created_at", "createdAt")},
  ${isoTime("expires_at", "expiresAt")},
  ${isoTime("coalesce(last_seen_at, created_at)", "lastSeenAt")},
  address,
  user_agent AS "userAgent"`

/** Whether a session `s` counts at a Unix time in milliseconds. */
const isValidAt = (sql: SqlClient.SqlClient, now: number) =>
  sql`s.expires_at > ${instant(now)} AND s.expires_at <= ${instant(now + longestRestMs)}`

const load = (sql: SqlClient.SqlClient) =>
  Effect.fn("SessionStore.load")(
    function* (tokenHash: string) {
      const rows = yield* sql`
        SELECT u.id AS "userId", u.username, u.display_name AS "displayName", u.role, s.id AS "sessionId",
          (extract(epoch FROM s.expires_at) * 1000)::float8 AS "expiresAt"
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = ${tokenHash} AND ${isValidAt(sql, yield* Clock.currentTimeMillis)}`
      const [identity] = yield* decodeIdentities(rows)
      return Option.fromUndefinedOr(identity)
    },
    storageFault("SessionStore.resolve"),
    briefly
  )

const list = (sql: SqlClient.SqlClient) =>
  Effect.fn("SessionStore.list")(function* (userId: UserId) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* sql`
        SELECT ${sql.literal(recordColumns)} FROM sessions s WHERE user_id = ${userId} AND ${isValidAt(sql, now)}
        ORDER BY coalesce(last_seen_at, created_at) DESC, id LIMIT ${sessionsListed}`
    return yield* decodeRecords(rows)
  }, storageFault("SessionStore.list"))

const lastSeen = (sql: SqlClient.SqlClient) =>
  sql`
    SELECT id, ${sql.literal(isoTime("seen", "at"))} FROM (
      SELECT u.id, greatest(
        (SELECT max(coalesce(s.last_seen_at, s.created_at)) FROM sessions s WHERE s.user_id = u.id),
        (SELECT max(a.occurred_at) FROM account_log a WHERE a.actor_key = u.username_key AND a.occurred_at >= u.created_at)
      ) AS seen FROM users u
    ) AS users_seen WHERE seen IS NOT NULL`.pipe(
    Effect.flatMap(decodeSeen),
    Effect.map((rows) => new Map(rows.map(({ id, at }) => [id, at]))),
    storageFault("SessionStore.lastSeen"),
    Effect.withSpan("SessionStore.lastSeen")
  )

const touch = (sql: SqlClient.SqlClient) =>
  Effect.fn("SessionStore.touch")(
    (uses: ReadonlyMap<SessionId, number>) => storeUses(sql, { table: "sessions", column: "last_seen_at" }, uses),
    storageFault("SessionStore.touch"),
    briefly
  )

const purgeExpired = (sql: SqlClient.SqlClient) =>
  deleteExpired(sql, "sessions").pipe(
    storageFault("SessionStore.purgeExpired"),
    Effect.withSpan("SessionStore.purgeExpired")
  )

/** Ends any number of a user's sessions. */
const endings = (
  sql: SqlClient.SqlClient,
  evictUser: (userId: UserId) => Effect.Effect<void>
): Pick<SessionStore["Service"], "endAllOf" | "revoke"> => {
  const recording = recordingOn(sql)

  const endAllOf = Effect.fn("SessionStore.endAllOf")(
    function* (userId: UserId, options?: { readonly except?: SessionId | undefined }) {
      yield* sql`
        DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${options?.except ?? null}::uuid`
      yield* notifyEviction(sql, userId)
    },
    sql.withTransaction,
    storageFault("SessionStore.endAllOf"),
    (ending, userId) => Effect.ensuring(ending, evictUser(userId))
  )

  const revoke = Effect.fn("SessionStore.revoke")(
    function* (userId: UserId, id?: SessionId) {
      const now = instant(yield* Clock.currentTimeMillis)
      const rows = yield* sql`
        WITH ended AS (
          DELETE FROM sessions WHERE user_id = ${userId} AND id = coalesce(${id ?? null}::uuid, id)
          RETURNING user_id, expires_at
        )
        SELECT u.username, e.expires_at <= ${now} AS "isOver" FROM ended e JOIN users u ON u.id = e.user_id`
      yield* notifyEviction(sql, userId)
      const ended = (yield* decodeRevoked(rows)).filter(({ isOver }) => !isOver)
      return { value: ended.length, entries: logEntries.revoked(ended[0]?.username, ended.length) }
    },
    recording,
    storageFault("SessionStore.revoke"),
    (revoking, userId: UserId) => Effect.ensuring(revoking, evictUser(userId))
  )

  return { endAllOf, revoke }
}

/** The sessions on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom.SecureRandom
    const recording = recordingOn(sql)

    const { evict, ...cache } = yield* SessionCache.make(load(sql))

    const confirm = Effect.fn("SessionStore.confirm")(
      function* (ids: ReadonlyArray<SessionId>) {
        const roles = new Map<SessionId, Role>()
        for (const step of Array.chunksOf(ids, confirmBatchSize)) {
          const rows = yield* sql`
            SELECT s.id, u.role FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.id = ANY (${uuids(step)}) AND ${isValidAt(sql, yield* Clock.currentTimeMillis)}`
          const alive = yield* decodeRoles(rows)
          for (const { id, role } of alive) roles.set(id, role)
        }
        return roles
      },
      storageFault("SessionStore.confirm"),
      briefly
    )

    /**
     * Deletes sessions and notifies other servers. It adds their ids to `dropped`, for the caller to evict after the
     * transaction, and returns the names of their users, without those of expired sessions.
     */
    const deleteSessions = Effect.fnUntraced(function* (condition: Statement.Fragment, dropped: Array<SessionId>) {
      const now = instant(yield* Clock.currentTimeMillis)
      const rows = yield* sql`
        WITH ended AS (DELETE FROM sessions WHERE ${condition} RETURNING id, user_id, expires_at)
        SELECT e.id AS "sessionId", u.id AS "userId", u.username, e.expires_at <= ${now} AS "isOver"
        FROM ended e JOIN users u ON u.id = e.user_id`
      const ended = yield* decodeEnded(rows)
      yield* Effect.forEach(new Set(ended.map(({ userId }) => userId)), (userId) => notifyEviction(sql, userId))
      dropped.push(...ended.map(({ sessionId }) => sessionId))
      return ended.filter(({ isOver }) => !isOver).map(({ username }) => username)
    })

    const evictSessions = (ids: ReadonlyArray<SessionId>) =>
      evict(({ sessionId }) => sessionId !== undefined && ids.includes(sessionId))

    const create = Effect.fn("SessionStore.create")(function* (user: UserRecord, replaces?: Redacted.Redacted) {
      const created = yield* newSession(random, user.id)
      const { id, createdAt, expiresAt } = created.session
      const { address, userAgent } = yield* sessionOrigin
      const replaced = hashOfReplaced(replaces)
      const dropped: Array<SessionId> = []
      return yield* Effect.gen(function* () {
        // FOR SHARE waits for a deletion or a new password under way; then the condition is evaluated again.
        const rows = yield* sql`
          INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, address, user_agent)
          SELECT ${id}::uuid, ${SessionToken.hash(created.token)}, u.id, ${instant(createdAt)}, ${instant(expiresAt)},
            ${instant(createdAt)}, ${address}::text, ${userAgent}::text
          FROM users u WHERE u.id = ${user.id} AND u.password_hash = ${user.passwordHash} FOR SHARE
          RETURNING id`
        if (rows.length === 0) return yield* new UserChanged()
        const ended = replaced === undefined ? [] : yield* deleteSessions(sql`token_hash = ${replaced}`, dropped)
        return { value: created, entries: [...ended.map((_) => logEntries.replaced(user, _)), logEntries.begun(user)] }
      }).pipe(
        recording,
        Effect.ensuring(Effect.suspend(() => (dropped.length === 0 ? Effect.void : evictSessions(dropped))))
      )
    }, storageFault("SessionStore.create"))

    const end = Effect.fn("SessionStore.end")(
      function* (id: SessionId) {
        const ended = yield* deleteSessions(sql`id = ${id}`, [])
        return { value: undefined, entries: ended.map(logEntries.ended) }
      },
      recording,
      storageFault("SessionStore.end"),
      // The eviction also follows a failure or an interruption, since the deletion may have been committed.
      (ending, id) => Effect.ensuring(ending, evictSessions([id]))
    )

    return SessionStore.of({
      ...{ ...cache, ...endings(sql, cache.evictUser), create, confirm, end },
      ...{ list: list(sql), lastSeen: lastSeen(sql), touch: touch(sql), purgeExpired: purgeExpired(sql) }
    })
  })
)
