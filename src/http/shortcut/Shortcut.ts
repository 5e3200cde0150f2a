import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { type Cause, Effect, Layer, Option, Predicate, References, Result, Schema, Tracer } from "effect"
import { HttpServerResponse } from "effect/http"
import { sessionCookie } from "../../api/Access.ts"
import { isAtInt64Bound, rejectionHeader, SubmitEventRequest, submissionHeaders } from "../../api/EventsApi.ts"
import type { EventData } from "../../domain/Event.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import { answerOf, type DecidedOutcome } from "../../domain/Outcome.ts"
import { type Credential, Credentials } from "../../identity/Credentials.ts"
import { Planner } from "../../log/writer/Planner.ts"
import type { SubmitError } from "../../log/writer/SubmitError.ts"
import { type ViewName, Views } from "../answers/EncodedViews.ts"
import { type EncodedView, respondNow } from "../answers/ViewCache.ts"
import * as Admission from "../pipeline/Admission.ts"
import { ClientAddress, type RequestOrigin } from "../pipeline/address/ClientAddress.ts"
import * as Cors from "../pipeline/Cors.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { requestIdHeader, requestIdOf, setUsername } from "../pipeline/IdentifiedRequest.ts"
import { isLargeBody, isLargeResponse, LowPriorityWork } from "../pipeline/LowPriorityWork.ts"
import { callerOf } from "../pipeline/RequestCaller.ts"
import * as RequestLog from "../pipeline/RequestLog.ts"
import { abandonedStatus } from "../pipeline/RequestMetrics.ts"
import { withDefaultHeaders } from "../pipeline/SecurityHeaders.ts"
import * as SignInRefusal from "../pipeline/SignInRefusal.ts"
import { envelopeOf, withHttpErrors } from "../requests/SubmissionRequest.ts"
import { type EarlyHandler, EarlyRequestHandler } from "../server/NodeServer.ts"
import type { ReplacedEndpoint } from "./ReplacedEndpoints.ts"
import * as ReplacedEndpoints from "./ReplacedEndpoints.ts"

/** The parts of a request that decide whether the shortcut answers it. */
export interface RequestHead extends Admission.RequestHead, RequestOrigin {
  readonly url?: string | undefined
}

/** The endpoint that is answered, by its path's pattern, with the response, or with what is needed to read a submission. */
type ShortcutAnswer = { readonly route: string } & (
  | { readonly answer: HttpServerResponse.HttpServerResponse }
  | SignInRefusal.SignInRefusal
  | { readonly user: Identity; readonly length: number }
)

const { key } = sessionCookie
const cookie = new RegExp(`(?:^|; )${key}=([^;]*)`)

/** The only session token of a request; undefined if there is more than one. It is not validated, only looked up. */
const sessionIn = (cookies: string | ReadonlyArray<string> | undefined): string | undefined => {
  if (typeof cookies !== "string" || cookies.indexOf(key) !== cookies.lastIndexOf(key)) return
  return cookie.exec(cookies)?.[1]
}

/** Whether small requests are answered first: refusals come in floods, and large bodies and responses take long. */
const isLowPriority = (found: ShortcutAnswer): boolean => {
  if ("countRefusal" in found) return true
  if (!("answer" in found)) return isLargeBody(found.length)
  const { body } = found.answer
  return body._tag === "Uint8Array" && isLargeResponse(body.body.length)
}

const isId = Schema.is(EntityId)

const idLength = 36

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

/** The data of every event is flat. Checking nested data would take as long as everything else together. */
const FlatData = Schema.declare(
  (data): data is EventData => Predicate.isObject(data) && Object.values(data).every(isScalar)
)
const isKnownMember = (key: string): boolean => Object.hasOwn(SubmitEventRequest.fields, key)

const decodeSubmission = Schema.decodeUnknownOption(Schema.Struct({ ...SubmitEventRequest.fields, data: FlatData }))

/** The submission in a body that the endpoint would accept; undefined for others, which the endpoint then refuses. */
const submissionOf = (bytes: Buffer): typeof SubmitEventRequest.Type | undefined => {
  const submission = Result.getSuccess(Admission.bodyText(bytes)).pipe(
    Option.flatMap(parse),
    Option.filter((body) => Predicate.isObject(body) && Object.keys(body).every(isKnownMember)),
    Option.flatMap(decodeSubmission),
    Option.getOrUndefined
  )
  return isAtInt64Bound(submission?.lastSeenSequence) ? undefined : submission
}

/**
 * Reads the submission from a request's body of `length` bytes, if all of it has arrived. A body that is no acceptable
 * submission is put back, for the endpoint to read.
 */
