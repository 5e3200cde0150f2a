import { IncomingMessage, Server, type ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { Connections, OpenConnections } from "./Connections.ts"
import { LongResponse } from "./LongResponse.ts"
import * as Refusals from "./Refusals.ts"

/** Milliseconds a client has to send its headers, and its whole request. */
const headersTimeout = 10_000
const requestTimeout = 30_000

/** Milliseconds that answers under way may still take once the server listens no more; then their connections are cut. */
const graceMs = 2_000

/** Answers a request, or passes it on, whole: now or later, but once. It must not throw. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

/** A handler that sees requests before Effect does. Only a Node server has one. */
export const AskedFirst = Context.Reference("strategy/http/NodeServer/AskedFirst", {
  defaultValue: () => ({
    /** Until the scope closes. */
    use: (_: Answerer): Effect.Effect<void, never, Scope.Scope> => Effect.void
  })
})

/** RFC 9112, 3.2: a request of HTTP/1.1 names its host. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === "1.1"

/** The events that carry a request. */
const requestEvents: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation"])

class AskingServer extends Server<typeof IncomingMessage, typeof LongResponse> {
  readonly open = new Connections()
  askedFirst: Answerer | undefined

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const emit = () => Reflect.apply(super.emit, this, [event, ...args])
    if (!requestEvents.has(event)) return emit()
    const [request, response] = args
    if (!(request instanceof IncomingMessage && response instanceof LongResponse)) return emit()
    this.open.requested(request.socket, response)
    if (lacksHost(request)) Refusals.answer(response, Refusals.noHost)
    else if (event === "checkExpectation") Refusals.answer(response, Refusals.unknownExpectation)
    else if (event !== "request" || this.askedFirst === undefined) return emit()
    else this.askedFirst(request, response, emit)
    return true
  }

  /** Node does so when it stops listening; here `connections` says when they are closed. */
  override closeIdleConnections(): void {}
}

const make = (): AskingServer => {
  const server = new AskingServer({
    ServerResponse: LongResponse,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // All three are refused here, in the form of every error, or not at all.
    requireHostHeader: false,
    shouldUpgradeCallback: () => false
  })
  const connections = server.open
  server.on("connection", (socket) => connections.add(socket))
  // Answers 503 until the app's handler is attached; requests would wait for ever otherwise.
  server.on("request", (_, response) => {
    if (server.listenerCount("request") === 1) Refusals.answer(response, Refusals.notReady)
  })
  // Emitted in place of "request", and only where somebody listens; `emit` answers it.
  server.on("checkExpectation", () => {})
  server.on("connect", (_, socket) => {
    if (socket instanceof Socket) Refusals.answerConnect(socket)
  })
  const onClientError = Refusals.makeClientErrorListener(connections)
  server.on("clientError", (error, socket) => {
    if (socket instanceof Socket) onClientError(error, socket)
  })
  return server
}

export interface Options {
  readonly host: string
  readonly port: number
  /**
   * Milliseconds that idle connections stay open once the server listens no more, 0 without: a proxy that keeps connections may
   * be sending a request on one of them, which is answered as long.
   */
  readonly keepIdleMs?: number
}

/** Cuts what is left of a stop, and says what was not waited for. */
const cutRest = (connections: Connections) =>
  Effect.suspend(() => {
    connections.closeAll()
    const { requests, halfSent, streams } = connections.givenUp
    if (requests + halfSent + streams === 0) return Effect.void
    return Effect.logWarning(
      `Did not wait for everything: requests that were answered too late: ${requests}, that did not arrive whole: ${halfSent}; ` +
        `streams that did not end: ${streams}.`
    ).pipe(Effect.annotateLogs({ requests, halfSent, streams }))
  })

const eventLoopTurn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/**
 * Whoever is in the operating system's queue of new connections when the server stops listening is reset. The event loop has just
 * emptied it after a turn, and after a second one that has not had much else to do.
 */
const queueEmptied = Effect.andThen(eventLoopTurn, eventLoopTurn)

const refuse = (response: ServerResponse) => Refusals.answer(response, Refusals.unfinished)

/** Listens as long as its scope is open: then takes no more connections, and gives requests under way time to end. */
export const layer = ({ host, port, keepIdleMs = 0 }: Options) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const server = make()
      const connections = server.open
      const running = yield* NodeHttpServer.make(() => server, { host, port, gracefulShutdownTimeout: graceMs })
      yield* Effect.addFinalizer(() => cutRest(connections))
      const letGo = Effect.sync(() => {
        connections.drain()
        // Begun before the wait for the server's close, which lasts as long.
        const givingUp = setTimeout(() => connections.giveUp(refuse), graceMs)
        const closingIdle = setTimeout(() => connections.closeIdle(), keepIdleMs)
        server.once("close", () => {
          clearTimeout(givingUp)
          clearTimeout(closingIdle)
        })
      }).pipe(Effect.andThen(queueEmptied))
      const served = HttpServer.make({
        address: running.address,
        // The last finalizer added runs first: connections are being let go when the wait for their end begins.
        serve: (app, middleware) =>
          Effect.andThen(
            middleware === undefined ? running.serve(app) : running.serve(app, middleware),
            Effect.addFinalizer(() => letGo)
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
      return Context.make(HttpServer.HttpServer, served).pipe(
        Context.add(AskedFirst, { use }),
        Context.add(OpenConnections, connections)
      )
    })
  ).pipe(Layer.merge(NodeHttpServer.layerHttpServices))
