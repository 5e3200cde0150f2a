import type { SqlClient } from "effect/sql"
import type { UserId } from "../domain/entities/Ids.ts"
import type { Channel } from "../sql/Listener.ts"

/** Here a server tells the others, as the text of a user's id, whose cached sessions no longer hold. */
export const channel: Channel = "accounts"

/**
 * Tells the other servers when the transaction it is part of commits. By the statement NOTIFY, which every role may use,
 * not by the function pg_notify(), on which EXECUTE may be revoked: no session outlives its end for want of a right.
 * NOTIFY takes no parameters; a `UserId` is a UUID by its schema, and has nothing to be escaped.
 */
export const evictElsewhere = (sql: SqlClient.SqlClient, userId: UserId) =>
  // Not prepared: each has a text of its own, and would push another statement out of the connection's cache.
  sql.unsafe(`NOTIFY ${channel}, '${userId}'`).unprepared
