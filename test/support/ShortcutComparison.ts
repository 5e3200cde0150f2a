import { isDeepStrictEqual } from "node:util"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Deferred, Effect, Layer, Option, Scope } from "effect"
import { HttpServer, HttpServerRequest } from "effect/http"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import { sessionCookie } from "../../src/api/Access.ts"
import type { DecidedOutcome } from "../../src/domain/Outcome.ts"
import { bearerOf } from "../../src/http/pipeline/Admission.ts"
import { IdentifiedRequest } from "../../src/http/pipeline/IdentifiedRequest.ts"
import { type EarlyHandler, EarlyRequestHandler } from "../../src/http/server/NodeServer.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import type { SubmitError } from "../../src/log/writer/SubmitError.ts"
import { type Answer, difference, observed, RecordedResponse, twinOf } from "./ComparedAnswer.ts"
import * as shortcutDifferences from "./shortcutDifferences.ts"

/** A request that the shortcut has taken. */
interface Exchange {
  readonly request: IdentifiedRequest
  body: Uint8Array | undefined
  submission:
    | { readonly envelope: Envelope; readonly outcome: Deferred.Deferred<DecidedOutcome, SubmitError> }
    | undefined
  /** Whether the state that the answer depends on is still the same as when the endpoint was called. */
  isDecisive: (() => boolean) | undefined
  shortcut: Answer | undefined
  declared: Answer | undefined
  finished: () => void
}

const cookie = new RegExp(`${sessionCookie.key}=([^;]*)`)

/** Replaces the request's `read`; the returned function puts the original back. */
const watchReading = (request: IdentifiedRequest, read: (bytes: Uint8Array) => void): (() => void) => {
  request.read = (size) => {
    const bytes: unknown = Reflect.apply(IdentifiedRequest.prototype.read, request, [size])
    if (bytes instanceof Uint8Array) read(bytes)
    return bytes
  }
  return () => void Reflect.deleteProperty(request, "read")
}

const makeComparing = Effect.gen(function* () {
  const { use } = yield* EarlyRequestHandler
  const server = yield* HttpServer.HttpServer
  const planner = yield* Planner
  const sessions = yield* SessionStore
  const tokens = yield* TokenStore
  /** Whose request it is now, as far as that is cached. */
  const peek = ({ headers }: IdentifiedRequest) => [
    sessions.peek(cookie.exec(headers.cookie ?? "")?.[1] ?? ""),
    tokens.peek(bearerOf({ headers }) ?? "")
  ]
  const { stateNow } = yield* Projector
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) =>
    Effect.andThen(Effect.promise(shortcutDifferences.settled), Scope.close(scope, exit))
  )

  let callEndpoints: ((request: IdentifiedRequest, response: RecordedResponse) => void) | undefined
  const exchangeOf = new WeakMap<object, Exchange>()
  /** The request whose body the shortcut has just read; the shortcut submits it in the same turn of the event loop. */
  let reading: Exchange | undefined

  const compare = (exchange: Exchange) => {
    const { shortcut, declared, isDecisive } = exchange
    if (shortcut === undefined || declared === undefined) return
    const found = difference(exchange, shortcut, declared)
    if (found === undefined || isDecisive?.()) shortcutDifferences.record(found)
    exchange.finished()
  }

  const callEndpoint = (exchange: Exchange) => {
    if (exchange.isDecisive !== undefined) return
    const { request, submission } = exchange
    const [identity, state] = [peek(request), stateNow()]
    exchange.isDecisive = () =>
      isDeepStrictEqual(peek(request), identity) && (submission !== undefined || stateNow() === state)
    const twin = twinOf(exchange)
    exchangeOf.set(twin, exchange)
    const answered = (answer: Answer) => {
      exchange.declared = answer
      compare(exchange)
    }
    callEndpoints?.(twin, new RecordedResponse(twin, answered))
  }

  const compared =
    (shortcut: EarlyHandler): EarlyHandler =>
    (request, response, passOn) => {
      if (!(request instanceof IdentifiedRequest) || callEndpoints === undefined)
        return shortcut(request, response, passOn)
      const exchange: Exchange = {
        ...{ request, body: undefined, submission: undefined, isDecisive: undefined },
        ...{ shortcut: undefined, declared: undefined, finished: () => {} }
      }
      const stop = watchReading(request, (bytes) => {
        exchange.body = bytes
        reading = exchange
      })
      const leave = () => {
        stop()
        reading = undefined
      }
      const answered = (answer: Answer) => {
        leave()
        exchange.shortcut = answer
        shortcutDifferences.begin(
          new Promise((resolve) => {
            exchange.finished = resolve
          })
        )
        if (exchange.declared === undefined) callEndpoint(exchange)
        else compare(exchange)
      }
      shortcut(request, observed(response, answered), () => {
        leave()
        passOn()
      })
    }

  /** Handles the shortcut's submission. The endpoint is called at once, so that it sees the same session, and waits for the outcome. */
  const submitted = (exchange: Exchange, envelope: Envelope) => {
    const outcome = Deferred.makeUnsafe<DecidedOutcome, SubmitError>()
    exchange.submission = { envelope, outcome }
    const submission = planner.submit(envelope)
    callEndpoint(exchange)
    return Effect.onExit(submission, (exit) => Deferred.done(outcome, exit))
  }

  /** Handles the endpoint's submission: it must equal the shortcut's, and gets the shortcut's outcome. */
  const repeated = ({ request, submission }: Exchange, envelope: Envelope) => {
    if (!isDeepStrictEqual(envelope, submission?.envelope)) {
      const [short, long] = [JSON.stringify(submission?.envelope), JSON.stringify(envelope)]
      shortcutDifferences.record(`${request.url}: the shortcut submits ${short}, the endpoint ${long}`)
    }
    return submission === undefined
      ? Effect.die("the endpoint submits an event that the shortcut did not")
      : Deferred.await(submission.outcome)
  }

  const submit = (envelope: Envelope): Effect.Effect<DecidedOutcome, SubmitError> => {
    const exchange = reading
    reading = undefined
    if (exchange !== undefined) return submitted(exchange, envelope)
    return Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
      const asked = Option.isSome(request) ? exchangeOf.get(request.value.source) : undefined
      return asked === undefined ? planner.submit(envelope) : repeated(asked, envelope)
    })
  }

  const served = HttpServer.make({
    address: server.address,
    serve: Effect.fnUntraced(function* (app, middleware) {
      callEndpoints = yield* NodeHttpServer.makeHandler(app, { scope })
      yield* middleware === undefined ? server.serve(app) : server.serve(app, middleware)
    })
  })

  return Context.make(HttpServer.HttpServer, served).pipe(
    Context.add(EarlyRequestHandler, { use: (shortcut) => use(compared(shortcut)) }),
    Context.add(Planner, { submit })
  )
})

/** Whether the servers of a test compare the shortcut with the endpoints. Tests that count requests turn it off, since each would count twice. */
export const ComparesShortcut = Context.Reference("strategy/test/ComparesShortcut", { defaultValue: () => true })

/**
 * Answers each request that the shortcut takes by its endpoint too, and records where the answers differ. The client gets
 * the shortcut's answer. Both use the same services at the same time, but an event is submitted only once, by the
 * shortcut: the endpoint must submit an equal one, and is given the same outcome.
 */
export const layer = Layer.unwrap(
  Effect.map(ComparesShortcut, (compares) => (compares ? Layer.effectContext(makeComparing) : Layer.empty))
)
