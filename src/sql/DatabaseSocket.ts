import { rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { type Cause, Data, Effect, FiberSet, Layer, Predicate, Queue, Schema } from "effect"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { failureReason } from "./DatabaseFailure.ts"
import { encode, makeReader, Request, type Response } from "./SqlFrames.ts"
import { sqlState } from "./StorageFault.ts"

/**
 * The socket of the server that has locked a data folder. It accepts statements from scripts of the same system user.
 */
export const socketPath = (dataDir: string): string => join(dataDir, "server.sock")

/** The longest path of a socket that every system accepts. */
const maxPathBytes = 100

/** A transaction is rolled back when its script sends nothing for this long, because everything else waits for it. */
const idleTimeout = "10 seconds"

class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

const decodeRequest = Schema.decodeUnknownOption(Request)

const isReading = ({ sql }: Request): boolean => /^\s*(SELECT|BEGIN|COMMIT|ROLLBACK|SET)\b/i.test(sql)

const rowsOf = (rows: ReadonlyArray<unknown>): Response => ({ rows })

const run = (connection: SqlConnection.Connection, { method, sql, params }: Request) => {
  switch (method) {
    case "execute":
    case "executeUnprepared":
      return Effect.map(connection[method](sql, params, undefined), rowsOf)
    case "executeValues":
    case "executeValuesUnprepared":
      return Effect.map(connection[method](sql, params), rowsOf)
    case "executeRaw":
      return Effect.map(
        connection.executeRaw(sql, params),
        (result): Response => ({
          command:
            Predicate.hasProperty(result, "command") && Predicate.isString(result.command) ? result.command : null
        })
      )
  }
}

const refused = (error: SqlError.SqlError): Response => {
  const state = sqlState(error)
  return {
    error: failureReason(error),
    isConnectionError: error.reason._tag === "ConnectionError",
    ...(error.reason.operation === undefined ? {} : { operation: error.reason.operation }),
    ...(state === undefined ? {} : { state })
  }
}

/** The largest number of statements that wait for their answer on one socket. A script sends only a few at once. */
const maxWaiting = 1_000

/** The requests that arrive on a socket. They end with it, or at the first bytes that are not a request. */
const requestsOf = (socket: Socket) =>
  Effect.map(Queue.bounded<Request, Cause.Done>(maxWaiting), (requests) => {
    const read = makeReader(decodeRequest)
    socket.on("data", (chunk) => {
      const found = read(Buffer.from(chunk))
      if (found?.every((request) => Queue.offerUnsafe(requests, request)) !== true) socket.destroy()
    })
    for (const event of ["end", "error", "close"]) socket.on(event, () => Queue.endUnsafe(requests))
    return requests
  })

/** Whether a transaction is open after a statement. */
const leavesOpen = (sql: string, wasOpen: boolean): boolean => {
  if (/^\s*BEGIN\b/i.test(sql)) return true
  return wasOpen && !/^\s*(COMMIT|ROLLBACK(?! TO\b))/i.test(sql)
}

/**
 * Runs the statements of one socket. Those of the server and of other sockets run in between, but not in a transaction.
 */
const serve = Effect.fnUntraced(function* (socket: Socket) {
  const sql = yield* SqlClient.SqlClient
  const requests = yield* requestsOf(socket)
  const first = yield* Queue.take(requests)
  let hasWritten = false
  yield* Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* sql.reserve
      let isOpen = false
      yield* Effect.addFinalizer(() =>
        isOpen ? Effect.ignore(connection.executeUnprepared("ROLLBACK", [], undefined)) : Effect.void
      )
      let request = first
      while (true) {
        const response = yield* Effect.catch(run(connection, request), (error) => Effect.succeed(refused(error)))
        isOpen = leavesOpen(request.sql, isOpen)
        hasWritten ||= !isReading(request)
        socket.write(encode(response))
        request = yield* Effect.timeout(Queue.take(requests), idleTimeout)
      }
    })
  ).pipe(Effect.ignore)
  return hasWritten
})

const listening = (path: string) =>
  Effect.callback<Server, CannotListen>((resume) => {
    // A server that was killed may have left its socket. No other server can use it, since this one has locked the
    // folder.
    rmSync(path, { force: true })
    const server = createServer({ allowHalfOpen: true })
    server.once("error", ({ message }) => resume(Effect.fail(new CannotListen({ message }))))
    // A umask, since other users must not be able to connect even before a chmod would take effect.
    const mask = process.umask(0o177)
    server.listen(path, () => resume(Effect.succeed(server)))
    process.umask(mask)
  })

/**
 * Lets scripts work on the embedded database beside the server that holds the folder. `afterWrite` runs when one may
 * have written something. Where there can be no socket, a warning says so, and scripts find the database in use.
 */
export const layer = <R>(dataDir: string, afterWrite: Effect.Effect<void, never, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const path = socketPath(dataDir)
      if (Buffer.byteLength(path) > maxPathBytes)
        return yield* new CannotListen({ message: `the path ${path} is too long` })
      const run = yield* FiberSet.makeRuntime<R | SqlClient.SqlClient>()
      const server = yield* Effect.acquireRelease(listening(path), (server) => Effect.sync(() => server.close()))
      server.on("connection", (socket) => {
        run(
          Effect.acquireUseRelease(
            Effect.succeed(socket),
            () => Effect.flatMap(serve(socket), (hasWritten) => (hasWritten ? afterWrite : Effect.void)),
            () => Effect.sync(() => socket.destroy())
          )
        )
      })
    }).pipe(
      Effect.catch(({ message }) =>
        Effect.logWarning(`Admin commands won't work while this server is running: ${message}.`)
      )
    )
  )
