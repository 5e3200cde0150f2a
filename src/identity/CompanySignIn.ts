import { Clock, Context, Duration, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentCaller } from "../accounts/CurrentCaller.ts"
import { CompanyIdentity } from "../accounts/company/CompanyIdentity.ts"
import { AccountLog, logRefusedSignIn } from "../accounts/log/AccountLog.ts"
import { ActionSource } from "../accounts/log/ActionSource.ts"
import type { LoggedIn } from "../accounts/passwords/Login.ts"
import { sessionLifetime } from "../accounts/sessions/SessionLifetime.ts"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import { Gate } from "../bounded/Gate.ts"
import { gateLimits } from "../bounded/GateLimits.ts"
import type { SessionId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { makeAccounts, makeRoleCheck } from "./CompanyAccounts.ts"
import { Oidc, type OidcSettings } from "./OidcSettings.ts"
import * as SealedCookie from "./SealedCookie.ts"
import { flowLifetime, ProviderSignOut, refused, SignInFlow, SignInRefused } from "./SignInFlow.ts"

/** The account log's detail of what happens at such a sign-in. */
const detail = "company sign-in"

/** How long a user waits for the provider in all. */
const finishTimeout = Duration.seconds(20)

interface BegunSignIn {
  /** The provider's sign-in page. */
  readonly url: string
  /** Returns with the user, and so tells this sign-in from others of the same browser. */
  readonly state: string
  /** For a cookie of the browser that begins, for `flowLifetime`. */
  readonly sealedFlow: string
}

interface CompanyLoggedIn extends LoggedIn {
  /** For a cookie that comes back at the sign-out; null if the provider is not told. */
  readonly sealedSignOut: string | null
}

const isIdentity = Schema.is(CompanyIdentity)

const make = Effect.fnUntraced(function* (settings: OidcSettings) {
  const sessions = yield* SessionStore
  const random = yield* SecureRandom.SecureRandom
  const key = SealedCookie.keyFrom(yield* AccountLog.use(({ unknownNameKey }) => unknownNameKey))
  const flows = SealedCookie.make(SignInFlow, { purpose: "sign-in", lifetime: flowLifetime, key, random })
  const signOuts = SealedCookie.make(ProviderSignOut, {
    ...{ purpose: "sign-out", lifetime: sessionLifetime, key, random }
  })
  // With the library for OpenID Connect, which only servers with a provider need.
  const { makeProvider } = yield* Effect.promise(() => import("./Provider.ts"))
  const provider = yield* makeProvider(settings)
  const accountOf = yield* makeAccounts
  const roleFor = yield* makeRoleCheck(settings)
  const gate = new Gate(gateLimits.companySignIns)

  const begin = Effect.fn("CompanySignIn.begin")(function* (to: string) {
    const { url, secrets } = yield* provider.begin
    const expiresAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(flowLifetime)
    const sealedFlow = yield* flows.seal({ ...secrets, to, expiresAt })
    return { url, state: secrets.state, sealedFlow } satisfies BegunSignIn
  })

  const identify = Effect.fnUntraced(function* (query: string, flow: SignInFlow) {
    if (new URLSearchParams(query).get("state") !== flow.state) {
      return yield* refused("expired", "The state is not that of this browser's sign-in.")
    }
    const { sub, ...said } = yield* Effect.timeoutOrElse(provider.finish(query, flow), {
      duration: finishTimeout,
      orElse: () => Effect.fail(refused("provider_unavailable", "The provider took too long."))
    })
    const identity = { issuer: settings.issuer, subject: sub }
    if (!isIdentity(identity)) return yield* refused("provider_answer", "The claim sub is not valid.")
    return { identity, ...said }
  })

  const signIn = Effect.fnUntraced(function* (
    query: string,
    flow: SignInFlow,
    replaces: Redacted.Redacted | undefined
  ) {
    const { signOutUrl: url, ...companyUser } = yield* identify(query, flow)
    const user = yield* accountOf(companyUser, yield* roleFor(companyUser))
    const { token, session } = yield* sessions
      .create(user, replaces)
      .pipe(Effect.catchTag("UserChanged", () => Effect.fail(refused("failed", "The user was changed meanwhile."))))
    const { id: sessionId, expiresAt } = session
    const sealedSignOut = url === null ? null : yield* signOuts.seal({ sessionId, url, expiresAt })
    return { user, token, expiresAt, sealedSignOut } satisfies CompanyLoggedIn
  })

  const finish = Effect.fn("CompanySignIn.finish")(function* (
    query: string,
    flow: SignInFlow | undefined,
    replaces?: Redacted.Redacted
  ) {
    if (flow === undefined) return yield* refused("expired", "The browser has no sign-in that was begun here lately.")
    const { key, hasSession } = yield* CurrentCaller
    return yield* Effect.catchTag(
      gate.run(key, signIn(query, flow, replaces), hasSession),
      ["GateFull", "ShareExceeded"],
      ({ message }) => Effect.fail(refused("busy", message))
    )
  }, recorded)

  const signOutUrl = (sealed: string, sessionId: SessionId) =>
    Effect.map(
      signOuts.open(sealed),
      (found) => Option.getOrUndefined(Option.filter(found, (signOut) => signOut.sessionId === sessionId))?.url
    )

  return { name: settings.name, begin: (to: string) => logged(begin(to)), flowIn: flows.open, finish, signOutUrl }
})

/** Logs why a sign-in failed. */
const logged = <A, E>(signIn: Effect.Effect<A, E>) =>
  Effect.tapError(signIn, (error) =>
    error instanceof SignInRefused
      ? Effect.logWarning(`A company sign-in failed: ${error.reason}`).pipe(Effect.annotateLogs({ fault: error.fault }))
      : Effect.void
  )

const recorded = <A>(signIn: Effect.Effect<A, StorageError | SignInRefused>) =>
  ActionSource.use((source) => Effect.provideService(logged(signIn), ActionSource, { ...source, detail })).pipe(
    Effect.tapErrorTag("SignInRefused", () => logRefusedSignIn("login_failed"))
  )

/** Signs people in by the company's OpenID provider. Null where there is none. */
export class CompanySignIn extends Context.Service<
  CompanySignIn,
  {
    readonly name: string
    /** Begins a sign-in that returns to the page's path `to`. */
    readonly begin: (to: string) => Effect.Effect<BegunSignIn, SignInRefused>
    /** The sign-in that a browser's cookie was made for; none if it is over or was not made under this database's key. */
    readonly flowIn: (sealed: string) => Effect.Effect<Option.Option<SignInFlow>>
    /**
     * Ends the sign-in of a user who returns with the query of the address. It makes the user at their first sign-in, and
     * gives them the role of their claims at each one.
     */
    readonly finish: (
      query: string,
      flow: SignInFlow | undefined,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<CompanyLoggedIn, SignInRefused | StorageError>
    /** Where the session's user also signs out at the provider; undefined if its sign-in made no such cookie. */
    readonly signOutUrl: (sealed: string, sessionId: SessionId) => Effect.Effect<string | undefined>
  } | null
>()("strategy/identity/CompanySignIn") {
  static readonly layer = Layer.effect(
    CompanySignIn,
    Effect.flatMap(Oidc, (settings) => (settings === null ? Effect.succeed(null) : make(settings)))
  )
}
