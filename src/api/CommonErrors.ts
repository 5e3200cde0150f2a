import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, InternalError, Unavailable } from "./Errors.ts"

/** What any endpoint may answer besides its own: a malformed request, a fault of the server, too much at once. */
export class Faults extends HttpApiMiddleware.Service<Faults>()("strategy/api/Faults", {
  error: [BadRequest, InternalError, Unavailable]
}) {}
