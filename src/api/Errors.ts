import { Schema } from "effect"

const message = { message: Schema.String }

/** The request breaks a rule of its envelope, path, query or body. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", message, { httpApiStatus: 400 }) {}

/** The request has no session, or one that is over. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", message, { httpApiStatus: 401 }) {}

/** The user's role does not allow the request, or its CSRF header is missing. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", message, { httpApiStatus: 403 }) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", message, { httpApiStatus: 404 }) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", message, {
  httpApiStatus: 405
}) {}

/** The request contradicts the present state. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", message, { httpApiStatus: 409 }) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", message, {
  httpApiStatus: 413
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", message, {
  httpApiStatus: 415
}) {}

/** The request is valid and allowed, but cannot be carried out with the present data. */
export class UnprocessableContent extends Schema.TaggedError<UnprocessableContent>()("UnprocessableContent", message, {
  httpApiStatus: 422
}) {}

/** The caller exceeds its share of concurrent work. It may try again after `Retry-After`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", message, {
  httpApiStatus: 429
}) {}

/** A fault of the server. The server's log has its cause under `reference`. */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "InternalError",
  { ...message, reference: Schema.String },
  { httpApiStatus: 500 }
) {}

/** The server is overloaded, or the database does not answer. The caller may try again after `Retry-After`. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", message, { httpApiStatus: 503 }) {}
