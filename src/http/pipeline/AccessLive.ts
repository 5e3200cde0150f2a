import { Effect, Layer, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Access, CurrentUser, sessionCookie } from "../../api/Access.ts"
import { type Credential, Credentials } from "../../identity/Credentials.ts"
import { pagePaths, pageRoot } from "../../shared/PagePaths.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import { AccessRecheck } from "./AccessRecheck.ts"
import * as Admission from "./Admission.ts"
import { unavailable } from "./Availability.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { setUsername } from "./IdentifiedRequest.ts"

/** A browser whose session has ended keeps views that it would still show to whoever asks for them with the same cookie. */
const forgetViews = HttpServerResponse.setHeader("clear-site-data", '"cache"')

/** What a request proves its caller with: its token if it has one, else its session. */
const credentialOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const token = Admission.bearerOf(request)
  const cookie = request.cookies[sessionCookie.key]
  if (token !== undefined && cookie !== undefined) return yield* Admission.twoCredentials
  const credential: Credential =
    token === undefined ? { kind: "session", secret: cookie ?? "" } : { kind: "token", secret: token }
  return credential
})

/**
 * Leads a person who opens a link on through the page: there is no session, or the link is on another site, from which
 * browsers do not send its cookie. The page signs in where needed, and then opens the address itself.
 */
const throughPage = (basePath: string, address: string) =>
  HttpServerResponse.redirect(`${basePath}${pageRoot}${pagePaths.openLink(address)}`, { status: 303 })

const make = Effect.gen(function* () {
  const credentials = yield* Credentials
  const { basePath } = yield* ExternalUrl

  const identify = Effect.fnUntraced(function* (credential: Credential, needed: Admission.Needed) {
    const identity = yield* credentials.resolve(credential).pipe(Effect.catchTag("StorageError", unavailable))
    return yield* Effect.fromResult(Admission.authorized(Option.getOrUndefined(identity), needed, credential.kind))
  })

  const allow = Effect.fnUntraced(function* (needed: Admission.Needed) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const credential = yield* credentialOf(request)
    const csrfFault = Admission.csrfFault(request)
    if (csrfFault !== undefined) return yield* csrfFault
    const allowed = identify(credential, needed)
    const identity = yield* allowed
    setUsername(request.source, identity.username)
    const recheck = Effect.match(allowed, {
      onSuccess: () => undefined,
      onFailure: (fault) => errorResponse(fault)
    })
    return { identity, recheck }
  })

  /** A refusal is an answer and not an error, since after an error the other kind of credential would be tried too. */
  return Effect.fnUntraced(function* <E, R>(
    httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    { endpoint }: { readonly endpoint: HttpApiEndpoint.Top }
  ) {
    const found = yield* Effect.result(allow(Admission.neededBy(endpoint.annotations)))
    if (found._tag === "Failure") {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (found.failure._tag !== "Unauthorized") return errorResponse(found.failure)
      const refusal = Admission.isNavigation(request)
        ? throughPage(basePath, request.url)
        : errorResponse(found.failure)
      return (request.cookies[sessionCookie.key] ?? "") === "" ? refusal : forgetViews(refusal)
    }
    return yield* httpEffect.pipe(
      Effect.provideService(CurrentUser, found.success.identity),
      Effect.provideService(AccessRecheck, found.success.recheck)
    )
  })
})

/** The order of the checks is part of the contract: CSRF header, session, role, and inside of this parameters and body. */
export const layer = Layer.effect(
  Access,
  Effect.map(make, (admit) => Access.of({ session: admit, token: admit }))
)
