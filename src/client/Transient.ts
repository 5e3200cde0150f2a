import { HttpClientError } from "effect/http"

/** Whether the same request may succeed soon: there was no answer, or the service could not take it. */
export const isTransient = (error: unknown): boolean =>
  HttpClientError.isHttpClientError(error)
    ? error.response === undefined || error.response.status >= 502
    : error instanceof Error && "_tag" in error && (error._tag === "Unavailable" || error._tag === "TooManyRequests")
