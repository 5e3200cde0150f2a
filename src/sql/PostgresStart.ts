import { Data, Duration, Effect, Predicate, type Redacted, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { failureReason } from "./DatabaseFailure.ts"
import { Encryption } from "./Encryption.ts"
import * as PostgresUrl from "./PostgresUrl.ts"
import { sqlState } from "./StorageFault.ts"
import { offersTls } from "./TlsOffer.ts"

/** The server does not answer or is not ready. Trying again later may help. */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** The server refuses the connection (wrong password, unknown database, no TLS), or the URL is invalid. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  readonly message: string
  readonly cause?: unknown
  /** Whether the server may accept the connection with another encryption. */
  readonly isForEncryption?: boolean
}> {}

export class DatabaseTooOld extends Data.TaggedError("DatabaseTooOld")<{
  readonly message: string
}> {}

/** Reads a URL; `addressOf(url).shown` may be shown. */
export const addressOf = (url: Redacted.Redacted) =>
  Effect.mapError(
    Effect.fromResult(PostgresUrl.parse(url)),
    (fault) => new DatabaseRefused({ message: `The database's URL ${fault}.` })
  )

/** PgBouncer's answer to session settings that it cannot keep. */
const refusesSettings = (error: SqlError.SqlError): boolean => failureReason(error).includes("startup parameter")

const nameListenUrl = "It is a pooler that doesn't keep session settings: set DATABASE_LISTEN_URL to PostgreSQL itself."

/** Whether no rule of the server allows the connection, or the handshake failed. */
const isForEncryption = (error: SqlError.SqlError): boolean => {
  const { cause } = error.reason
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  return /^(28000|EPROTO|ERR_(SSL|TLS)_.*)$/.test(code)
}

/** Whether a failed connection may succeed later without intervention: no server yet, no route, no free slot. */
const isTemporary = (error: SqlError.SqlError): boolean => {
  const state = sqlState(error)
  if (refusesSettings(error)) return false
  if (state !== undefined) return /^(08|53|57P)/.test(state)
  const { cause } = error.reason
  return Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)
    ? /^E(?!RR_)/.test(cause.code)
    : /timed out|closed|became free|did not answer/.test(error.message)
}

const ServerFacts = Schema.Struct({
  versionNumber: Schema.Int,
  version: Schema.String,
  standby: Schema.Boolean,
  timezone: Schema.String,
  isolation: Schema.String,
  statementTimeout: Schema.String,
  switchedOff: Schema.Array(Schema.String)
})

const serverFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT current_setting('server_version_num')::int AS "versionNumber", current_setting('server_version') AS version,
      pg_is_in_recovery() AS standby, current_setting('TimeZone') AS timezone,
      current_setting('default_transaction_isolation') AS isolation, current_setting('statement_timeout') AS "statementTimeout",
      ARRAY(
        SELECT name FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name
      ) AS "switchedOff"`
  return yield* Schema.decodeUnknownEffect(Schema.Tuple([ServerFacts]))(rows)
}).pipe(
  Effect.map(([facts]) => facts),
  Effect.catchTag("SchemaError", Effect.die)
)

/** The settings of sessions that the service depends on. */
interface SessionNeeds {
  readonly timezone: string
  readonly default_transaction_isolation: string
  /** Absent where a pooler keeps no such setting. */
  readonly statement_timeout?: string
}

/** What is wrong with the settings of a session: a pooler dropped them, or the role has others. */
const settingsFault = (facts: typeof ServerFacts.Type, needs: SessionNeeds): string | undefined => {
  const { timezone, isolation, statementTimeout } = facts
  if (needs.statement_timeout !== undefined && statementTimeout !== needs.statement_timeout) return nameListenUrl
  if (timezone === needs.timezone && isolation === needs.default_transaction_isolation) return undefined
  return (
    `Its sessions have timezone ${timezone} and isolation ${isolation} instead of ${needs.timezone} and ` +
    `${needs.default_transaction_isolation}: set both with ALTER ROLE.`
  )
}

const attempt = Effect.fnUntraced(function* (address: string, needs: SessionNeeds) {
  const facts = yield* serverFacts.pipe(
    Effect.mapError((cause) =>
      isTemporary(cause)
        ? new DatabaseUnreachable({ message: `${address} does not answer: ${failureReason(cause)}.`, cause })
        : new DatabaseRefused({
            message: `${address} refuses: ${failureReason(cause)}.${refusesSettings(cause) ? ` ${nameListenUrl}` : ""}`,
            cause,
            isForEncryption: isForEncryption(cause)
          })
    )
  )
  if (facts.versionNumber < 150_000) {
    return yield* new DatabaseTooOld({ message: `${address} has version ${facts.version}; 15 or newer is required.` })
  }
  if (facts.standby) {
    return yield* new DatabaseUnreachable({ message: `${address} is a standby and accepts no writes.` })
  }
  const fault = settingsFault(facts, needs)
  if (fault !== undefined) return yield* new DatabaseRefused({ message: `${address} cannot be used. ${fault}` })
  return facts
})

/** Retries for half a minute, with pauses that double up to five seconds. */
export const halfMinuteOfRetries: Schedule.Schedule<unknown> = Schedule.min([
  Schedule.exponential("250 millis"),
  Schedule.spaced("5 seconds")
]).pipe(Schedule.upTo({ duration: "30 seconds" }))

/** Retries by `retrySchedule` while the server is unreachable, and logs each failed attempt. */
const retried =
  (retrySchedule: Schedule.Schedule<unknown>) =>
  <A, E extends { readonly _tag: string; readonly message: string }, R>(attempt: Effect.Effect<A, E, R>) =>
    Effect.retry(
      attempt,
      retrySchedule.pipe(
        Schedule.setInputType<E>(),
        Schedule.while(({ input }) => input._tag === "DatabaseUnreachable"),
        Schedule.tap(({ duration, input }) =>
          Effect.logWarning(`${input.message} Trying again in ${Duration.format(duration)}.`)
        )
      )
    )

/**
 * Waits until the server can be used. Fails at once when waiting does not help. A server whose settings may lose
 * committed data is used, with a warning.
 */
export const awaitServer = Effect.fn("PostgresStart.awaitServer")(function* (
  address: string,
  needs: SessionNeeds,
  retrySchedule: Schedule.Schedule<unknown>
) {
  const { switchedOff, version } = yield* retried(retrySchedule)(attempt(address, needs))
  for (const name of switchedOff) {
    yield* Effect.logWarning(`${address} runs with ${name} = off: a crash there may lose confirmed changes.`)
  }
  yield* Effect.logInfo(`Connected to ${address}, version ${version}.`)
})

/** The encryption of connections. With sslmode=prefer it begins with what the first host that answers offers. */
export const encryptionOf = (address: PostgresUrl.PostgresAddress, retrySchedule: Schedule.Schedule<unknown>) =>
  address.encryption !== "prefer"
    ? Effect.succeed(Encryption.fixed(address.encryption))
    : Effect.raceAll(address.hosts.map(offersTls)).pipe(
        Effect.mapError(
          (cause) => new DatabaseUnreachable({ message: `${address.shown} does not answer: ${cause.message}.`, cause })
        ),
        retried(retrySchedule),
        Effect.map(Encryption.preferred)
      )
