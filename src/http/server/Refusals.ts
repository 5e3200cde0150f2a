import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { HttpServerResponse } from "effect/http"
import { BadRequest, MethodNotAllowed, Unavailable } from "../../api/Errors.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { requestIdHeader, requestIdOf } from "../pipeline/IdentifiedRequest.ts"
import { withDefaultHeaders } from "../pipeline/SecurityHeaders.ts"
import type { Connections } from "./Connections.ts"

/** How long a client may read a refusal before its connection is destroyed, which may discard what it has not read. */
const readingTimeMs = 500

/** An error response after which the connection is closed. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const refusal = (answer: HttpServerResponse.HttpServerResponse, status = answer.status): Refusal => {
  const { body, headers } = withDefaultHeaders(HttpServerResponse.setStatus(answer, status))
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return {
    status,
    headers: { ...headers, "content-length": String(Buffer.byteLength(text)), connection: "close" },
    body: text
  }
}

const badRequest = (message: string, status = 400): Refusal =>
  refusal(errorResponse(new BadRequest({ message })), status)

export const missingHost = badRequest("The request has no Host header.")
export const severalHosts = badRequest("The request has more than one Host header.")
export const unsupportedVersion = badRequest("The only supported versions of HTTP are 1.0 and 1.1.", 505)
export const unsupportedExpectation = badRequest("The only supported expectation is 100-continue.", 417)
/** Sent while the app's handler is not attached. */
export const notReady = refusal(
  errorResponse(new Unavailable({ message: "The server is starting or stopping.", code: "not_serving" }))
)

/** Sent to requests that a stopping server does not wait for; their changes may still be made. */
export const unfinished = refusal(
  errorResponse(
    new Unavailable({
      message: "The server stopped before it knew the outcome of this request.",
      code: "outcome_unknown"
    })
  )
)

const noTunnel = refusal(
  errorResponse(new MethodNotAllowed({ message: "CONNECT is not supported." }), {
    allow: "DELETE, GET, HEAD, POST, PUT"
  })
)
const invalid = badRequest("Invalid HTTP request.")

/** The refusals by the error codes of Node's HTTP parser; any other code is an invalid request. */
const parserRefusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: badRequest("The request took too long to arrive.", 408),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: badRequest("The request's chunk extensions are too large.", 413),
  HPE_HEADER_OVERFLOW: badRequest("The request's headers are too large.", 431),
  HPE_INVALID_VERSION: unsupportedVersion
}

export const answer = (response: ServerResponse, { status, headers, body }: Refusal): void => {
  const id = requestIdOf(response.req)
  if (id !== undefined) response.setHeader(requestIdHeader, id)
  response.writeHead(status, headers).end(body)
}

/** Writes the refusal to the socket, for requests without a response object, and ends it. */
const answerRaw = (socket: Socket, { status, headers, body }: Refusal, id: string): void => {
  if (!socket.writable) return void socket.destroy()
  const lines = Object.entries({ ...headers, [requestIdHeader]: id }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), readingTimeMs)
  socket.once("close", () => clearTimeout(timer))
}

/** Refuses CONNECT, which asks for a tunnel. */
export const answerConnect = (socket: Socket, id: string): void => {
  socket.on("error", () => socket.destroy())
  answerRaw(socket, noTunnel, id)
}

/**
 * Answers a request that the parser refuses, after the response to a complete request before it on the connection. If the
 * response to the refused request itself has begun, the connection is destroyed.
 */
export const makeClientErrorListener = (connections: Connections, newId: () => string) => {
  const refused = new WeakSet<Socket>()
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    // After its first error the parser reports another one for all data that follows.
    if (refused.has(socket)) return
    refused.add(socket)
    const refuse = () => answerRaw(socket, parserRefusals[error.code ?? ""] ?? invalid, newId())
    const pending = connections.pending(socket)
    if (pending === undefined) refuse()
    else if (pending.req.complete) pending.once("finish", refuse)
    else if (pending.socket !== null && !pending.headersSent) refuse()
    else socket.destroy()
  }
}
