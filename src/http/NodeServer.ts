import { IncomingMessage, Server, ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { BadRequest, Unavailable } from "../api/Errors.ts"
import { LongResponse } from "./LongResponse.ts"

/** Milliseconds a client has to send its headers, and its whole request. */
const headersTimeout = 10_000
const requestTimeout = 30_000

/** How long requests under way may still take once the server stops; then their connections are cut. */
const gracePeriod = "7 seconds"

/** What the HTTP parser itself refuses never becomes a request; it is answered here in the form of every error. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: [431, "The request's headers are too large."]
}

const notReady = JSON.stringify({ _tag: Unavailable.identifier, message: "The server is starting or stopping." })

/** Answers as long as nobody else listens for requests, which would wait for ever otherwise. */
const answerNotReady = (server: Server) => (_request: unknown, response: ServerResponse) => {
  if (server.listenerCount("request") > 1) return
  response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1", Connection: "close" }).end(notReady)
}

/** Answers a request, or passes it on, whole: now or later, but once. It must not throw. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

/** Who is asked before a fiber is made for a request. Where the service is not on a Node server, nobody is. */
export const AskedFirst = Context.Reference("strategy/http/NodeServer/AskedFirst", {
  defaultValue: () => ({
    /** Until the scope closes. */
    use: (_: Answerer): Effect.Effect<void, never, Scope.Scope> => Effect.void
  })
})

class AskingServer extends Server<typeof IncomingMessage, typeof LongResponse> {
  askedFirst: Answerer | undefined

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const emit = () => Reflect.apply(super.emit, this, [event, ...args])
    if (event !== "request" || this.askedFirst === undefined) return emit()
    const [request, response] = args
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return emit()
    this.askedFirst(request, response, emit)
    return true
  }
}

const make = (): AskingServer => {
  const server = new AskingServer({
    ServerResponse: LongResponse,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000
  })
  server.on("request", answerNotReady(server))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    const [status, message] = refusals[error.code ?? ""] ?? [400, "This is not a valid HTTP request."]
    const body = JSON.stringify({ _tag: BadRequest.identifier, message })
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  })
  return server
}

/**
 * A connection that is kept alive would hold the server open: each is closed when its request is answered, and those at
 * once on which nothing was ever sent, which Node does not count as idle.
 */
const letGo = (server: Server, connections: ReadonlySet<Socket>): void => {
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  const sweep = setInterval(() => server.closeIdleConnections(), 25)
  server.once("close", () => clearInterval(sweep))
}

/** Listens as long as its scope is open: then takes no more connections, and gives requests under way time to end. */
export const layer = (options: { readonly host: string; readonly port: number }) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const server = make()
      const connections = new Set<Socket>()
      server.on("connection", (socket) => {
        connections.add(socket)
        socket.once("close", () => connections.delete(socket))
      })
      const running = yield* NodeHttpServer.make(() => server, { ...options, gracefulShutdownTimeout: gracePeriod })
      yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      const served = HttpServer.make({
        address: running.address,
        // The last finalizer added runs first: connections are being let go when the wait for their end begins.
        serve: (app, middleware) =>
          Effect.andThen(
            middleware === undefined ? running.serve(app) : running.serve(app, middleware),
            Effect.addFinalizer(() => Effect.sync(() => letGo(server, connections)))
          )
      })
      const use = (answerer: Answerer) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            server.askedFirst = answerer
          }),
          () =>
            Effect.sync(() => {
              server.askedFirst = undefined
            })
        )
      return Context.make(HttpServer.HttpServer, served).pipe(Context.add(AskedFirst, { use }))
    })
  ).pipe(Layer.merge(NodeHttpServer.layerHttpServices))