const takeSubmission = (request: IncomingMessage, length: number): typeof SubmitEventRequest.Type | undefined => {
  if (request.readableLength < length) return
  const bytes: Buffer = request.read(length)
  const submission = submissionOf(bytes)
  if (submission === undefined) request.unshift(bytes)
  return submission
}

/** The headers of every outcome, except its length. */
const outcomeHeaders = Object.entries(
  withDefaultHeaders(HttpServerResponse.empty({ headers: { "content-type": "application/json" } })).headers
).flat()

/** The only credential of a request; undefined if there is none or more than one. */
const credentialOf = (request: RequestHead): Credential | undefined => {
  const token = Admission.bearerOf(request)
  const { cookie } = request.headers
  if (token !== undefined) return cookie?.includes(key) ? undefined : { kind: "token", secret: token }
  const session = sessionIn(cookie)
  return session === undefined ? undefined : { kind: "session", secret: session }
}

/** Gives the identity of a request that the middleware `Access` would admit, if its session or token is cached. */
const makeIdentities = Effect.map(
  Credentials,
  (credentials) =>
    (request: RequestHead, { needed }: ReplacedEndpoint): Identity | undefined => {
      if (Admission.csrfFault(request) !== undefined) return
      const credential = credentialOf(request)
      const identity = credential && credentials.peek(credential)
      if (identity !== undefined) setUsername(request, identity.username)
      return identity && Result.getOrUndefined(Admission.authorized(identity, needed))
    }
)

const makeViews = Effect.gen(function* () {
  const views = yield* Views
  const identityOf = yield* makeIdentities
  const { teams, objectives, principles, objective, principle } = yield* ReplacedEndpoints.make()
  const paths: ReadonlyArray<ReplacedEndpoint & { readonly name: ViewName }> = [
    { name: "objectives", ...objectives },
    { name: "principles", ...principles },
    { name: "objective", ...objective },
    { name: "principle", ...principle }
  ]

  const viewed = (route: string, view: EncodedView, { headers }: RequestHead): ShortcutAnswer | undefined => {
    const { "if-none-match": tag, "accept-encoding": encodings } = headers
    const answer = respondNow(view, {
      ifNoneMatch: typeof tag === "string" ? tag : undefined,
      acceptEncoding: typeof encodings === "string" ? encodings : undefined
    })
    return answer && { route, answer }
  }

  return (request: RequestHead, url: string): ShortcutAnswer | undefined => {
    // A GET with a body is left to the router, since nothing here would read the body.
    if (request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined) return
    if (url === teams.route) return identityOf(request, teams) && viewed(url, views.teams(), request)
    const path = paths.find(
      ({ before, after }) =>
        url.length === before.length + idLength + after.length && url.startsWith(before) && url.endsWith(after)
    )
    if (path === undefined || identityOf(request, path) === undefined) return
    const id = url.slice(path.before.length, path.before.length + idLength)
    const found = isId(id) ? views.find(path.name, id) : undefined
    return found && viewed(path.route, found, request)
  }
})

const headerNames = Object.keys(submissionHeaders)

/** A request with a key, or with a header that says how its event came about, is left to the endpoint. */
const hasSubmissionHeader = ({ headers }: RequestHead): boolean =>
  headerNames.some((name) => headers[name] !== undefined)

const makeSubmissions = Effect.gen(function* () {
  const identityOf = yield* makeIdentities
  const { submit } = yield* ReplacedEndpoints.make()
  const find = (request: RequestHead): ShortcutAnswer | undefined => {
    const { "content-type": type, "content-length": size } = request.headers
    if (type !== "application/json" || typeof size !== "string" || hasSubmissionHeader(request)) return
    if (Admission.headersFault(request) !== undefined) return
    const length = Number(size)
    const user = length > 0 ? identityOf(request, submit) : undefined
    return user && { route: submit.route, user, length }
  }
  return { route: submit.route, find }
})

/** Finds the answer to a request; undefined for those that are left to their endpoints. */
const makeFind = Effect.gen(function* () {
  const findView = yield* makeViews
  const submissions = yield* makeSubmissions
  const refusalOf = yield* SignInRefusal.make
  const { login } = yield* ReplacedEndpoints.make()
  const isForeign = yield* Cors.makeIsForeign
  return (request: RequestHead): ShortcutAnswer | undefined => {
    const { method, url } = request
    if (isForeign(request)) return
    if (method === "GET" && url !== undefined) return findView(request, url)
    if (method !== "POST") return
    if (url === submissions.route) return submissions.find(request)
    const refusal = url === login.route ? refusalOf(request) : undefined
    return refusal && { route: login.route, ...refusal }
  }
})

