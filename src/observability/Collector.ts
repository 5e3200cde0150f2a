import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"

const responseTimeout = "3 seconds"

/** How many batches may be in flight; each is kept in memory until it is answered or dropped. */
const maxInFlight = 8

/**
 * The HTTP client for a collector of traces and logs. When the collector is away, slow or refusing, a warning is
 * logged, and a line when it is back; what cannot be delivered is dropped, so that only a few batches are kept in
 * memory. The exporter retries a failure, but not a defect, after which it pauses for a minute.
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
            Effect.logWarning(`The collector is not accepting traces and logs, so they are dropped: ${error.message}`),
            Effect.fail(error)
          )
    }

    const succeeded = (url: string) =>
      failing.delete(url) && failing.size === 0
        ? Effect.logInfo("The collector is accepting traces and logs again.")
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
