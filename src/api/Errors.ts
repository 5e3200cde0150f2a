import { Schema } from "effect"

const message = { message: Schema.String }

/** The request breaks a rule of its envelope, path, query or body. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", message, { httpApiStatus: 400 }) {}

/** No session, or one that is over. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", message, { httpApiStatus: 401 }) {}

/** The role does not allow it, or the CSRF header is missing. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", message, { httpApiStatus: 403 }) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", message, { httpApiStatus: 404 }) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", message, {
  httpApiStatus: 405
}) {}

/** What is asked for contradicts what is there. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", message, { httpApiStatus: 409 }) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", message, {
  httpApiStatus: 413
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", message, {
  httpApiStatus: 415
}) {}

/** The request is understood and allowed, but what it asks for cannot be made of what is there. */
export class UnprocessableContent extends Schema.TaggedError<UnprocessableContent>()("UnprocessableContent", message, {
  httpApiStatus: 422
}) {}

/** More at once than this caller's share: worth another try after `Retry-After`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", message, {
  httpApiStatus: 429
}) {}

/** A fault of the server. `reference` stands beside its cause in the server's log. */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "InternalError",
  { ...message, reference: Schema.String },
  { httpApiStatus: 500 }
) {}

/** Too much at once, or the database is away: worth another try after `Retry-After`. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", message, { httpApiStatus: 503 }) {}
