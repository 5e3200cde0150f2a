import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CompanyName } from "../../accounts/CompanyName.ts"
import { PasswordSignIn } from "../../accounts/passwords/PasswordSignIn.ts"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { CompanySignIn } from "../../identity/CompanySignIn.ts"
import type { SignInRefused } from "../../identity/SignInFlow.ts"
import { pageRoot } from "../../shared/PagePaths.ts"
import type { SignInFault } from "../../shared/SignInFaults.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import * as FlowCookies from "../answers/FlowCookies.ts"
import * as SessionCookie from "../answers/SessionCookie.ts"
import { setOutcome } from "../pipeline/IdentifiedRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { returnPath, withFault } from "../requests/ReturnPath.ts"

const notConfigured = new NotFound({ message: "Company sign-in is not set up here." })

/** The query of a request with its question mark; empty without one. */
const queryIn = (url: string): string => {
  const start = url.indexOf("?")
  return start < 0 ? "" : url.slice(start)
}

/** The database's fault is logged; the browser is told where a person reads it. */
const storageFault = (error: StorageError) =>
  Effect.as(Effect.logWarning(`A company sign-in failed: ${error.message}`, error), "failed" as const)

const refusedFor = ({ fault }: SignInRefused): Effect.Effect<SignInFault> => Effect.succeed(fault)

export const layer = HttpApiBuilder.group(
  Api,
  "oidc",
  Effect.fn(function* (handlers) {
    const company = yield* CompanySignIn
    const passwords = yield* PasswordSignIn
    const { basePath } = yield* ExternalUrl
    const { setSession, setSignOut } = yield* SessionCookie.make
    const { beginning, ending } = FlowCookies.make(basePath)
    const toPage = (path: string) => HttpServerResponse.redirect(basePath + path, { status: 303 })
    const { asAnonymous } = yield* RequestSource.make
    const companyName = yield* CompanyName
    const methods = { companyName, password: passwords === "all", oidc: company && { name: company.name } }

    return handlers.handleAll({
      methods: () => Effect.succeed(methods),
      login: Effect.fnUntraced(function* ({ query: { to = pageRoot } }) {
        if (company === null) return yield* notConfigured
        const path = returnPath(basePath, to)
        const { cookies } = yield* HttpServerRequest.HttpServerRequest
        return yield* company.begin(path).pipe(
          Effect.map((begun) => beginning(HttpServerResponse.redirect(begun.url, { status: 302 }), cookies, begun)),
          Effect.catchTag("SignInRefused", ({ fault }) => Effect.succeed(toPage(withFault(path, fault))))
        )
      }),
      callback: Effect.fnUntraced(function* () {
        if (company === null) return yield* notConfigured
        const { url, cookies, source } = yield* HttpServerRequest.HttpServerRequest
        const query = queryIn(url)
        const params = new URLSearchParams(query)
        // The provider also leads back here after a sign-out.
        if (!params.has("code") && !params.has("error")) return toPage(pageRoot)
        const cookie = FlowCookies.flowCookieFor(cookies, params.get("state"))
        const flow = cookie && Option.getOrUndefined(yield* company.flowIn(cookie.value))
        const path = flow?.to ?? pageRoot
        const response = yield* company.finish(query, flow, yield* SessionCookie.replacedSession).pipe(
          asAnonymous,
          Effect.tap(({ token }) => setSession(token)),
          Effect.tap(({ sealedSignOut }) => (sealedSignOut === null ? Effect.void : setSignOut(sealedSignOut))),
          Effect.tap(() => Effect.sync(() => setOutcome(source, "login"))),
          Effect.as(toPage(path)),
          Effect.catchTags({ SignInRefused: refusedFor, StorageError: storageFault }),
          Effect.map((done) => {
            if (typeof done !== "string") return done
            setOutcome(source, "login_failed")
            return toPage(withFault(path, done))
          })
        )
        // A flow is used once, whatever comes of it.
        return cookie === undefined ? response : ending(response, cookie.name)
      })
    })
  })
)
