import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { described } from "../../domain/entities/Documented.ts"
import { HeadText } from "./HeadText.ts"

/**
 * The request headers of a view. A client that sends the `ETag` of its last answer gets 304 if the view is unchanged.
 */
export const conditionalHeaders = {
  "if-none-match": described(
    "The `ETag` of an earlier answer; returns 304 without a body while nothing has changed",
    Schema.optional(HeadText)
  )
}

/** The client's copy is current. It is an error, so that the success type of the derived client is the view only. */
export class NotModified extends Schema.TaggedError<NotModified>()("NotModified", {}, { httpApiStatus: 304 }) {}

/** `NotModified` as a response: a status without a body. */
export const NotModifiedResponse = NotModified.pipe(HttpApiSchema.asNoContent({ decode: () => new NotModified() }))
