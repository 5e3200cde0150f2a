import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"

/** How long an answer may take. */
const responseTimeout = "3 seconds"

/** How many batches may be on their way at once; each is kept in memory until it is answered or given up. */
const maxInFlight = 8

/**
 * The HTTP client towards a collector of traces and logs. One that is away, slow or refusing costs a warning when it begins
 * and a line when it ends, and never more memory than a few batches: what cannot be delivered is dropped. A defect, unlike a
 * failure, is not tried again by the exporter, which then rests for a minute.
 */
export const layer = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const failing = new Set<string>()
    let inFlight = 0

    const failed = (url: string, error: HttpClientError.HttpClientError) => {
      if (failing.has(url)) return Effect.die(error)
      failing.add(url)
      return failing.size > 1
        ? Effect.fail(error)
        : Effect.andThen(
            Effect.logWarning(`Traces and logs are not taken by the collector and will be dropped: ${error.message}`),
            Effect.fail(error)
          )
    }

    const succeeded = (url: string) =>
      failing.delete(url) && failing.size === 0
        ? Effect.logInfo("Traces and logs are taken by the collector again.")
        : Effect.void

    return HttpClient.transform(client, (send, request) =>
      Effect.suspend(() => {
        const timeout = new HttpClientError.TransportError({
          request,
          description: `no answer within ${responseTimeout}`
        })
        if (inFlight >= maxInFlight) return Effect.die(timeout)
        inFlight += 1
        return send.pipe(
          Effect.tap((response) => response.arrayBuffer),
          Effect.flatMap(HttpClientResponse.filterStatusOk),
          Effect.timeoutOrElse({
            duration: responseTimeout,
            orElse: () => Effect.fail(new HttpClientError.HttpClientError({ reason: timeout }))
          }),
          Effect.ensuring(
            Effect.sync(() => {
              inFlight -= 1
            })
          ),
          Effect.tap(() => succeeded(request.url)),
          Effect.catch((error) => failed(request.url, error))
        )
      })
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))
