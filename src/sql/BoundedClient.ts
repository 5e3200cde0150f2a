import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Cause, Clock, Context, Duration, Effect, Fiber, Predicate, Stream } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"

/** How long a caller waits, in real time, for a free connection and for the answer to one statement. */
export interface Timeouts {
  readonly connection: Duration.Duration
  readonly statement: Duration.Duration
  /** For statements under `briefly`; default: `statement`. */
  readonly briefStatement?: Duration.Duration
}

/** The largest row that is read, in bytes: an event's effect may have the whole strategy. By default it would be 16 MiB. */
export const maxMessageSize = 256 * 1024 * 1024

const IsBrief = Context.Reference<boolean>("strategy/sql/BoundedClient/IsBrief", { defaultValue: () => false })

/**
 * Gives the statements of an effect the shorter timeout. It is for statements that everybody waits for, and that take
 * milliseconds unless the connection has fallen silent: a firewall may forget it without closing it.
 */
export const briefly = Effect.provideService(IsBrief, true)

/**
 * Whether the time that statements and transactions may take is limited. A command that works alone, such as one that rewrites
 * tables, sets this for the clients that it makes.
 */
export const HasTimeLimits = Context.Reference<boolean>("strategy/sql/BoundedClient/HasTimeLimits", {
  defaultValue: () => true
})

/** The longest that a timer can be set to. */
const unlimited = Duration.days(24)

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
  (duration: Duration.Duration, operation: "connect" | "query", onTimeout?: () => void) =>
  <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, SqlError.SqlError, R> =>
    Effect.flatMap(
      Effect.forkChild(inRealTime(effect), { startImmediately: true }),
      (fiber) =>
        fiber.pollUnsafe() ??
        Effect.callback<A, SqlError.SqlError>((resume) => {
          const timer = setTimeout(() => {
            forget()
            onTimeout?.()
            // It is not waited for, since a silent connection answers no request to cancel either.
            fiber.interruptUnsafe()
            resume(Effect.fail(timeoutError(operation, duration)))
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

/**
 * Whether a statement ends a failed transaction or savepoint. It can fail only when the connection is lost, and the
 * transaction with it; the client would turn that into a defect and hide why the transaction failed.
 */
const isRollback = (statement: string): boolean => /^(ROLLBACK|RELEASE SAVEPOINT)\b/.test(statement)

type Run = <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>) => Effect.Effect<A, SqlError.SqlError, R>

/** A connection whose statements are run by `run`; that of a stream limits the wait for each part of the result. */
const boundConnection = (
  { query, queryValues, stream }: PgConnection.PgConnection,
  run: Run,
  streamTimeout: Duration.Duration
): SqlConnection.Connection => {
  const rows = (sql: string, params: ReadonlyArray<unknown>, prepare?: boolean) =>
    Effect.map(run(query(sql, params, prepare)), (result): ReadonlyArray<PgConnection.Row> => result.rows)
  return {
    execute: (sql, params) => (isRollback(sql) ? Effect.orElseSucceed(rows(sql, params), () => []) : rows(sql, params)),
    executeRaw: (sql, params) => run(query(sql, params)),
    executeValues: (sql, params) => run(queryValues(sql, params)),
    executeValuesUnprepared: (sql, params) => run(queryValues(sql, params, false)),
    executeUnprepared: (sql, params) => rows(sql, params, false),
    executeStream: (sql, params) =>
      stream(sql, params).pipe(
        Stream.timeoutOrElse({
          duration: streamTimeout,
          orElse: () => Stream.fail(timeoutError("query", streamTimeout))
        }),
        Stream.provideService(Clock.Clock, Clock.Clock.defaultValue())
      )
  }
}

/**
 * The connections of a pool. After a statement that was not answered in time, those that were open by then are thrown away
 * when they are next asked for: what silenced one may have silenced the others.
 */
const boundConnections = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig, timeouts: Timeouts) {
  const { briefStatement = timeouts.statement } = timeouts
  const pool = yield* inRealTime(PgPool.make(config))
  const firstUsed = new WeakMap<PgConnection.PgConnection, number>()
  let trustedSince = 0
  const distrust = () => {
    trustedSince = performance.now()
  }
  const isTrusted = (connection: PgConnection.PgConnection): boolean => {
    const time = firstUsed.get(connection) ?? performance.now()
    firstUsed.set(connection, time)
    return time >= trustedSince
  }
  /** Runs the statements of one caller on a connection. After one that was not answered, the others fail at once. */
  const runner = (): Run => {
    let isSilent = false
    const onTimeout = () => {
      isSilent = true
      distrust()
    }
    return (statement) =>
      Effect.flatMap(IsBrief, (isBrief) => {
        const timeout = isBrief ? briefStatement : timeouts.statement
        return isSilent ? Effect.fail(timeoutError("query", timeout)) : within(timeout, "query", onTimeout)(statement)
      })
  }
  const get: typeof pool.reserve = Effect.flatMap(pool.reserve, (connection) =>
    isTrusted(connection) ? Effect.succeed(connection) : Effect.andThen(pool.invalidate(connection), get)
  )
  return Effect.map(within(timeouts.connection, "connect")(get), (connection) =>
    boundConnection(connection, runner(), timeouts.statement)
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
const dialect = {
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
  const acquirer = yield* boundConnections(
    config,
    (yield* HasTimeLimits) ? timeouts : { connection: timeouts.connection, statement: unlimited }
  )

  const client = yield* SqlClient.make({ ...dialect, acquirer, prepareTransactionControls: true })

  return Object.assign(client, {
    [PgClient.TypeId]: inner[PgClient.TypeId],
    config: inner.config,
    json: inner.json,
    listen: inner.listen,
    notify: inner.notify
  }) satisfies PgClient.PgClient
})
