import { Data, Effect, Option, Redacted, Ref, Semaphore } from "effect"
import { Cookies, HttpClient, type HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { sessionCookie } from "../api/Access.ts"
import { Unauthorized } from "../api/Errors.ts"
import { AuthenticationResult } from "../api/requests/Bodies.ts"

interface Place {
  /** The address of the service with its path, such as `https://planning.example.org`. */
  readonly baseUrl: string
}

export interface PasswordCredentials extends Place {
  readonly username: string
  readonly password: Redacted.Redacted
}

export interface TokenCredentials extends Place {
  /** A token of *Your account*, which begins with `strat_`. The client does what its scope allows. */
  readonly token: Redacted.Redacted
}

export type Credentials = PasswordCredentials | TokenCredentials

/** The service does not accept the username and password, or does not accept the token any more; `message` is its answer. */
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

const readRefusal = HttpClientResponse.schemaBodyJson(Unauthorized)

/** An HTTP client that sends a token. Requests fail with `SignInFailed` once the token is not valid any more. */
const withToken = Effect.fnUntraced(function* ({ token }: TokenCredentials) {
  const client = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.bearerToken(token))
  return HttpClient.transform(client, (answer) =>
    Effect.flatMap(answer, (response) =>
      response.status === 401
        ? Effect.flatMap(Effect.orDie(readRefusal(response)), ({ message }) =>
            Effect.fail(new SignInFailed({ message }))
          )
        : Effect.succeed(response)
    )
  )
})

/** An HTTP client that signs in before its first request, and again when the session is over. */
const withPassword = Effect.fnUntraced(function* ({ baseUrl, username, password }: PasswordCredentials) {
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
    // A browser keeps the cookie to itself, and sends it.
    const token = Option.map(Cookies.get(response.cookies, sessionCookie.key), ({ value }) => value)
    yield* Ref.set(
      session,
      Option.orElseSome(token, () => "")
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

/** An HTTP client for a user. Requests fail with `SignInFailed` where signing in is refused. */
export const make = Effect.fn("SignedInClient.make")((credentials: Credentials) =>
  "token" in credentials ? withToken(credentials) : withPassword(credentials)
)
