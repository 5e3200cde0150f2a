import { Effect, identity, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { sessionLifetime } from "../../accounts/sessions/SessionLifetime.ts"
import { sessionCookie } from "../../api/Access.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"

/** Holds where the user of a company sign-in also signs out at the provider. */
export const signOutCookie = "strategy_sign_out"

export const make = Effect.map(ExternalUrl, ({ basePath }) => {
  const flags = { httpOnly: true, secure: true, sameSite: "strict", path: basePath || "/" } as const
  const signOutFlags = { ...flags, path: `${basePath}/api/auth/logout` }
  return {
    setSession: (token: Redacted.Redacted) =>
      HttpApiBuilder.securitySetCookie(sessionCookie, token, { ...flags, maxAge: sessionLifetime }),
    setSignOut: (sealed: string) =>
      HttpEffect.appendPreResponseHandler((_request, response) =>
        Effect.succeed(
          HttpServerResponse.setCookieUnsafe(response, signOutCookie, sealed, {
            ...signOutFlags,
            maxAge: sessionLifetime
          })
        )
      ),
    /** Browsers keep views; after a sign-out nobody who uses the browser next should find them. */
    clearSession: HttpEffect.appendPreResponseHandler(({ cookies }, response) =>
      Effect.succeed(
        HttpServerResponse.expireCookieUnsafe(response, sessionCookie.key, flags).pipe(
          cookies[signOutCookie] === undefined
            ? identity
            : HttpServerResponse.expireCookieUnsafe(signOutCookie, signOutFlags),
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
