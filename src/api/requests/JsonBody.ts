import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../Errors.ts"

/** Ensures that an endpoint with a body gets only well-formed JSON within the limits. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("strategy/api/JsonBody", {
  error: [BadRequest, PayloadTooLarge, UnsupportedMediaType]
}) {}

export const maxBodyBytes = 64 * 1024

/** The nesting of arrays and objects. */
export const maxBodyDepth = 32
