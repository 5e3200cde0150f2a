import { Context, Effect } from "effect"
import { HttpMiddleware } from "effect/http"

/** The origins whose pages may call the API with a token, such as `https://reports.example.org`. */
export const CorsOrigins = Context.Reference<ReadonlyArray<string>>("strategy/http/CorsOrigins", {
  defaultValue: () => []
})

interface RequestHead {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** Tells whether a request comes from a page of one of the origins, whose answers carry CORS headers. */
export const makeIsForeign = Effect.map(
  CorsOrigins,
  (origins) =>
    ({ headers }: RequestHead): boolean =>
      typeof headers.origin === "string" && origins.includes(headers.origin)
)

/**
 * For requests from one of the origins. Cookies are not allowed, so that such a page acts with a token of its own and never
 * in the name of who is signed in.
 */
export const middleware = HttpMiddleware.cors({
  allowedOrigins: () => true,
  allowedMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  allowedHeaders: [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "Change-Set",
    "Change-Set-Name",
    "Undoes",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-ID"
  ],
  exposedHeaders: [
    ...["ETag", "Retry-After", "X-Rejection-Code", "Idempotent-Replayed"],
    ...["X-Request-ID", "Content-Disposition", "X-Slides"]
  ],
  maxAge: 600
})
