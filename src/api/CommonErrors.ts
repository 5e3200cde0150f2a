import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, InternalError, Unavailable } from "./Errors.ts"

/** The errors that every endpoint may answer with: a malformed request, a fault of the server, overload. */
export class CommonErrors extends HttpApiMiddleware.Service<CommonErrors>()("strategy/api/CommonErrors", {
  error: [BadRequest, InternalError, Unavailable]
}) {}
