import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Request headers of a view: with the `ETag` of the last answer, an unchanged view is answered 304 without a body. */
export const conditionalHeaders = { "if-none-match": Schema.optional(Schema.String) }

export const NotModified = HttpApiSchema.Empty(304)
