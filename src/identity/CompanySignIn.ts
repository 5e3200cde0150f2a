import { Clock, Context, Duration, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentCaller } from "../accounts/CurrentCaller.ts"
import { CompanyIdentity, noPassword } from "../accounts/company/CompanyIdentity.ts"
import { AccountLog, logRefusedSignIn } from "../accounts/log/AccountLog.ts"
import { ActionSource } from "../accounts/log/ActionSource.ts"
import { FailedSignIns } from "../accounts/passwords/FailedSignIns.ts"
import type { LoggedIn } from "../accounts/passwords/Login.ts"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import { type UserRecord, UserStore } from "../accounts/users/UserStore.ts"
import { Gate } from "../bounded/Gate.ts"
import { gateLimits } from "../bounded/GateLimits.ts"
import type { Role } from "../domain/entities/Role.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { type Claims, isLeftOut, roleOf, usernamesFrom } from "./CompanyClaims.ts"
import { Oidc, type OidcSettings } from "./OidcSettings.ts"
import { flowKey, flowLifetime, open, type SignInFlow, SignInRefused, seal } from "./SignInFlow.ts"

/** The account log's detail of what happens at such a sign-in. */
const detail = "company sign-in"

/** How long a user waits for the provider in all. */
const finishTimeout = Duration.seconds(20)

interface BegunSignIn {
  /** The provider's sign-in page. */
  readonly url: string
  /** For a cookie of the browser that begins, for `flowLifetime`. */
  readonly sealedFlow: string
}

const refused = (fault: SignInRefused["fault"], reason: string) => new SignInRefused({ fault, reason })

const isIdentity = Schema.is(CompanyIdentity)

/** The account of an identity: the existing one with the role of its claims, or a new one. */
const makeAccounts = Effect.gen(function* () {
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function* (identity: CompanyIdentity, role: Role, claims: Claims) {
    const suffix = Buffer.from(yield* random.randomBytes(4)).toString("hex")
    for (const username of usernamesFrom(claims, suffix)) {
      const made = yield* users.createWithIdentity({ username, role, passwordHash: noPassword }, identity).pipe(
        Effect.asSome,
        Effect.catchTags({
          UsernameTaken: () => Effect.succeedNone,
          // Another request of the same person was faster.
          IdentityTaken: () => users.findByIdentity(identity)
        })
      )
      if (Option.isSome(made)) return made.value
    }
    return yield* refused("failed", "Every name that was tried is taken.")
  })

  const withRole = (user: UserRecord, role: Role) =>
    user.role === role
      ? Effect.succeed(user)
      : users.setRole(user.id, role).pipe(
          Effect.ensuring(sessions.evictUser(user.id)),
          Effect.catchTags({
            LastAdmin: () => Effect.succeed(user),
            UserNotFound: () => Effect.fail(refused("failed", "The user was deleted meanwhile."))
          })
        )

  return Effect.fnUntraced(function* (identity: CompanyIdentity, role: Role, claims: Claims) {
    const known = yield* users.findByIdentity(identity)
    return Option.isSome(known) ? yield* withRole(known.value, role) : yield* create(identity, role, claims)
  })
})

/** Whose claims are not enough to sign in has an entry in the account log, like a wrong password. */
const makeRoleCheck = Effect.fnUntraced(function* ({ roles, roleClaim }: OidcSettings) {
  const users = yield* UserStore
  const failures = yield* FailedSignIns

  const count = Effect.fnUntraced(function* (identity: CompanyIdentity) {
    const user = yield* users.findByIdentity(identity)
    yield* failures.failed({
      username: Option.match(user, { onNone: () => identity.subject, onSome: ({ username }) => username }),
      isUser: Option.isSome(user)
    })
  })

  return Effect.fnUntraced(function* (identity: CompanyIdentity, claims: Claims) {
    const isMissing = isLeftOut(claims, roleClaim)
    const role = isMissing ? undefined : roleOf(claims, roles, roleClaim)
    if (role !== undefined) return role
    yield* count(identity)
    return yield* isMissing
      ? refused("groups_missing", `The provider left out the claim ${roleClaim}: it has too many values.`)
      : refused("no_role", `No value of the claim ${roleClaim} has a role.`)
  })
})

const make = Effect.fnUntraced(function* (settings: OidcSettings) {
  const sessions = yield* SessionStore
  const random = yield* SecureRandom.SecureRandom
  const key = flowKey(yield* AccountLog.use(({ unknownNameKey }) => unknownNameKey))
  // With the library for OpenID Connect, which only servers with a provider need.
  const { makeProvider } = yield* Effect.promise(() => import("./Provider.ts"))
  const provider = yield* makeProvider(settings)
  const accountOf = yield* makeAccounts
  const roleFor = yield* makeRoleCheck(settings)
  const gate = new Gate(gateLimits.companySignIns)

  const begin = Effect.fn("CompanySignIn.begin")(function* (to: string) {
    const { url, secrets } = yield* provider.begin
    const expiresAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(flowLifetime)
    const sealedFlow = yield* seal(random, key, { ...secrets, to, expiresAt })
    return { url, sealedFlow } satisfies BegunSignIn
  })

  const flowIn = (sealed: string | undefined) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      Option.flatMap(Option.fromUndefinedOr(sealed), (_) => open(key, _, now))
    )

  const identify = Effect.fnUntraced(function* (query: string, flow: SignInFlow) {
    if (new URLSearchParams(query).get("state") !== flow.state) {
      return yield* refused("expired", "The state is not that of this browser's sign-in.")
    }
    const claims = yield* Effect.timeoutOrElse(provider.finish(query, flow), {
      duration: finishTimeout,
      orElse: () => Effect.fail(refused("provider_unavailable", "The provider took too long."))
    })
    const identity = { issuer: settings.issuer, subject: claims.sub }
    if (!isIdentity(identity)) return yield* refused("provider_answer", "The claim sub is not valid.")
    return { identity, claims }
  })

  const signIn = Effect.fnUntraced(function* (
    query: string,
    flow: SignInFlow,
    replaces: Redacted.Redacted | undefined
  ) {
    const { identity, claims } = yield* identify(query, flow)
    const role = yield* roleFor(identity, claims)
    const user = yield* accountOf(identity, role, claims)
    const { token, session } = yield* sessions
      .create(user, replaces)
      .pipe(Effect.catchTag("UserChanged", () => Effect.fail(refused("failed", "The user was changed meanwhile."))))
    return { user, token, expiresAt: session.expiresAt } satisfies LoggedIn
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

  return { name: settings.name, begin: (to: string) => logged(begin(to)), flowIn, finish }
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
    readonly flowIn: (sealed: string | undefined) => Effect.Effect<Option.Option<SignInFlow>>
    /**
     * Ends the sign-in of a user who returns with the query of the address. It makes the user at their first sign-in, and
     * gives them the role of their claims at each one.
     */
    readonly finish: (
      query: string,
      flow: SignInFlow | undefined,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<LoggedIn, SignInRefused | StorageError>
  } | null
>()("strategy/identity/CompanySignIn") {
  static readonly layer = Layer.effect(
    CompanySignIn,
    Effect.flatMap(Oidc, (settings) => (settings === null ? Effect.succeed(null) : make(settings)))
  )
}
