import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { type Cause, Effect, Layer, Option, Predicate, References, Result, Schema, Tracer } from "effect"
import { HttpServerResponse } from "effect/http"
import { SessionStore } from "../../accounts/SessionStore.ts"
import { Access, sessionCookie } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { isAtInt64Bound, SubmitEventRequest } from "../../api/EventsApi.ts"
import { JsonBody } from "../../api/JsonBody.ts"
import type { EventData } from "../../domain/Event.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import type { Role } from "../../domain/entities/Role.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import { Planner } from "../../log/writer/Planner.ts"
import type { SubmitError } from "../../log/writer/SubmitError.ts"
import { envelopeOf, explained } from "../handlers/Submit.ts"
import type { EncodedView } from "../handlers/ViewCache.ts"
import { respond, type ViewName, Views } from "../handlers/Views.ts"
import * as Admission from "../pipeline/Admission.ts"
import { DeferredWork, isLarge } from "../pipeline/Deferred.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import * as RequestLog from "../pipeline/RequestLog.ts"
import { abandoned } from "../pipeline/RequestMetrics.ts"
import { dressed } from "../pipeline/SecurityHeaders.ts"
import { type Answerer, AskedFirst } from "../server/NodeServer.ts"
import * as SignInShare from "./SignInShare.ts"
import { type StandIn, standsInFor } from "./StandIn.ts"

/** The parts of a request that decide whether the shortcut answers it. */
export interface Asked extends SignInShare.Sender {
  readonly method?: string | undefined
  readonly url?: string | undefined
}

/** The pattern of the declared route it is in place of, and its answer, or what is needed to find that. */
export type Taken = { readonly route: string } & (
  | { readonly answer: HttpServerResponse.HttpServerResponse; readonly isRefusal?: true }
  | { readonly user: Identity; readonly length: number }
)

const { key } = sessionCookie
const cookie = new RegExp(`(?:^|; )${key}=([^;]*)`)

/** The only session token of a request; undefined when there is more than one. What is no token is not in memory. */
const tokenOf = (cookies: string | ReadonlyArray<string> | undefined): string | undefined => {
  if (typeof cookies !== "string" || cookies.indexOf(key) !== cookies.lastIndexOf(key)) return
  return cookie.exec(cookies)?.[1]
}

/** Bytes of the answer, or of the body that is to be read for it. */
const sizeOf = (taken: Taken): number => {
  if (!("answer" in taken)) return taken.length
  const { body } = taken.answer
  return body._tag === "Uint8Array" ? body.body.length : 0
}

const isId = Schema.is(EntityId)

const idLength = 36

const parse = Option.liftThrowable((bytes: Buffer): unknown => JSON.parse(bytes.toString()))

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

/** What the data of every event looks like; to look into anything else would take as long as all the rest. */
const FlatData = Schema.declare(
  (data): data is EventData => Predicate.isObject(data) && Object.values(data).every(isScalar)
)
const decodeSubmission = Schema.decodeUnknownOption(Schema.Struct({ ...SubmitEventRequest.fields, data: FlatData }))

/** A body the declared route would take; undefined when it would refuse it, which it then does in its own words. */
const submissionOf = (bytes: Buffer): typeof SubmitEventRequest.Type | undefined => {
  if (Admission.bytesFault(bytes) !== undefined) return
  const submission = Option.getOrUndefined(Option.flatMap(parse(bytes), decodeSubmission))
  return isAtInt64Bound(submission?.lastSeenSequence) ? undefined : submission
}

/**
 * The submission in a request's body of so many bytes, if all of it is there. A body that is none is put back: whoever reads
 * the request next finds it whole.
 */
const takeSubmission = (request: IncomingMessage, length: number): typeof SubmitEventRequest.Type | undefined => {
  if (request.readableLength < length) return
  const bytes: Buffer = request.read(length)
  const submission = submissionOf(bytes)
  if (submission === undefined) request.unshift(bytes)
  return submission
}

/** What all outcomes are sent with, but for their length. */
const outcomeHeaders = Object.entries(
  dressed(HttpServerResponse.empty({ headers: { "content-type": "application/json" } })).headers
).flat()

/** Finds who asks, if the session is in memory and of that role. */
const makeIdentities = Effect.map(
  SessionStore,
  (sessions) =>
    ({ headers }: Asked, role: Role): Identity | undefined => {
      const token = tokenOf(headers.cookie)
      const identity = token === undefined ? undefined : sessions.peek(token)
      return identity && Result.getOrUndefined(Admission.admitted(identity, role))
    }
)

const makeViews = Effect.gen(function* () {
  const views = yield* Views
  const identityOf = yield* makeIdentities
  const { teams, objectives, principles, objective, principle } = Api.groups.strategy.endpoints
  const teamsPath = yield* standsInFor(teams, [CommonErrors, Access])
  const paths: ReadonlyArray<StandIn & { readonly name: ViewName }> = [
    { name: "objectives", ...(yield* standsInFor(objectives, [CommonErrors, Access])) },
    { name: "principles", ...(yield* standsInFor(principles, [CommonErrors, Access])) },
    { name: "objective", ...(yield* standsInFor(objective, [CommonErrors, Access])) },
    { name: "principle", ...(yield* standsInFor(principle, [CommonErrors, Access])) }
  ]

  const viewed = (route: string, view: EncodedView, { headers }: Asked): Taken => {
    const tag = headers["if-none-match"]
    return { route, answer: respond(view, typeof tag === "string" ? tag : undefined) }
  }

  return (request: Asked, url: string): Taken | undefined => {
    // Nobody would read its body.
    if (request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined) return
    if (url === teamsPath.route) {
      return identityOf(request, teamsPath.role) && viewed(url, views.teams(), request)
    }
    const path = paths.find(
      ({ before, after }) =>
        url.length === before.length + idLength + after.length && url.startsWith(before) && url.endsWith(after)
    )
    if (path === undefined || identityOf(request, path.role) === undefined) return
    const id = url.slice(path.before.length, path.before.length + idLength)
    const found = isId(id) ? views.find(path.name, id) : undefined
    return found && viewed(path.route, found, request)
  }
})

