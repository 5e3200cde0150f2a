import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Errors from "../../api/Errors.ts"

/** Errors that are answered outside an endpoint. Inside of one, the endpoint's own schemas encode them in the same way. */
const ErrorOutsideEndpoint = Schema.Union([
  Errors.BadRequest,
  Errors.Conflict,
  Errors.Forbidden,
  Errors.InternalError,
  Errors.MethodNotAllowed,
  Errors.NotFound,
  Errors.PayloadTooLarge,
  Errors.TooManyRequests,
  Errors.Unauthorized,
  Errors.Unavailable,
  Errors.UnsupportedMediaType
])

const encode = Schema.encodeSync(ErrorOutsideEndpoint)

const status = new Map(
  ErrorOutsideEndpoint.members.map(
    (member) => [member.identifier, Schema.resolveAnnotations(member)?.httpApiStatus] as const
  )
)

/** The response to an error, with the status and the body that its class declares. */
export const errorResponse = (
  error: typeof ErrorOutsideEndpoint.Type,
  headers: Record<string, string> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(encode(error), { status: status.get(error._tag) ?? 500, headers })
