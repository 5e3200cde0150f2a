import { PgTypes } from "@effect/sql-pg"
import { Array, Clock, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { recordingOn } from "../accounts/log/AccountLogSql.ts"
import { notifyEviction } from "../accounts/sessions/EvictionChannel.ts"
import { deleteExpired } from "../accounts/sessions/ExpiredRows.ts"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import { storeUses } from "../accounts/sessions/StoredUses.ts"
import { Username } from "../accounts/users/Username.ts"
import { UserNotFound } from "../accounts/users/UserStore.ts"
import { TokenId, UserId } from "../domain/entities/Ids.ts"
import { Role } from "../domain/entities/Role.ts"
import { roleWithin, TokenScope, UserToken } from "../domain/Token.ts"
import { maxTokens } from "../shared/TokenScopes.ts"
import { briefly } from "../sql/BoundedClient.ts"
import { rowDecoder } from "../sql/RowDecoder.ts"
import { storageFault } from "../sql/StorageFault.ts"
import { isoTime, uuids } from "../sql/Values.ts"
import * as TokenSecret from "./TokenSecret.ts"
import {
  byUserNewestFirst,
  followingSessions,
  identityOf,
  logEntries,
  newToken,
  type TokenSettings,
  TokenStore,
  TooManyTokens,
  tokenOf
} from "./TokenStore.ts"

/** The numbers of tokens that one statement reads and deletes. */
const confirmBatchSize = 500

const decodeClaims = rowDecoder(
  Schema.Array(
    Schema.Struct({
      ...{ id: TokenId, userId: UserId, username: Username, displayName: Schema.NullOr(Schema.String), role: Role },
      ...{ name: Schema.String, scope: TokenScope, expiresAt: Schema.Number }
    })
  )
)
const decodeRights = rowDecoder(Schema.Array(Schema.Struct({ id: TokenId, role: Role, scope: TokenScope })))
const decodeTokens = rowDecoder(Schema.Array(UserToken))
const decodeOwner = rowDecoder(Schema.Array(Schema.Struct({ username: Username })))
const decodeRevoked = rowDecoder(
  Schema.Array(
    Schema.Struct({
      ...{ userId: UserId, username: Username, name: Schema.String, scope: TokenScope },
      isOver: Schema.Boolean
    })
  )
)
const decodeCount = rowDecoder(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

const instant = PgTypes.timestamptz

const columns = `
  t.id,
  t.name,
  t.scope,
  ${isoTime("t.created_at", "createdAt")},
  ${isoTime("t.expires_at", "expiresAt")},
  ${isoTime("t.last_used_at", "lastUsedAt")},
  u.id AS "userId",
  u.username`

const load = (sql: SqlClient.SqlClient) =>
  Effect.fn("TokenStore.load")(
    function* (tokenHash: string) {
      const rows = yield* sql`
        SELECT t.id, u.id AS "userId", u.username, u.display_name AS "displayName", u.role, t.name, t.scope,
          (extract(epoch FROM t.expires_at) * 1000)::float8 AS "expiresAt"
        FROM tokens t JOIN users u ON u.id = t.user_id
        WHERE t.token_hash = ${tokenHash} AND t.expires_at > ${instant(yield* Clock.currentTimeMillis)}`
      const [claims] = yield* decodeClaims(rows)
      return Option.map(Option.fromUndefinedOr(claims), identityOf)
    },
    storageFault("TokenStore.resolve"),
    briefly
  )

const reads = (sql: SqlClient.SqlClient): Pick<TokenStore["Service"], "list" | "confirm" | "touch"> => ({
  list: Effect.fn("TokenStore.list")(function* (userId?: UserId) {
    const now = instant(yield* Clock.currentTimeMillis)
    const isAsked = userId === undefined ? sql`TRUE` : sql`t.user_id = ${userId}`
    const rows = yield* sql`
      SELECT ${sql.literal(columns)} FROM tokens t JOIN users u ON u.id = t.user_id
      WHERE t.expires_at > ${now} AND ${isAsked}`
    return (yield* decodeTokens(rows)).toSorted(byUserNewestFirst)
  }, storageFault("TokenStore.list")),

  confirm: Effect.fn("TokenStore.confirm")(
    function* (ids: ReadonlyArray<TokenId>) {
      const rights = new Map<TokenId, Role>()
      for (const step of Array.chunksOf(ids, confirmBatchSize)) {
        const rows = yield* sql`
          SELECT t.id, t.scope, u.role FROM tokens t JOIN users u ON u.id = t.user_id
          WHERE t.id = ANY (${uuids(step)}) AND t.expires_at > ${instant(yield* Clock.currentTimeMillis)}`
        for (const { id, role, scope } of yield* decodeRights(rows)) rights.set(id, roleWithin(scope, role))
      }
      return rights
    },
    storageFault("TokenStore.confirm"),
    briefly
  ),

  touch: Effect.fn("TokenStore.touch")(
    (uses: ReadonlyMap<TokenId, number>) => storeUses(sql, { table: "tokens", column: "last_used_at" }, uses),
    storageFault("TokenStore.touch"),
    briefly
  )
})

const purgeExpired = (sql: SqlClient.SqlClient) =>
  deleteExpired(sql, "tokens").pipe(storageFault("TokenStore.purgeExpired"), Effect.withSpan("TokenStore.purgeExpired"))

/** The tokens on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom.SecureRandom
    const sessions = yield* SessionStore
    const recording = recordingOn(sql)
    const cache = yield* followingSessions(sessions, load(sql))

    const create = Effect.fn("TokenStore.create")(
      function* (userId: UserId, settings: TokenSettings) {
        const { secret, stored } = yield* newToken(random, userId, settings)
        const { id, name, scope, createdAt, expiresAt } = stored
        // The lock makes tokens that are created at the same time count each other.
        const [owner] = yield* decodeOwner(yield* sql`SELECT username FROM users WHERE id = ${userId} FOR UPDATE`)
        if (owner === undefined) return yield* new UserNotFound()
        const [{ count }] = yield* decodeCount(
          yield* sql`
            SELECT count(*)::int AS count FROM tokens WHERE user_id = ${userId} AND expires_at > ${instant(createdAt)}`
        )
        if (count >= maxTokens) return yield* new TooManyTokens()
        yield* sql`
          INSERT INTO tokens (id, token_hash, user_id, name, scope, created_at, expires_at)
          VALUES (${id}, ${TokenSecret.hash(secret)}, ${userId}, ${name}, ${scope}, ${instant(createdAt)},
            ${instant(expiresAt)})`
        const value = { secret, token: tokenOf(stored) }
        return { value, entries: [logEntries.created(owner.username, settings)] }
      },
      recording,
      storageFault("TokenStore.create")
    )

    const deleteToken = Effect.fnUntraced(function* (id: TokenId, userId: UserId | undefined) {
      const now = instant(yield* Clock.currentTimeMillis)
      const rows = yield* sql`
        WITH t AS (
          DELETE FROM tokens WHERE id = ${id} AND user_id = coalesce(${userId ?? null}::uuid, user_id)
          RETURNING user_id, name, scope, expires_at
        )
        SELECT u.id AS "userId", u.username, t.name, t.scope, t.expires_at <= ${now} AS "isOver"
        FROM t JOIN users u ON u.id = t.user_id`
      const [revoked] = yield* decodeRevoked(rows)
      if (revoked === undefined) return { value: undefined, entries: [] }
      yield* notifyEviction(sql, revoked.userId)
      return { value: revoked, entries: revoked.isOver ? [] : [logEntries.revoked(revoked)] }
    })

    const revoke = Effect.fn("TokenStore.revoke")(
      (id: TokenId, userId?: UserId) =>
        recording(deleteToken(id, userId)).pipe(
          // After an unknown outcome it is not known whose token it was; the deletion may have been committed.
          Effect.tapError(() => sessions.evictAll),
          Effect.tap((revoked) => (revoked === undefined ? Effect.void : sessions.evictUser(revoked.userId))),
          Effect.map((revoked) => revoked !== undefined && !revoked.isOver),
          Effect.uninterruptible
        ),
      storageFault("TokenStore.revoke")
    )

    return TokenStore.of({ ...cache, ...reads(sql), create, revoke, purgeExpired: purgeExpired(sql) })
  })
)
