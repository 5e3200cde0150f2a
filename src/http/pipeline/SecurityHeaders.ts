import { HttpServerResponse } from "effect/http"

/** The defaults of every response: not to be framed, sniffed, cached or used by other origins. */
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

const retryAfterSeconds = "1"

/**
 * Adds those headers that the response has not set itself, `Retry-After` to 429 and 503, and to 401 how a program signs in,
 * which RFC 9110 demands; browsers ask nobody for a `Bearer`.
 */
export const withDefaultHeaders = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(response, {
    ...securityHeaders,
    ...(response.status === 503 || response.status === 429 ? { "retry-after": retryAfterSeconds } : undefined),
    ...(response.status === 401 ? { "www-authenticate": "Bearer" } : undefined),
    ...response.headers
  })
