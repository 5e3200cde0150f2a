import { isUtf8 } from "node:buffer"
import { IncomingMessage } from "node:http"
import { Context, Effect, Option, Schema } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Identity } from "../accounts/Identity.ts"
import { SessionStore } from "../accounts/SessionStore.ts"
import { Policy, sessionCookie } from "../api/Access.ts"
import { EventsApi, SubmitEventRequest } from "../api/EventsApi.ts"
import { maxBodyBytes, maxBodyDepth } from "../api/JsonBody.ts"
import { StrategyApi } from "../api/StrategyApi.ts"
import { EntityId } from "../domain/Ids.ts"
import { includesRole, type Role } from "../domain/Role.ts"
import { Planner } from "../log/Planner.ts"
import { roleNeeded } from "./AccessLive.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { depthOf } from "./JsonBodyLive.ts"
import { dressed } from "./SecurityHeaders.ts"
import { type SubmitFault, submit } from "./Submit.ts"
import { respond, type ViewName, Views } from "./Views.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The pattern of the declared route it is in place of, and its answer; undefined leaves it to that route after all. */
export interface Taken {
  readonly route: string
  readonly answer: Response | Effect.Effect<Response | undefined>
}

const { key } = sessionCookie
const cookie = new RegExp(`(?:^|; )${key}=([^;]*)`)

/** The only session token of a request; undefined when there is more than one. What is no token is not in memory. */
const tokenOf = (cookies: string | undefined): string | undefined => {
  if (cookies === undefined || cookies.indexOf(key) !== cookies.lastIndexOf(key)) return
  return cookie.exec(cookies)?.[1]
}

const isId = Schema.is(EntityId)

const idLength = 36

/** An endpoint as the API declares it; its path around its parameter, if it has one. */
const declared = ({ path, annotations }: HttpApiEndpoint.Top) => {
  const [before = "", after = ""] = path.split(/:[^/]+/)
  return { route: path, before, after, role: roleNeeded(Context.getUnsafe(annotations, Policy)) }
}

const { teams, objectives, principles, objective, principle } = StrategyApi.endpoints
const teamsPath = declared(teams)
const eventsPath = declared(EventsApi.endpoints.submit)
const viewPaths: ReadonlyArray<ReturnType<typeof declared> & { readonly name: ViewName }> = [
  { name: "objectives", ...declared(objectives) },
  { name: "principles", ...declared(principles) },
  { name: "objective", ...declared(objective) },
  { name: "principle", ...declared(principle) }
]

const parse = Option.liftThrowable((bytes: Buffer): unknown => JSON.parse(bytes.toString()))
const decodeSubmission = Schema.decodeUnknownOption(SubmitEventRequest)

/** A body the declared route would take; undefined when it would refuse it, which it then does in its own words. */
const submissionOf = (bytes: Buffer): typeof SubmitEventRequest.Type | undefined => {
  if (!isUtf8(bytes) || depthOf(bytes) > maxBodyDepth) return
  return Option.getOrUndefined(Option.flatMap(parse(bytes), decodeSubmission))
}

/** What all outcomes are sent with. */
const answeredOk = dressed(HttpServerResponse.empty({ status: 200 }))

const ordinary = Effect.succeed(undefined)

/**
 * The submission in a request's body of so many bytes. A body that is none is put back: whoever reads the request next finds
 * it whole. Of a client that leaves before its last byte the request is interrupted.
 */
const readSubmission = ({ source }: Request, length: number) =>
  Effect.callback<typeof SubmitEventRequest.Type | undefined>((resume) => {
    // Beyond its high-water mark a request is not read ahead.
    if (!(source instanceof IncomingMessage && length <= source.readableHighWaterMark)) return resume(ordinary)
    const take = () => {
      if (source.readableLength < length) return
      source.off("readable", take)
      const bytes: Buffer = source.read(length)
      const submission = submissionOf(bytes)
      if (submission === undefined) source.unshift(bytes)
      resume(Effect.succeed(submission))
    }
    source.on("readable", take)
    return Effect.sync(() => source.off("readable", take))
  })

/**
 * The views and `POST /api/events`, which are nearly all that is asked, answered without the router, the endpoint's
 * middleware and its codecs. It takes what the declared routes would certainly accept from a session that is in memory,
 * with the same schema and the same services; whatever else a request is or lacks is theirs. What an endpoint means is
 * not said here.
 */
export const make = Effect.gen(function* () {
  const sessions = yield* SessionStore
  const views = yield* Views
  const submission = submit(yield* Planner)

  /** Who asks, if the session is in memory and of that role. */
  const identityOf = ({ headers }: Request, role: Role): Identity | undefined => {
    const token = tokenOf(headers.cookie)
    const identity = token === undefined ? undefined : sessions.peek(token)
    return identity !== undefined && includesRole(identity.role, role) ? identity : undefined
  }

  const view = (request: Request): Taken | undefined => {
    const { url, headers } = request
    if (url === teamsPath.route) {
      if (identityOf(request, teamsPath.role) === undefined) return
      return { route: teamsPath.route, answer: respond(views.teams(), headers["if-none-match"]) }
    }
    const path = viewPaths.find(
      ({ before, after }) =>
        url.length === before.length + idLength + after.length && url.startsWith(before) && url.endsWith(after)
    )
    if (path === undefined || identityOf(request, path.role) === undefined) return
    const id = url.slice(path.before.length, path.before.length + idLength)
    const found = isId(id) ? views.find(path.name, id) : undefined
    return found === undefined ? undefined : { route: path.route, answer: respond(found, headers["if-none-match"]) }
  }

  const answered = Effect.match({
    onFailure: (fault: SubmitFault) => dressed(errorResponse(fault)),
    onSuccess: (outcome) =>
      HttpServerResponse.setBody(answeredOk, HttpBody.text(JSON.stringify(outcome), "application/json"))
  })

  const event = (request: Request): Taken | undefined => {
    const { headers } = request
    if (headers["x-csrf-token"] !== "1" || headers["content-type"] !== "application/json") return
    if (headers["idempotency-key"] !== undefined || headers.expect !== undefined) return
    const length = Number(headers["content-length"])
    if (!(length > 0 && length <= maxBodyBytes)) return
    const user = identityOf(request, eventsPath.role)
    if (user === undefined) return
    const answer = Effect.flatMap(readSubmission(request, length), (payload) =>
      payload === undefined ? ordinary : answered(submission(user, payload, undefined))
    )
    return { route: eventsPath.route, answer }
  }

  return {
    find: (request: Request): Taken | undefined => {
      if (request.method === "GET") return view(request)
      return request.method === "POST" && request.url === eventsPath.route ? event(request) : undefined
    }
  }
})
