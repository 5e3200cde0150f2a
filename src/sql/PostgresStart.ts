import { Data, Duration, Effect, Predicate, Redacted, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { failureReason } from "./DatabaseFailure.ts"
import { sqlState } from "./StorageFault.ts"

/** The server does not answer or is not ready. Trying again later may help. */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** The server refuses the connection (wrong password, unknown database, no TLS), or the URL is invalid. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export class DatabaseTooOld extends Data.TaggedError("DatabaseTooOld")<{
  readonly message: string
}> {}

export type StartError = DatabaseUnreachable | DatabaseRefused | DatabaseTooOld

/** The host, port and database of a URL, which may be shown, without the password. */
export const addressOf = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return yield* new DatabaseRefused({ message: "The database's URL is not a URL." })
  return `PostgreSQL at ${parsed.host}${parsed.pathname}`
})

/** Whether a failed connection may succeed later without intervention: no server yet, no route, no free slot. */
const isTemporary = (error: SqlError.SqlError): boolean => {
  const state = sqlState(error)
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
  switchedOff: Schema.Array(Schema.String)
})

const serverFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT current_setting('server_version_num')::int AS "versionNumber", current_setting('server_version') AS version,
      pg_is_in_recovery() AS standby,
      ARRAY(
        SELECT name FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name
      ) AS "switchedOff"`
  return yield* Schema.decodeUnknownEffect(Schema.Tuple([ServerFacts]))(rows)
}).pipe(
  Effect.map(([facts]) => facts),
  Effect.catchTag("SchemaError", Effect.die)
)

const attempt = Effect.fnUntraced(function* (address: string) {
  const facts = yield* serverFacts.pipe(
    Effect.mapError((cause) =>
      isTemporary(cause)
        ? new DatabaseUnreachable({ message: `${address} does not answer: ${failureReason(cause)}.`, cause })
        : new DatabaseRefused({ message: `${address} refuses: ${failureReason(cause)}.`, cause })
    )
  )
  if (facts.versionNumber < 150_000) {
    return yield* new DatabaseTooOld({ message: `${address} has version ${facts.version}; 15 or newer is needed.` })
  }
  if (facts.standby) {
    return yield* new DatabaseUnreachable({ message: `${address} is a standby and takes no writes.` })
  }
  return facts
})

/** Retries with pauses that double up to five seconds, for half a minute. */
export const halfMinuteOfRetries: Schedule.Schedule<unknown> = Schedule.min([
  Schedule.exponential("250 millis"),
  Schedule.spaced("5 seconds")
]).pipe(Schedule.upTo({ duration: "30 seconds" }))

/**
 * Waits until the server can be used, retrying by `retrySchedule` and logging each failed try. Fails at once when
 * waiting does not help. A server whose settings may lose committed data is used, with a warning.
 */
export const awaitServer = Effect.fn("PostgresStart.awaitServer")(function* (
  address: string,
  retrySchedule: Schedule.Schedule<unknown>
) {
  const logged = retrySchedule.pipe(
    Schedule.setInputType<StartError>(),
    Schedule.while(({ input }) => input._tag === "DatabaseUnreachable"),
    Schedule.tap(({ duration, input }) =>
      Effect.logWarning(`${input.message} Trying again in ${Duration.format(duration)}.`)
    )
  )
  const { switchedOff, version } = yield* Effect.retry(attempt(address), logged)
  for (const name of switchedOff) {
    yield* Effect.logWarning(`${address} runs with ${name} = off: a crash there may lose what was already confirmed.`)
  }
  yield* Effect.logInfo(`Connected to ${address}, version ${version}.`)
})
