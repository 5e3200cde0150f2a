import { Effect, Schema } from "effect"
import { described } from "../domain/entities/Documented.ts"

/** The members of every error. `code` tells programs what `message` tells people; the first code is the default. */
const members = <const Codes extends readonly [string, ...ReadonlyArray<string>]>(codes: Codes) => ({
  message: described("The reason, for people", Schema.String),
  code: described(
    "The reason, for programs. Codes keep their meaning; new ones may be added",
    Schema.Literals<Codes>(codes).pipe(Schema.withConstructorDefault(Effect.succeed(codes[0])))
  )
})

/** The codes of requests that break a rule, whatever part of the request breaks it. */
export const badRequestCodes = [
  "invalid_request",
  "invalid_path",
  "invalid_json",
  "invalid_value",
  "missing_member",
  "unknown_member",
  "unknown_parameter",
  "wrong_password",
  "invalid_password",
  "no_password",
  "invalid_username",
  "invalid_display_name",
  "invalid_invitation",
  "locked_out",
  "own_account",
  "last_admin",
  "invalid_receiver",
  "invalid_position",
  "two_credentials"
] as const

/** The request breaks a rule of its envelope, path, query or body. */
export class BadRequest extends Schema.TaggedError<BadRequest>()(
  "BadRequest",
  {
    ...members(badRequestCodes),
    field: described(
      "The path in the body, as in `eventTypes.2`, or the name of the parameter or header at fault",
      Schema.optionalKey(Schema.String)
    )
  },
  { httpApiStatus: 400 }
) {}

/** The request has no session, or one that is over. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  members(["session_required", "token_invalid", "token_required"]),
  {
    httpApiStatus: 401
  }
) {}

/** The user's role does not allow the request, or its CSRF header is missing. */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  members(["role_required", "csrf_missing", "feed_only", "token_refused", "origin_refused"]),
  {
    httpApiStatus: 403
  }
) {}

/** There is nothing at this path, or it names something that does not exist. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", members(["not_found", "unknown_path"]), {
  httpApiStatus: 404
}) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  members(["method_not_allowed"]),
  { httpApiStatus: 405 }
) {}

/** The request contradicts the present state. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "Conflict",
  members([
    "conflict",
    "idempotency_key_reused",
    "username_taken",
    "limit",
    "rebuild_running",
    "rebuild_lost",
    "change_set_taken"
  ]),
  { httpApiStatus: 409 }
) {}

/** The request continues from a position in a log that is not there any more. */
export class Gone extends Schema.TaggedError<Gone>()("Gone", members(["log_replaced"]), { httpApiStatus: 410 }) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  members(["body_too_large"]),
  { httpApiStatus: 413 }
) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  members(["json_required"]),
  { httpApiStatus: 415 }
) {}

/** The request is valid and allowed, but cannot be carried out with the present data. */
export class UnprocessableContent extends Schema.TaggedError<UnprocessableContent>()(
  "UnprocessableContent",
  members(["too_large"]),
  { httpApiStatus: 422 }
) {}

/** The caller exceeds its share of concurrent work. It may try again after `Retry-After`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  members(["share_exceeded"]),
  { httpApiStatus: 429 }
) {}

/** A fault of the server. The server's log has its cause under `reference`. */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "InternalError",
  { ...members(["internal_error"]), reference: described("Identifies the fault in the server's log", Schema.String) },
  { httpApiStatus: 500 }
) {}

/** The server is overloaded, or the database does not answer. The caller may try again after `Retry-After`. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  members(["overloaded", "database_unavailable", "outcome_unknown", "not_serving", "still_reading"]),
  { httpApiStatus: 503 }
) {}
