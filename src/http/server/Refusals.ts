import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { HttpServerResponse } from "effect/http"
import { BadRequest, MethodNotAllowed, Unavailable } from "../../api/Errors.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { dressed } from "../pipeline/SecurityHeaders.ts"
import type { Connections } from "./Connections.ts"

/** Milliseconds that a client has to read a refusal before its connection is destroyed, which may discard the refusal. */
const readingTimeMs = 500

/** A refusal in the form of every error, whose connection is not used again. */
interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const refusal = (answer: HttpServerResponse.HttpServerResponse, status = answer.status): Refusal => {
  const { body, headers } = dressed(HttpServerResponse.setStatus(answer, status))
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return {
    status,
    headers: { ...headers, "content-length": String(Buffer.byteLength(text)), connection: "close" },
    body: text
  }
}

const badRequest = (message: string, status = 400): Refusal =>
  refusal(errorResponse(new BadRequest({ message })), status)

export const noHost = badRequest("The request needs a Host header.")
export const unknownExpectation = badRequest("Only the expectation 100-continue can be met.", 417)
/** While the app does not listen. */
export const notReady = refusal(errorResponse(new Unavailable({ message: "The server is starting or stopping." })))

/** What a stopping server does not wait for; a change may still be made. */
export const unfinished = refusal(
  errorResponse(new Unavailable({ message: "The server stops before it knows what became of this request." }))
)

const noTunnel = refusal(
  errorResponse(new MethodNotAllowed({ message: "CONNECT does not work here." }), {
    allow: "DELETE, GET, HEAD, POST, PUT"
  })
)
const invalid = badRequest("This is not a valid HTTP request.")

/** What the HTTP parser refuses, by the code of its error; any other code is an `invalid` request. */
const parserRefusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: badRequest("The request took too long to arrive.", 408),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: badRequest("The request's chunk extensions are too large.", 413),
  HPE_HEADER_OVERFLOW: badRequest("The request's headers are too large.", 431)
}

export const answer = (response: ServerResponse, { status, headers, body }: Refusal): void => {
  response.writeHead(status, headers).end(body)
}

/** Answers on the connection itself, where there is no response object, and ends it. */
const answerRaw = (socket: Socket, { status, headers, body }: Refusal): void => {
  if (!socket.writable) return void socket.destroy()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), readingTimeMs)
  socket.once("close", () => clearTimeout(timer))
}

/** Answers CONNECT, which asks for a tunnel. */
export const answerConnect = (socket: Socket): void => {
  socket.on("error", () => socket.destroy())
  answerRaw(socket, noTunnel)
}

/**
 * Answers what the parser refuses, after the answer to a whole request before it on the connection. Where the answer to the
 * refused request itself has begun, it cannot be taken back: the connection is destroyed.
 */
export const makeClientErrorListener = (connections: Connections) => {
  const refused = new WeakSet<Socket>()
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    // The parser fails anew with everything that comes behind what it refused.
    if (refused.has(socket)) return
    refused.add(socket)
    const refuse = () => answerRaw(socket, parserRefusals[error.code ?? ""] ?? invalid)
    const pending = connections.pending(socket)
    if (pending === undefined) refuse()
    else if (pending.req.complete) pending.once("finish", refuse)
    else if (pending.socket !== null && !pending.headersSent) refuse()
    else socket.destroy()
  }
}
