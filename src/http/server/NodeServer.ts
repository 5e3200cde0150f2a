import { IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Context, Duration, Effect, Layer, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { maxHeadBytes } from "../../api/requests/HeadText.ts"
import { withoutBasePath } from "../../url/ExternalUrl.ts"
import { withoutTokens } from "../pipeline/address/AddressTokens.ts"
import { IdentifiedRequest, makeIds } from "../pipeline/IdentifiedRequest.ts"
import { Connections, OpenConnections } from "./Connections.ts"
import { HoldableResponse } from "./HoldableResponse.ts"
import * as Refusals from "./Refusals.ts"

/** How long a client may take to send its headers, and its whole request. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000

/** How long a server that is to stop listening waits for its accept queue to be empty, while new connections keep coming. */
const maxAcceptingMs = 1_000

/** How long requests in progress may take once the server is to stop listening; then their connections are cut. */
const graceMs = maxAcceptingMs + 2_000

/** A longer turn of the event loop says nothing of who came while it lasted. */
const maxQuietTurnMs = 1

/** Answers a request, or calls `passOn` with the request still unread: now or later, but exactly once. It must not throw. */
export type EarlyHandler = (request: IncomingMessage, response: ServerResponse, passOn: () => void) => void

/** Registers a handler that sees requests before Effect does. Other than on a Node server it has no effect. */
export const EarlyRequestHandler = Context.Reference("strategy/http/NodeServer/EarlyRequestHandler", {
  defaultValue: () => ({
    /** Registers the handler until the scope closes. */
    use: (_: EarlyHandler): Effect.Effect<void, never, Scope.Scope> => Effect.void
  })
})

const knownVersions: ReadonlySet<string> = new Set(["1.0", "1.1"])

/** How many `Host` headers a request has, which Node's `headers` do not tell. */
const hostCount = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1
  }
  return count
}

/** By RFC 9112, 3.2 a request has at most one `Host` header, and one of HTTP/1.1 has exactly one. */
const refusalOf = (event: string, request: IncomingMessage): Refusals.Refusal | undefined => {
  if (!knownVersions.has(request.httpVersion)) return Refusals.unsupportedVersion
  const hosts = hostCount(request)
  if (hosts > 1) return Refusals.severalHosts
  if (hosts === 0 && request.httpVersion === "1.1") return Refusals.missingHost
  return event === "checkExpectation" ? Refusals.unsupportedExpectation : undefined
}

/** The events that carry a request. */
const requestEvents: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation"])

export interface Options {
  readonly host: string
  readonly port: number
  /** The path of a socket in the file system, on which to listen instead of host and port. */
  readonly socketPath?: string | undefined
  /**
   * How long idle connections stay open, and are served, once the server has stopped listening, since a proxy may be sending
   * a request on one of them; 0 by default.
   */
  readonly keepIdleMs?: number
  /** How many connections may be open; further ones are closed at once. By default any number. */
  readonly maxConnections?: number | undefined
  /** The path that is taken away from the URLs of requests. */
  readonly basePath?: string
}

class EarlyHandlerServer extends Server<typeof IdentifiedRequest, typeof HoldableResponse> {
  readonly openConnections = new Connections()
  readonly basePath: string
  readonly keepIdleMs: number
  readonly newId: () => string
  earlyHandler: EarlyHandler | undefined

  constructor(
    { basePath = "", keepIdleMs = 0 }: Options,
    newId: () => string,
    options: ServerOptions<typeof IdentifiedRequest, typeof HoldableResponse>
  ) {
    super(options)
    this.basePath = basePath
    this.keepIdleMs = keepIdleMs
    this.newId = newId
  }

  /**
   * When a server stops listening, the operating system resets connections that are not accepted yet, and Node accepts one
   * in each turn of the event loop. So it stops right after a short turn without any, and only then begins to close connections:
   * as long as a proxy may use those that it keeps, it opens hardly any new ones.
   */
  override close(callback?: (error?: Error) => void): this {
    let isOverdue = false
    let before = Number.NaN
    let begun = performance.now()
    const overdue = setTimeout(() => {
      isOverdue = true
    }, maxAcceptingMs)
    const turn = () => {
      const { accepted } = this.openConnections
      const now = performance.now()
      const isQuiet = accepted === before && now - begun < maxQuietTurnMs
      if (!isQuiet && !isOverdue) {
        before = accepted
        begun = now
        setImmediate(turn)
        return
      }
      clearTimeout(overdue)
      super.close(callback)
      this.openConnections.drain()
      this.#closeIdleLater()
    }
    // The first turn is one that has begun already.
    setImmediate(turn)
    return this
  }

