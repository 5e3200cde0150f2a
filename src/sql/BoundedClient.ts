import { PgClient } from "@effect/sql-pg"
import { Cause, Clock, Duration, Effect, Fiber, Predicate, Stream } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"

/** How long a caller waits, in real time, for a free connection and for the answer to one statement. */
export interface Timeouts {
  readonly connection: Duration.Duration
  readonly statement: Duration.Duration
}

/** Runs an effect with the real clock, because servers and networks do not follow the clock of a test. */
export const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const timeoutError = (operation: "connect" | "query", waited: Duration.Duration) => {
  const message =
    operation === "connect"
      ? `No database connection became free within ${Duration.format(waited)}`
      : `The database did not answer a statement within ${Duration.format(waited)}`
  return new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Cause.TimeoutError(message), message, operation })
  })
}

/** `Effect.timeoutOrElse` in real time, without a second fiber for each statement. */
const within =
  (duration: Duration.Duration, operation: "connect" | "query") =>
  <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, SqlError.SqlError, R> =>
    Effect.flatMap(
      Effect.forkChild(inRealTime(effect), { startImmediately: true }),
      (fiber) =>
        fiber.pollUnsafe() ??
        Effect.callback<A, SqlError.SqlError>((resume) => {
          const timer = setTimeout(() => {
            forget()
            resume(Effect.andThen(Fiber.interrupt(fiber), Effect.fail(timeoutError(operation, duration))))
          }, Duration.toMillis(duration))
          const forget = fiber.addObserver((exit) => {
            clearTimeout(timer)
            resume(exit)
          })
          return Effect.suspend(() => {
            clearTimeout(timer)
            return Fiber.interrupt(fiber)
          })
        })
    )

type WithTimeout = <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>) => Effect.Effect<A, SqlError.SqlError, R>

/**
 * Whether a statement ends a failed transaction or savepoint. It can fail only when the connection is lost, and the
 * transaction with it; the client would turn that into a defect and hide why the transaction failed.
 */
const isRollback = (statement: string): boolean => /^(ROLLBACK|RELEASE SAVEPOINT)\b/.test(statement)

const boundConnection = (
  connection: SqlConnection.Connection,
  withTimeout: WithTimeout,
  timeouts: Timeouts
): SqlConnection.Connection => ({
  execute: (sql, params, transform) =>
    isRollback(sql)
      ? Effect.orElseSucceed(withTimeout(connection.execute(sql, params, transform)), () => [])
      : withTimeout(connection.execute(sql, params, transform)),
  executeRaw: (sql, params) => withTimeout(connection.executeRaw(sql, params)),
  executeValues: (sql, params) => withTimeout(connection.executeValues(sql, params)),
  executeValuesUnprepared: (sql, params) => withTimeout(connection.executeValuesUnprepared(sql, params)),
  executeUnprepared: (sql, params, transform) => withTimeout(connection.executeUnprepared(sql, params, transform)),
  executeStream: (sql, params, transform) =>
    connection.executeStream(sql, params, transform).pipe(
      Stream.timeoutOrElse({
        duration: timeouts.statement,
        orElse: () => Stream.fail(timeoutError("query", timeouts.statement))
      }),
      Stream.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
})

/** A server that has already aborted the transaction answers COMMIT with ROLLBACK instead of an error. */
const commit = (connection: SqlConnection.Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    if (!Predicate.hasProperty(result, "command") || result.command !== "ROLLBACK") return Effect.void
    const message = "COMMIT found the transaction already rolled back"
    const reason = new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
    return Effect.fail(new SqlError.SqlError({ reason }))
  })

/** What PostgreSQL's clients have in common, whatever their connections are. */
export const dialect = {
  commit,
  compiler: PgClient.makeCompiler(),
  driver: "pg",
  releaseSavepoint: (name: string) => `RELEASE SAVEPOINT ${name}`,
  spanAttributes: [["db.system.name", "postgresql"]]
} satisfies Partial<SqlClient.SqlClient.MakeOptions>

/**
 * A `PgClient` without unbounded waits: when the database is down, frozen or busy, it fails with a `SqlError`. Every
 * statement outside a transaction has its own connection.
 */
export const make = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig, timeouts: Timeouts) {
  const inner = yield* inRealTime(PgClient.make(config))
  const withStatementTimeout = within(timeouts.statement, "query")
  const withConnectionTimeout = within(timeouts.connection, "connect")
  const acquirer = Effect.map(withConnectionTimeout(inner.reserve), (connection) =>
    boundConnection(connection, withStatementTimeout, timeouts)
  )

  const client = yield* SqlClient.make({ ...dialect, acquirer, prepareTransactionControls: true })

  return Object.assign(client, {
    [PgClient.TypeId]: inner[PgClient.TypeId],
    config: inner.config,
    json: inner.json,
    listen: (channel: string) => withConnectionTimeout(inner.listen(channel)),
    notify: (channel: string, payload: string) => withStatementTimeout(inner.notify(channel, payload))
  }) satisfies PgClient.PgClient
})
