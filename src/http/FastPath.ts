import { isUtf8 } from "node:buffer"
import { Effect, Option, Schema } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Identity } from "../accounts/Identity.ts"
import { SessionStore } from "../accounts/SessionStore.ts"
import { SubmitEventRequest } from "../api/EventsApi.ts"
import { maxBodyBytes, maxBodyDepth } from "../api/JsonBody.ts"
import { EntityId } from "../domain/Ids.ts"
import { includesRole } from "../domain/Role.ts"
import { Planner } from "../log/Planner.ts"
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

const cookie = /(?:^|; )strategy_session=([A-Za-z0-9_-]{43})(?:;|$)/

/** The only session token of a request; undefined when there is more than one, or anything unusual about it. */
const tokenOf = (cookies: string | undefined): string | undefined => {
  if (cookies === undefined || cookies.indexOf("strategy_session") !== cookies.lastIndexOf("strategy_session")) return
  return cookie.exec(cookies)?.[1]
}

const isId = Schema.is(EntityId)

const idLength = 36

interface ViewPath {
  readonly name: ViewName
  readonly before: string
  readonly after: string
  readonly route: string
}

const viewPaths: ReadonlyArray<ViewPath> = [
  { name: "objectives", before: "/api/teams/", after: "/objectives", route: "/api/teams/:teamId/objectives" },
  { name: "principles", before: "/api/teams/", after: "/principles", route: "/api/teams/:teamId/principles" },
  { name: "objective", before: "/api/objectives/", after: "", route: "/api/objectives/:objectiveId" },
  { name: "principle", before: "/api/principles/", after: "", route: "/api/principles/:principleId" }
]

const eventsPath = "/api/events"
const teamsPath = "/api/teams"

const decodeText = new TextDecoder()

const parse = Option.liftThrowable((bytes: Uint8Array): unknown => JSON.parse(decodeText.decode(bytes)))
const decodeSubmission = Schema.decodeUnknownOption(SubmitEventRequest)

/** A body the declared route would take; undefined when it would refuse it, which it then does in its own words. */
const submissionOf = (body: ArrayBuffer): typeof SubmitEventRequest.Type | undefined => {
  const bytes = new Uint8Array(body)
  if (!isUtf8(bytes) || depthOf(bytes) > maxBodyDepth) return
  return Option.getOrUndefined(Option.flatMap(parse(bytes), decodeSubmission))
}

/** What all outcomes are sent with. */
const answeredOk = dressed(HttpServerResponse.empty({ status: 200 }))

const ordinary = Effect.succeed(undefined)

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

  const identityOf = ({ headers }: Request): Identity | undefined => {
    const token = tokenOf(headers.cookie)
    return token === undefined ? undefined : sessions.peek(token)
  }

  const view = (request: Request): Taken | undefined => {
    const { url, headers } = request
    const path = viewPaths.find(
      ({ before, after }) =>
        url.length === before.length + idLength + after.length && url.startsWith(before) && url.endsWith(after)
    )
    if (path === undefined && url !== teamsPath) return
    if (identityOf(request) === undefined) return
    if (path === undefined) return { route: teamsPath, answer: respond(views.teams(), headers["if-none-match"]) }
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
    if (!(Number(headers["content-length"]) <= maxBodyBytes)) return
    const user = identityOf(request)
    if (user === undefined || !includesRole(user.role, "editor")) return
    const answer = Effect.matchEffect(request.arrayBuffer, {
      onFailure: () => ordinary,
      onSuccess: (body) => {
        const payload = submissionOf(body)
        return payload === undefined ? ordinary : answered(submission(user, payload, undefined))
      }
    })
    return { route: eventsPath, answer }
  }

  return {
    find: (request: Request): Taken | undefined => {
      if (request.method === "GET") return view(request)
      return request.method === "POST" && request.url === eventsPath ? event(request) : undefined
    }
  }
})
