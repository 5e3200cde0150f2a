import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, type Redacted, type Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as BoundedClient from "./BoundedClient.ts"
import type { Encryption } from "./Encryption.ts"
import * as PostgresHosts from "./PostgresHosts.ts"
import * as PostgresStart from "./PostgresStart.ts"

/**
 * The limits in PostgreSQL are shorter than `timeouts`, so that callers see PostgreSQL's reason; `timeouts` are for a
 * server that does not answer at all. The limit for idle transactions is shorter than the one for locks, so that a
 * frozen peer does not make others fail.
 */
const serverLimits = {
  statement_timeout: "30s",
  lock_timeout: "15s",
  idle_in_transaction_session_timeout: "5s"
}

export const timeouts: BoundedClient.Timeouts = {
  connection: Duration.seconds(10),
  statement: Duration.seconds(35),
  briefStatement: Duration.seconds(5)
}

const sessionNeeds = { timezone: "UTC", default_transaction_isolation: "read committed" }

const sessionSettings = Effect.map(BoundedClient.HasTimeLimits, (hasLimits) => ({
  ...sessionNeeds,
  ...serverLimits,
  ...(!hasLimits && { statement_timeout: "0", idle_in_transaction_session_timeout: "0" })
}))

/** The settings that PgBouncer keeps for a session even when it moves the session to another connection. */
const pooledSettings = { timezone: sessionNeeds.timezone }

export interface Options {
  readonly retrySchedule?: Schedule.Schedule<unknown>
  readonly timeouts?: BoundedClient.Timeouts
  /**
   * A direct URL of PostgreSQL, needed when the other URL leads to a pooler that gives a session another connection for
   * each transaction. Named statements and PostgreSQL's own time limits are not used then.
   */
  readonly listenUrl?: Redacted.Redacted | undefined
}

/** The size of the pool, without the connection that listens for other servers' notifications. */
const maxConnections = 10

/** How a connection to a URL is made: to its host, or to whichever of several is the primary. */
const connectionConfig = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  retry: Schedule.Schedule<unknown>,
  settings: Partial<PgClient.PgPoolConfig> = {}
) {
  const address = yield* PostgresStart.addressOf(url)
  const encryption = yield* PostgresStart.encryptionOf(address, retry)
  const config = {
    url: address.url,
    applicationName: "strategy-planning",
    connectTimeout: "5 seconds",
    keepAlive: "15 seconds",
    maxMessageSize: BoundedClient.maxMessageSize,
    ...settings
  } as const
  const stream = yield* PostgresHosts.makeStream(address, config, encryption)
  return {
    address,
    encryption,
    config: {
      ...config,
      ...(stream !== undefined && { stream }),
      // A getter, because it is read for each connection.
      get ssl() {
        return encryption.ssl
      }
    }
  }
})

/**
 * With `sslmode=prefer`, a server that refuses the connection because of its encryption is asked once more without it,
 * or with it.
 */
const awaitServer = (encryption: Encryption, attempt: ReturnType<typeof PostgresStart.awaitServer>) =>
  Effect.catchTag(attempt, "DatabaseRefused", (refused) => {
    if (encryption.isFixed || refused.isForEncryption !== true) return Effect.fail(refused)
    encryption.choose(encryption.ssl === false)
    return Effect.catchTag(attempt, "DatabaseRefused", () => Effect.fail(refused))
  })

const connect = Effect.fnUntraced(function* (url: Redacted.Redacted, options: Options) {
  const { listenUrl, retrySchedule = PostgresStart.halfMinuteOfRetries } = options
  const isPooled = listenUrl !== undefined
  const settings = yield* sessionSettings
  const { address, config, encryption } = yield* connectionConfig(url, retrySchedule, {
    maxConnections,
    ...(isPooled ? { startupParameters: pooledSettings, prepare: false } : { startupParameters: settings })
  })
  const client = yield* BoundedClient.make(config, options.timeouts ?? timeouts)
  yield* awaitServer(
    encryption,
    PostgresStart.awaitServer(address.shown, isPooled ? sessionNeeds : settings, retrySchedule)
  ).pipe(Effect.provideService(SqlClient.SqlClient, client))
  if (listenUrl === undefined) return client
  const listening = yield* connectionConfig(listenUrl, retrySchedule)
  return Object.assign(client, { config: listening.config })
})

/**
 * A pool of connections to the server at `url`. It fails to build when the server can't be used. Once built, it
 * survives outages: statements fail with `SqlError` while one lasts and work again afterwards.
 */
export const layer = (url: Redacted.Redacted, options: Options = {}) => PgClient.layerFrom(connect(url, options))