  #closeIdleLater(): void {
    // After what has arrived until then is read.
    const later = () => setImmediate(() => this.openConnections.closeIdle())
    const closing = setTimeout(later, this.keepIdleMs)
    this.once("close", () => clearTimeout(closing))
  }

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const emit = () => Reflect.apply(super.emit, this, [event, ...args])
    if (!requestEvents.has(event)) return emit()
    const [request, response] = args
    if (!(request instanceof IncomingMessage && response instanceof HoldableResponse)) return emit()
    const { url, token } = withoutTokens(withoutBasePath(this.basePath, request.url ?? ""))
    request.url = url
    if (request instanceof IdentifiedRequest) {
      request.addressToken = token
      request.identify(this.newId)
    }
    this.openConnections.requestArrived(request.socket, response, () => {
      const refusal = refusalOf(event, request)
      if (refusal !== undefined) Refusals.answer(response, refusal)
      else if (event !== "request" || this.earlyHandler === undefined) emit()
      else this.earlyHandler(request, response, emit)
    })
    return true
  }

  /** Node calls this when it stops listening; here `Connections` decides when idle connections are closed. */
  override closeIdleConnections(): void {}
}

const make = (options: Options, newId: () => string): EarlyHandlerServer => {
  const server = new EarlyHandlerServer(options, newId, {
    IncomingMessage: IdentifiedRequest,
    ServerResponse: HoldableResponse,
    maxHeaderSize: maxHeadBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // Requests without a host are refused here instead, in the form of all errors; upgrades are ignored.
    requireHostHeader: false,
    shouldUpgradeCallback: () => false
  })
  const connections = server.openConnections
  server.on("connection", (socket) => connections.add(socket))
  // Answers 503 until the app's handler is attached, or requests would wait for ever.
  server.on("request", (_, response) => {
    if (server.listenerCount("request") === 1) Refusals.answer(response, Refusals.notReady)
  })
  // Without a listener Node answers by itself; `emit` above answers it.
  server.on("checkExpectation", () => {})
  server.on("connect", (_, socket) => {
    if (socket instanceof Socket) Refusals.answerConnect(socket, newId())
  })
  const onClientError = Refusals.makeClientErrorListener(connections, newId)
  server.on("clientError", (error, socket) => {
    if (socket instanceof Socket) onClientError(error, socket)
  })
  return server
}

/** Cuts the remaining connections, and logs what the stop did not wait for. */
const closeRemaining = (connections: Connections) =>
  Effect.suspend(() => {
    connections.closeAll()
    const { requests, halfSent, streams } = connections.abandoned
    if (requests + halfSent + streams === 0) return Effect.void
    return Effect.logWarning(
      `Did not wait any longer: unanswered requests: ${requests}, incomplete requests: ${halfSent}, open streams: ${streams}.`
    ).pipe(Effect.annotateLogs({ requests, halfSent, streams }))
  })

/** The shortest time between two lines about connections that are not taken. */
const refusedLogMs = 60_000

/** Says that connections are not taken, once a minute while that goes on. */
const logRefused = Effect.fnUntraced(function* (server: EarlyHandlerServer) {
  const run = Effect.runForkWith(yield* Effect.context())
  const clock = yield* Clock.Clock
  let silentUntil = Number.NEGATIVE_INFINITY
  server.on("drop", () => {
    const now = Duration.toMillis(Duration.nanos(clock.monotonicTimeNanosUnsafe()))
    if (now < silentUntil) return
    silentUntil = now + refusedLogMs
    run(
      Effect.logWarning(
        `New connections are not taken: ${server.maxConnections} are open, as many as the limit of open files allows.`
      )
    )
  })
})

const refuse = (response: ServerResponse) => Refusals.answer(response, Refusals.unfinished)

/**
 * Listens while its scope is open. Then it takes no more connections, closes each with its next answer, and waits for requests in
 * progress for a grace time.
 */
export const layer = (options: Options) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { host, port, socketPath } = options
      const server = make(options, yield* makeIds)
      const connections = server.openConnections
      if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections
      yield* logRefused(server)
      const place = socketPath === undefined ? { host, port } : { path: socketPath }
      const running = yield* NodeHttpServer.make(() => server, { ...place, gracefulShutdownTimeout: graceMs })
      yield* Effect.addFinalizer(() => closeRemaining(connections))
      const startClosing = Effect.sync(() => {
        // Started before the wait for the server's close, which takes as long.
        const givingUp = setTimeout(() => connections.abandon(refuse), graceMs)
        server.once("close", () => clearTimeout(givingUp))
      })
      const served = HttpServer.make({
        address: running.address,
        // The finalizer added last runs first.
        serve: (app, middleware) =>
          Effect.andThen(
            middleware === undefined ? running.serve(app) : running.serve(app, middleware),
            Effect.addFinalizer(() => startClosing)
          )
      })
      const use = (handler: EarlyHandler) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            server.earlyHandler = handler
          }),
          () =>
            Effect.sync(() => {
              server.earlyHandler = undefined
            })
        )
      return Context.make(HttpServer.HttpServer, served).pipe(
        Context.add(EarlyRequestHandler, { use }),
        Context.add(OpenConnections, connections)
      )
    })
  ).pipe(Layer.provide(NodeCrypto.layerSecureRandom), Layer.merge(NodeHttpServer.layerHttpServices))