const makeSubmissions = Effect.gen(function* () {
  const identityOf = yield* makeIdentities
  const submit = yield* standsInFor(Api.groups.events.endpoints.submit, [CommonErrors, Access, JsonBody])
  const find = (request: Asked): Taken | undefined => {
    const { "content-type": type, "content-length": size, "idempotency-key": key } = request.headers
    if (request.headers["x-csrf-token"] !== "1" || type !== "application/json" || typeof size !== "string") return
    if (key !== undefined || Admission.headersFault({ "content-type": type, "content-length": size })) return
    const length = Number(size)
    const user = length > 0 ? identityOf(request, submit.role) : undefined
    return user && { route: submit.route, user, length }
  }
  return { route: submit.route, find }
})

/** Finds what is to be answered here, and with what; undefined for what is left to the declared routes. */
const makeFind = Effect.gen(function* () {
  const findView = yield* makeViews
  const submissions = yield* makeSubmissions
  const refusalOf = yield* SignInShare.make
  const login = yield* standsInFor(Api.groups.auth.endpoints.login, [CommonErrors, JsonBody])
  return (request: Asked): Taken | undefined => {
    const { method, url } = request
    if (method === "GET" && url !== undefined) return findView(request, url)
    if (method !== "POST") return
    if (url === submissions.route) return submissions.find(request)
    const refusal = url === login.route ? refusalOf(request) : undefined
    return refusal && { route: login.route, answer: refusal, isRefusal: true }
  }
})

/**
 * The views and `POST /api/events`, which are nearly all that is asked, answered before a fiber is made for the request,
 * without the router, the endpoint's middleware and its codecs. It takes what the declared routes would certainly accept
 * from a session that is in memory, with their schemas and the same services, and refuses a sign-in that is beyond its
 * sender's share; whatever else a request is or lacks is theirs. What an endpoint means is not said here.
 */
export const make = Effect.gen(function* () {
  const planner = yield* Planner
  const find = yield* makeFind
  const findSafely = Option.liftThrowable(find)
  const { now, ended, failed } = yield* RequestLog.make
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const deferred = yield* DeferredWork

  const answer: Answerer = (request, node, pass) => {
    const began = now()
    const taken = Option.getOrUndefined(findSafely(request))
    if (taken === undefined) return pass()
    if (!("isRefusal" in taken) && !isLarge(sizeOf(taken))) return give(request, node, pass, began, taken)
    // Found again when it is its turn: the session may be over by then.
    deferred.add(() => {
      const found = Option.getOrUndefined(findSafely(request))
      if (found === undefined) pass()
      else give(request, node, pass, began, found)
      // A body is read behind this call, and what is passed on goes on in a fiber.
      return found !== undefined && "answer" in found ? undefined : "resumed"
    })
  }

  const give = (...[request, node, pass, began, taken]: [...Parameters<Answerer>, began: bigint, taken: Taken]) => {
    const { route } = taken
    const told = { method: request.method ?? "", url: request.url ?? "" }
    const send = (status: number, headers: OutgoingHttpHeaders | Array<string>, body?: string | Uint8Array) => {
      ended(route, told, node.destroyed ? abandoned : status, began)
      // Nothing reaches a client that has left, or that a stopping server no longer let wait.
      if (!node.destroyed && !node.headersSent) node.writeHead(status, headers).end(body)
    }
    const respondWith = ({ status, headers, body }: HttpServerResponse.HttpServerResponse) =>
      send(status, headers, body._tag === "Uint8Array" ? body.body : undefined)
    if ("answer" in taken) return respondWith(taken.answer)

    const { user, length } = taken
    const refuse = (cause: Cause.Cause<SubmitError>) =>
      explained(Effect.failCause(cause)).pipe(
        Effect.catch((fault) => Effect.succeed(errorResponse(fault))),
        Effect.catchCause((cause) => failed(told, cause)),
        Effect.map((response) => respondWith(dressed(response)))
      )
    const outcomeIs = (outcome: Outcome) => {
      const body = JSON.stringify(outcome)
      send(200, [...outcomeHeaders, "content-length", String(Buffer.byteLength(body))], body)
    }
    const onFailure = (cause: Cause.Cause<SubmitError>) => void run(refuse(cause))
    const submit = (payload: typeof SubmitEventRequest.Type) => {
      const envelope = envelopeOf(user, payload, undefined)
      if (Result.isFailure(envelope)) return respondWith(dressed(errorResponse(envelope.failure)))
      run(Effect.matchCause(planner.submit(envelope.success), { onSuccess: outcomeIs, onFailure }))
    }
    // Behind its headers in one packet comes the body, which then is there; whatever comes later the routes wait for.
    process.nextTick(() => {
      const payload = takeSubmission(request, length)
      if (payload !== undefined) submit(payload)
      else if (request.destroyed) ended(route, told, abandoned, began)
      else pass()
    })
  }

  return { find, answer }
})

/** Not where spans are kept: the one of a request is made with its fiber. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { answer } = yield* make
    const { use } = yield* AskedFirst
    const isTraced = (yield* References.TracerEnabled) && (yield* Tracer.Tracer) !== Tracer.nativeTracer
    if (!isTraced) yield* use(answer)
  })
)
