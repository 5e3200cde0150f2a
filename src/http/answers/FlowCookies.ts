import { HttpServerResponse } from "effect/http"
import { flowLifetime } from "../../identity/SignInFlow.ts"

/** Each holds a sign-in that has begun. The browser must send it when it comes back from the provider's site. */
const prefix = "strategy_sign_in_"

/** In bytes, of all of them together: browsers send them with each request, whose head is bounded. */
const maxTotal = 6_000

type Cookies = Readonly<Record<string, string | undefined>>

/** The name of a sign-in's own cookie, so that several tabs can sign in at once. */
const nameFor = (state: string): string => prefix + state.slice(0, 12)

/** The cookie of the sign-in that returns with this state; undefined without one. */
export const flowCookieFor = (cookies: Cookies, state: string | null) => {
  const name = nameFor(state ?? "")
  const value = cookies[name]
  return value === undefined ? undefined : { name, value }
}

/** The names of cookies for which there is no room beside a new one. Browsers send the oldest first. */
const withoutRoom = (cookies: Cookies, added: string): ReadonlyArray<string> => {
  let total = added.length
  return Object.keys(cookies)
    .filter((name) => name.startsWith(prefix))
    .reverse()
    .filter((name) => {
      total += name.length + (cookies[name]?.length ?? 0)
      return total > maxTotal
    })
}

export const make = (basePath: string) => {
  const flags = { httpOnly: true, secure: true, sameSite: "lax", path: `${basePath}/api/auth/oidc` } as const
  const ending = (response: HttpServerResponse.HttpServerResponse, name: string) =>
    HttpServerResponse.expireCookieUnsafe(response, name, flags)
  return {
    ending,
    /** Adds the cookie of a new sign-in to the response, in place of the oldest ones if there are many. */
    beginning: (
      response: HttpServerResponse.HttpServerResponse,
      cookies: Cookies,
      { state, sealedFlow }: { readonly state: string; readonly sealedFlow: string }
    ) =>
      withoutRoom(cookies, sealedFlow).reduce(
        ending,
        HttpServerResponse.setCookieUnsafe(response, nameFor(state), sealedFlow, { ...flags, maxAge: flowLifetime })
      )
  }
}
