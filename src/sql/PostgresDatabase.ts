import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, type Redacted, type Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as BoundedClient from "./BoundedClient.ts"
import * as PostgresStart from "./PostgresStart.ts"

/**
 * The limits in PostgreSQL are shorter than `timeouts`, so that callers see PostgreSQL's reason; `timeouts` are for a
 * server that does not answer at all. The limit for idle transactions is shorter than the one for locks, so that a
 * frozen peer does not make others fail.
 */
const serverLimits = {
  statement_timeout: "30s",
  lock_timeout: "15s",
  idle_in_transaction_session_timeout: "10s"
}

export const timeouts: BoundedClient.Timeouts = {
  connection: Duration.seconds(10),
  statement: Duration.seconds(35)
}

const sessionSettings = { timezone: "UTC", default_transaction_isolation: "read committed", ...serverLimits }

export interface Options {
  readonly retrySchedule?: Schedule.Schedule<unknown>
  readonly timeouts?: BoundedClient.Timeouts
}

/** The size of the pool, without the connection that listens for other servers' notifications. */
const maxConnections = 10

const connect = Effect.fnUntraced(function* (url: Redacted.Redacted, options: Options) {
  const address = yield* PostgresStart.addressOf(url)
  const client = yield* BoundedClient.make(
    {
      url,
      applicationName: "strategy-planning",
      connectTimeout: "5 seconds",
      keepAlive: "15 seconds",
      maxConnections,
      startupParameters: sessionSettings
    },
    options.timeouts ?? timeouts
  )
  yield* PostgresStart.awaitServer(address, options.retrySchedule ?? PostgresStart.halfMinuteOfRetries).pipe(
    Effect.provideService(SqlClient.SqlClient, client)
  )
  return client
})

/**
 * A pool of connections to the server at `url`. It fails to build when the server can't be used. Once built, it
 * survives outages: statements fail with `SqlError` while one lasts and work again afterwards.
 */
export const layer = (url: Redacted.Redacted, options: Options = {}) => PgClient.layerFrom(connect(url, options))
