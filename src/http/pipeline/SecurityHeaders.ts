import { HttpServerResponse } from "effect/http"

/** On every response that does not say otherwise: nothing of ours is to be framed, sniffed, kept, or used from elsewhere. */
const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy":
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
}

/** Seconds after which a 429 or 503 is worth another try. */
const retryAfter = "1"

/** The response as it leaves: with all of these headers that it has not set itself. */
export const dressed = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(response, {
    ...securityHeaders,
    ...(response.status === 503 || response.status === 429 ? { "retry-after": retryAfter } : undefined),
    ...response.headers
  })
