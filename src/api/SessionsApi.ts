import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described, listOf } from "../domain/entities/Documented.ts"
import { SessionId } from "../domain/entities/Ids.ts"
import { SessionRecord, sessionsListed } from "../domain/Session.ts"
import { Access, Policy, SessionOnly, withSessionOnly, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { session } from "./document/ExampleBodies.ts"
import { NotFound } from "./Errors.ts"
import { userIdParam } from "./IdParams.ts"
import { Success, successBody } from "./requests/Bodies.ts"
import { Words } from "./requests/EndpointWords.ts"

/** A session of the signed-in user. */
const OwnSession = Schema.Struct({
  ...SessionRecord.fields,
  current: described("Whether this is the session of the request", Schema.Boolean)
}).annotate({ identifier: "OwnSession" })

export class SessionsApi extends HttpApiGroup.make("sessions")
  .add(
    HttpApiEndpoint.get("list", "/api/auth/sessions", { success: listOf(OwnSession, sessionsListed) })
      .annotate(Words, {
        summary: "List your sessions",
        answer: "The sessions",
        examples: { example: [{ ...session, current: true }] },
        description: `Your valid sessions, the last seen first, at most ${sessionsListed}. Address and user agent are those of the sign-in.`
      })
      .annotate(Policy, "authenticated")
      .annotate(OpenApi.Transform, withSessionOnly)
  )
  .add(
    HttpApiEndpoint.delete("end", "/api/auth/sessions/:sessionId", {
      params: { sessionId: described("The session's id, which is not its token", SessionId) },
      success: Success,
      error: NotFound
    })
      .annotate(Words, {
        summary: "End one of your sessions",
        answer: "The session has ended",
        examples: { example: successBody },
        description: "Ends one of your sessions, and its streams, within a second on every server."
      })
      .annotate(Policy, "authenticated")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("listOf", "/api/admin/users/:userId/sessions", {
      params: { userId: userIdParam },
      success: listOf(SessionRecord, sessionsListed),
      error: NotFound
    })
      .annotate(Words, {
        summary: "List a user's sessions",
        answer: "The sessions",
        examples: { example: [session] },
        description: `A user's valid sessions, the last seen first, at most ${sessionsListed}.`
      })
      .annotate(Policy, "admin")
      .annotate(OpenApi.Transform, withSessionOnly)
  )
  .add(
    HttpApiEndpoint.delete("endAllOf", "/api/admin/users/:userId/sessions", {
      params: { userId: userIdParam },
      success: Success,
      error: NotFound
    })
      .annotate(Words, {
        summary: "End all sessions of a user",
        answer: "The sessions have ended",
        examples: { example: successBody },
        description:
          "Ends all of a user's sessions, and their streams, within a second on every server. Tokens stay valid."
      })
      .annotate(Policy, "admin")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(SessionOnly, true) {}
