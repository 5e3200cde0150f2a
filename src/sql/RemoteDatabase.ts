import { connect, type Socket } from "node:net"
import { Effect, Layer, Schema, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import * as BoundedClient from "./BoundedClient.ts"
import { encode, makeReader, type Request, Response } from "./SqlFrames.ts"

const decodeResponse = Schema.decodeUnknownOption(Response)

const connectionLost = (operation: "connect" | "query", cause: unknown) => {
  const message = "The server that holds the data folder does not answer"
  return new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message, operation }) })
}

type Answer = Exclude<Response, { readonly error: string }>

const answerOf = (response: Response): Effect.Effect<Answer, SqlError.SqlError> => {
  if (!("error" in response)) return Effect.succeed(response)
  const { error: message, operation, state, isConnectionError } = response
  const cause = Object.assign(new Error(message), state === undefined ? {} : { code: state })
  const details = { cause, message, ...(operation === undefined ? {} : { operation }) }
  const reason = isConnectionError ? new SqlError.ConnectionError(details) : new SqlError.UnknownError(details)
  return Effect.fail(new SqlError.SqlError({ reason }))
}

/**
 * Makes a function that sends a statement over a socket and returns its answer. Answers come in the order of requests.
 */
const makeAsk = (socket: Socket) => {
  const waiting: Array<(answer: Effect.Effect<Answer, SqlError.SqlError>) => void> = []
  const read = makeReader(decodeResponse)
  const failAll = (cause: unknown) => {
    for (const resume of waiting.splice(0)) resume(Effect.fail(connectionLost("query", cause)))
  }
  socket.on("error", failAll).on("close", () => failAll(undefined))
  socket.on("data", (chunk) => {
    const responses = read(Buffer.from(chunk))
    if (responses === undefined) return void socket.destroy()
    for (const response of responses) waiting.shift()?.(answerOf(response))
  })
  return (method: Request["method"], sql: string, params: ReadonlyArray<unknown>) =>
    Effect.callback<Answer, SqlError.SqlError>((resume) => {
      if (socket.destroyed) return resume(Effect.fail(connectionLost("query", undefined)))
      waiting.push(resume)
      socket.write(encode({ method, sql, params }))
    })
}

const socketTo = (path: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket, SqlError.SqlError>((resume) => {
      const socket = connect(path)
      socket.once("connect", () => resume(Effect.succeed(socket)))
      socket.once("error", (cause) => resume(Effect.fail(connectionLost("connect", cause))))
    }),
    (socket) => Effect.sync(() => socket.destroySoon())
  )

const connectionTo = (path: string) =>
  Effect.map(socketTo(path), (socket): SqlConnection.Connection => {
    const ask = makeAsk(socket)
    const rows = (method: Request["method"], sql: string, params: ReadonlyArray<unknown>) =>
      Effect.map(ask(method, sql, params), (answer) => ("rows" in answer ? answer.rows : []))
    const execute =
      (method: "execute" | "executeUnprepared"): SqlConnection.Connection["execute"] =>
      (sql, params, transform) =>
        Effect.map(rows(method, sql, params), (found) => (transform === undefined ? found : transform(found as never)))
    const values =
      (method: "executeValues" | "executeValuesUnprepared"): SqlConnection.Connection["executeValues"] =>
      (sql, params) =>
        Effect.map(rows(method, sql, params), (found) => found as ReadonlyArray<ReadonlyArray<unknown>>)
    return {
      execute: execute("execute"),
      executeUnprepared: execute("executeUnprepared"),
      executeValues: values("executeValues"),
      executeValuesUnprepared: values("executeValuesUnprepared"),
      executeRaw: (sql, params) => ask("executeRaw", sql, params),
      executeStream: (sql, params, transform) => Stream.fromIterableEffect(execute("execute")(sql, params, transform))
    }
  })

/** A client of the database whose server listens on the socket at `path`. Fails when no server answers there. */
export const layer = (path: string) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.andThen(
      Effect.scoped(connectionTo(path)),
      SqlClient.make({ ...BoundedClient.dialect, acquirer: connectionTo(path) })
    )
  ).pipe(Layer.provide(Reactivity.layer))
