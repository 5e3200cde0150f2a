import type { SqlClient } from "effect/sql"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Channel } from "../../sql/Listener.ts"

/** Servers send each other the ids of users whose cached sessions are outdated. */
export const evictionChannel: Channel = "accounts"

/**
 * Notifies the other servers when the surrounding transaction commits. It uses the statement NOTIFY, which every role
 * may use, because EXECUTE on the function pg_notify() may be revoked, and then sessions would outlive their end.
 * NOTIFY takes no parameters, and a `UserId` needs no escaping, since its schema makes it a UUID.
 */
export const notifyEviction = (sql: SqlClient.SqlClient, userId: UserId) =>
  // It is not prepared, because each text is different and would evict another statement from the connection's cache.
  sql.unsafe(`NOTIFY ${evictionChannel}, '${userId}'`).unprepared
