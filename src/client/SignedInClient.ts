import { Data, Effect, Option, Redacted, Ref, Semaphore } from "effect"
import { Cookies, HttpClient, type HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { sessionCookie } from "../api/Access.ts"
import { AuthenticationResult } from "../api/Bodies.ts"

export interface Credentials {
  /** The address of the service with its path, such as `https://planning.example.org`. */
  readonly baseUrl: string
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The service does not accept the username and password; `message` is its answer. */
export class SignInFailed extends Data.TaggedError("SignInFailed")<{ readonly message: string }> {}

const loginPath = "/api/auth/login"

const readResult = HttpClientResponse.schemaBodyJson(AuthenticationResult)

/** Sends the session's cookie and the CSRF header. A cookie jar would not keep a `Secure` cookie from plain HTTP. */
export const withSession = (client: HttpClient.HttpClient, session: Ref.Ref<Option.Option<string>>) =>
  client.pipe(
    HttpClient.mapRequestEffect((request) =>
      Effect.map(
        Ref.get(session),
        Option.match({
          onNone: () => request,
          onSome: (token) => HttpClientRequest.setHeader(request, "cookie", `${sessionCookie.key}=${token}`)
        })
      )
    ),
    HttpClient.mapRequest(HttpClientRequest.setHeader("x-csrf-token", "1"))
  )

/**
 * An HTTP client that signs in before its first request, and again when the session is over. Requests fail with
 * `SignInFailed` where that is refused.
 */
export const make = Effect.fn("SignedInClient.make")(function* ({ baseUrl, username, password }: Credentials) {
  const session = yield* Ref.make(Option.none<string>())
  const client = withSession(yield* HttpClient.HttpClient, session)
  const oneAtATime = Semaphore.makeUnsafe(1)

  const login = Effect.gen(function* () {
    const body = { username, password: Redacted.value(password) }
    const request = yield* Effect.orDie(
      HttpClientRequest.bodyJson(HttpClientRequest.post(`${baseUrl}${loginPath}`), body)
    )
    const response = yield* client.execute(request)
    const accepted = yield* HttpClientResponse.filterStatusOk(response)
    const result = yield* Effect.orDie(readResult(accepted))
    if (!result.success) return yield* new SignInFailed({ message: result.error })
    yield* Ref.set(
      session,
      Option.map(Cookies.get(response.cookies, sessionCookie.key), ({ value }) => value)
    )
  })

  /** Signs in, unless another request has done so since it was found that the session `of` is over. */
  const renew = (of: Option.Option<string>) =>
    oneAtATime.withPermits(1)(
      Effect.flatMap(Ref.get(session), (now) => (Option.getOrNull(now) === Option.getOrNull(of) ? login : Effect.void))
    )

  return HttpClient.transform(
    client,
    Effect.fnUntraced(function* (
      answer: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>,
      request: HttpClientRequest.HttpClientRequest
    ) {
      const before = yield* Ref.get(session)
      if (Option.isNone(before)) yield* renew(before)
      const response = yield* Option.isNone(before) ? client.execute(request) : answer
      if (response.status !== 401) return response
      yield* renew(yield* Ref.get(session))
      return yield* client.execute(request)
    })
  )
})
