import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Request headers of a view: with the `ETag` of the last answer, an unchanged view is answered 304 without a body. */
export const conditionalHeaders = { "if-none-match": Schema.optional(Schema.String) }

/**
 * What was fetched before still holds. A failure to the derived client, so that a view is a view to all who do not ask
 * for this answer.
 */
export class NotModified extends Schema.TaggedError<NotModified>()("NotModified", {}, { httpApiStatus: 304 }) {}

/** `NotModified` as it is sent: a status, no body. */
export const Unchanged = NotModified.pipe(HttpApiSchema.asNoContent({ decode: () => new NotModified() }))
