import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  MethodNotAllowed,
  NotFound,
  TooManyRequests,
  Unauthorized,
  Unavailable
} from "../../api/Errors.ts"

/** Errors answered outside an endpoint; on one, `api/` and its encoder do the same. */
const Answerable = Schema.Union([
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  MethodNotAllowed,
  NotFound,
  TooManyRequests,
  Unauthorized,
  Unavailable
])

const encode = Schema.encodeSync(Answerable)

const status = new Map(
  Answerable.members.map((member) => [member.identifier, Schema.resolveAnnotations(member)?.httpApiStatus] as const)
)

/** An error under the status and in the body its class declares. */
export const errorResponse = (
  error: typeof Answerable.Type,
  headers: Record<string, string> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(encode(error), { status: status.get(error._tag) ?? 500, headers })
