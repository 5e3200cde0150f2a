import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "./Errors.ts"

/** Lets only well-formed JSON within the limits reach an endpoint that takes a body. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("strategy/api/JsonBody", {
  error: [BadRequest, PayloadTooLarge, UnsupportedMediaType]
}) {}

/** Bytes. */
export const maxBodyBytes = 64 * 1024

/** Arrays and objects in one another. */
export const maxBodyDepth = 32
