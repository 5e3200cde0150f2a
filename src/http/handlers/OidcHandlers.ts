import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { PasswordSignIn } from "../../accounts/passwords/PasswordSignIn.ts"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { CompanySignIn } from "../../identity/CompanySignIn.ts"
import { flowLifetime, type SignInRefused } from "../../identity/SignInFlow.ts"
import { pageRoot } from "../../shared/PagePaths.ts"
import type { SignInFault } from "../../shared/SignInFaults.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import * as SessionCookie from "../answers/SessionCookie.ts"
import { setOutcome } from "../pipeline/IdentifiedRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { returnPath, withFault } from "../requests/ReturnPath.ts"

/** Holds a sign-in that has begun. The browser must send it when it comes back from the provider's site. */
const flowCookie = "strategy_sign_in"

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

const makeRedirects = Effect.map(ExternalUrl, ({ basePath }) => {
  const path = `${basePath}/api/auth/oidc`
  const flags = { httpOnly: true, secure: true, sameSite: "lax", path } as const
  const seeOther = (to: string) => HttpServerResponse.redirect(basePath + to, { status: 303 })
  return {
    toProvider: (url: string, sealedFlow: string) =>
      HttpServerResponse.setCookieUnsafe(HttpServerResponse.redirect(url, { status: 302 }), flowCookie, sealedFlow, {
        ...flags,
        maxAge: flowLifetime
      }),
    toPage: seeOther,
    /** A flow is used once, whatever comes of it. */
    endingFlow: (response: HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.expireCookieUnsafe(response, flowCookie, flags)
  }
})

export const layer = HttpApiBuilder.group(
  Api,
  "oidc",
  Effect.fn(function* (handlers) {
    const company = yield* CompanySignIn
    const passwords = yield* PasswordSignIn
    const { basePath } = yield* ExternalUrl
    const { setSession } = yield* SessionCookie.make
    const { toProvider, toPage, endingFlow } = yield* makeRedirects
    const { asAnonymous } = yield* RequestSource.make
    const methods = { password: passwords === "all", oidc: company && { name: company.name } }

    return handlers.handleAll({
      methods: () => Effect.succeed(methods),
      login: Effect.fnUntraced(function* ({ query: { to = pageRoot } }) {
        if (company === null) return yield* notConfigured
        const path = returnPath(basePath, to)
        return yield* company.begin(path).pipe(
          Effect.map(({ url, sealedFlow }) => toProvider(url, sealedFlow)),
          Effect.catchTag("SignInRefused", ({ fault }) => Effect.succeed(toPage(withFault(path, fault))))
        )
      }),
      callback: Effect.fnUntraced(function* () {
        if (company === null) return yield* notConfigured
        const { url, cookies, source } = yield* HttpServerRequest.HttpServerRequest
        const flow = Option.getOrUndefined(yield* company.flowIn(cookies[flowCookie]))
        const path = flow?.to ?? pageRoot
        const response = yield* company.finish(queryIn(url), flow, yield* SessionCookie.replacedSession).pipe(
          asAnonymous,
          Effect.tap(({ token }) => setSession(token)),
          Effect.tap(() => Effect.sync(() => setOutcome(source, "login"))),
          Effect.as(toPage(path)),
          Effect.catchTags({ SignInRefused: refusedFor, StorageError: storageFault }),
          Effect.map((done) => {
            if (typeof done !== "string") return done
            setOutcome(source, "login_failed")
            return toPage(withFault(path, done))
          })
        )
        return endingFlow(response)
      })
    })
  })
)