/**
 * Answers views and `POST /api/events`, which are nearly all requests, before a fiber is made: without the router, the
 * endpoint's middleware and its codecs. It answers only what the endpoints would certainly accept from a cached session,
 * with their schemas and services, and refuses sign-ins beyond their sender's share. Everything else is left to the
 * endpoints. Measured beside Fastify in one run: 5.7 times its durable writes, 2.6 without the shortcut, and 6.5 times its
 * light view, 1.8 without.
 */
export const make = Effect.gen(function* () {
  const planner = yield* Planner
  const find = yield* makeFind
  const findSafely = Option.liftThrowable(find)
  const log = yield* RequestLog.make
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const lowPriority = yield* LowPriorityWork
  const addressOf = yield* ClientAddress

  const answer: EarlyHandler = (request, response, passOn) => {
    const began = log.began()
    const found = Option.getOrUndefined(findSafely(request))
    if (found === undefined) return passOn()
    if (!isLowPriority(found)) return respondTo(request, response, passOn, began, found)
    lowPriority.add(callerOf(request, addressOf), () => {
      // A view was right when it was requested. For others the session may have ended, or the sender's share be free again.
      const isView = "answer" in found && !("countRefusal" in found)
      const current = isView ? found : Option.getOrUndefined(findSafely(request))
      if (current === undefined) passOn()
      else respondTo(request, response, passOn, began, current)
      // A body is read after this call, and a request that is passed on continues in a fiber.
      return current !== undefined && "answer" in current ? undefined : "resumed"
    })
  }

  const respondTo = (
    ...[request, response, passOn, began, found]: [...Parameters<EarlyHandler>, began: bigint, found: ShortcutAnswer]
  ) => {
    const { route } = found
    const loggedRequest = { method: request.method ?? "", url: request.url ?? "", source: request }
    const requestId = requestIdOf(request)
    const send = (status: number, headers: OutgoingHttpHeaders | Array<string>, body?: string | Uint8Array) => {
      log.ended(route, loggedRequest, response.destroyed ? abandonedStatus : status, began)
      // The client may have left, or a stopping server may have refused the request already.
      if (response.destroyed || response.headersSent) return
      if (requestId !== undefined) response.setHeader(requestIdHeader, requestId)
      response.writeHead(status, headers).end(body)
    }
    const respondWith = ({ status, headers, body }: HttpServerResponse.HttpServerResponse) =>
      send(status, headers, body._tag === "Uint8Array" ? body.body : undefined)
    if ("countRefusal" in found) found.countRefusal()
    if ("answer" in found) return respondWith(found.answer)

    const { user, length } = found
    const refuse = (cause: Cause.Cause<SubmitError>) =>
      withHttpErrors(Effect.failCause(cause)).pipe(
        Effect.catch((fault) => Effect.succeed(errorResponse(fault))),
        Effect.catchCause((cause) => log.failed(loggedRequest, cause)),
        Effect.map((response) => respondWith(withDefaultHeaders(response)))
      )
    const outcomeIs = (outcome: DecidedOutcome) => {
      const body = JSON.stringify(answerOf(outcome))
      const { rejection } = outcome
      const code = rejection === null ? [] : [rejectionHeader, rejection.code]
      send(200, [...outcomeHeaders, ...code, "content-length", String(Buffer.byteLength(body))], body)
    }
    const onFailure = (cause: Cause.Cause<SubmitError>) => void run(refuse(cause))
    const submit = (payload: typeof SubmitEventRequest.Type) => {
      const envelope = envelopeOf(user, payload, {})
      if (Result.isFailure(envelope)) return respondWith(withDefaultHeaders(errorResponse(envelope.failure)))
      run(Effect.matchCause(planner.submit(envelope.success), { onSuccess: outcomeIs, onFailure }))
    }
    // A body in the same packet as the headers has arrived by the next tick; the endpoint waits for any other.
    process.nextTick(() => {
      const payload = takeSubmission(request, length)
      if (payload !== undefined) submit(payload)
      else if (request.destroyed) log.ended(route, loggedRequest, abandonedStatus, began)
      else passOn()
    })
  }

  return { find, answer }
})

/** Disabled with a tracer, since the span of a request is made with its fiber. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { answer } = yield* make
    const { use } = yield* EarlyRequestHandler
    const isTraced = (yield* References.TracerEnabled) && (yield* Tracer.Tracer) !== Tracer.nativeTracer
    if (!isTraced) yield* use(answer)
  })
)
