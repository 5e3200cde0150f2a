import { Effect, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { sessionLifetime } from "../../accounts/sessions/SessionLifetime.ts"
import { sessionCookie } from "../../api/Access.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"

export const make = Effect.map(ExternalUrl, ({ basePath }) => {
  const flags = { httpOnly: true, secure: true, sameSite: "strict", path: basePath || "/" } as const
  return {
    setSession: (token: Redacted.Redacted) =>
      HttpApiBuilder.securitySetCookie(sessionCookie, token, { ...flags, maxAge: sessionLifetime }),
    /** Browsers keep views; after a sign-out nobody who uses the browser next should find them. */
    clearSession: HttpEffect.appendPreResponseHandler((_request, response) =>
      Effect.succeed(
        HttpServerResponse.expireCookieUnsafe(response, sessionCookie.key, flags).pipe(
          HttpServerResponse.setHeader("clear-site-data", '"cache"')
        )
      )
    )
  }
})

/** The session of the request's cookie, which a new sign-in replaces and therefore ends. */
export const replacedSession = Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => {
  const token = cookies[sessionCookie.key]
  return token === undefined ? undefined : Redacted.make(token)
})
