import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/**
 * The request headers of a view. A client that sends the `ETag` it has gets 304 without a body if the view is
 * unchanged.
 */
export const conditionalHeaders = { "if-none-match": Schema.optional(Schema.String) }

/**
 * The client's copy is current. The derived client fails with this, so that the success type of a view's endpoint is
 * the view only.
 */
export class NotModified extends Schema.TaggedError<NotModified>()("NotModified", {}, { httpApiStatus: 304 }) {}

/** `NotModified` as a response: a status without a body. */
export const NotModifiedResponse = NotModified.pipe(HttpApiSchema.asNoContent({ decode: () => new NotModified() }))
