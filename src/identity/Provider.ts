import { Cache, Duration, Effect, Exit, Option, Redacted } from "effect"
import * as client from "openid-client"
import { boundedFetch } from "./BoundedFetch.ts"
import { type Claims, claimAt, hasNames } from "./CompanyClaims.ts"
import { type OidcSettings, ProviderTimeout } from "./OidcSettings.ts"
import { refusalFor } from "./ProviderFault.ts"
import type { SignInFlow, SignInRefused } from "./SignInFlow.ts"

/** The path at which the provider sends users back, after a sign-out too: most providers then take it without another entry. */
const callbackPath = "/api/auth/oidc/callback"

const clockTolerance = Duration.toSeconds(Duration.minutes(1))

/** In UTF-16 units. A longer address would not fit into a cookie. */
const maxSignOutUrl = 2_500

/** How long the provider's metadata are used before they are fetched again, and how soon after a failure. */
const discoveryAge = Duration.hours(1)
const discoveryRetry = Duration.seconds(5)

const asked = <A>(request: () => Promise<A>): Effect.Effect<A, SignInRefused> =>
  Effect.tryPromise({ try: request, catch: refusalFor })

/** The secret goes into the body, as the library does by default; a provider that does not take it there gets it in the header. */
const authenticatedBy =
  (secret: string): client.ClientAuth =>
  (provider, ...request) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ["client_secret_post"]
    const needsHeader = !methods.includes("client_secret_post") && methods.includes("client_secret_basic")
    const authenticate = needsHeader ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
    authenticate(provider, ...request)
  }

const discover = ({ issuer, clientId, clientSecret }: OidcSettings, timeout: number) => {
  const server = new URL(issuer)
  return client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: clockTolerance },
    authenticatedBy(Redacted.value(clientSecret)),
    {
      [client.customFetch]: boundedFetch,
      timeout,
      execute: [
        // Without these the signature of a token that came from the provider itself would not be checked.
        client.enableNonRepudiationChecks,
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : [])
      ]
    }
  )
}

/** The metadata of the provider, kept for an hour. Whoever asks meanwhile waits for the same request. */
const makeDiscovery = (settings: OidcSettings, timeout: number) =>
  Effect.map(
    Cache.makeWith(() => asked(() => discover(settings, timeout)), {
      capacity: 1,
      timeToLive: Exit.match({ onFailure: () => discoveryRetry, onSuccess: () => discoveryAge })
    }),
    (metadata) => Cache.get(metadata, "provider")
  )

/** `groups` is a scope at some providers, without which they leave the claim out. */
const scopesFor = ({ scopes_supported: supported = [] }: client.ServerMetadata, roleClaim: string): string =>
  ["openid", "profile", "email", ...(supported.includes(roleClaim) ? [roleClaim] : [])].join(" ")

type Secrets = Pick<SignInFlow, "state" | "nonce" | "verifier">

/** Talks to the provider: all of the protocol is `openid-client`'s. */
export const makeProvider = Effect.fnUntraced(function* (settings: OidcSettings) {
  const timeout = Duration.toSeconds(yield* ProviderTimeout)
  const { roleClaim, publicUrl } = settings
  const configuration = yield* makeDiscovery(settings, timeout)
  const redirectUri = publicUrl + callbackPath

  /** The provider's sign-in page, and what must be kept until the user returns. */
  const begin = Effect.gen(function* () {
    const config = yield* configuration
    const secrets: Secrets = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier()
    }
    const challenge = yield* asked(() => client.calculatePKCECodeChallenge(secrets.verifier))
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: scopesFor(config.serverMetadata(), roleClaim),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: challenge,
      code_challenge_method: "S256"
    })
    return { url: url.href, secrets }
  })

  /**
   * Claims that the token lacks, from where the provider gives them out. They are optional, so a look-up that fails decides
   * nothing: the claims of the token are then all.
   */
  const withUserInfo = Effect.fnUntraced(function* (
    config: client.Configuration,
    accessToken: string,
    claims: client.IDToken
  ) {
    const { userinfo_endpoint: address } = config.serverMetadata()
    const hasAll = hasNames(claims) && claimAt(claims, roleClaim) !== undefined
    if (hasAll || address === undefined) return { claims, isUnavailable: false }
    return yield* asked(() => client.fetchUserInfo(config, accessToken, claims.sub)).pipe(
      Effect.map((more) => ({ claims: { ...more, ...claims }, isUnavailable: false })),
      Effect.catch(({ fault, reason }) =>
        Effect.logWarning(`A company sign-in goes on without the user info of ${address}: ${reason}`).pipe(
          Effect.as({ claims, isUnavailable: fault === "provider_unavailable" })
        )
      )
    )
  })

  /**
   * Where the user also signs out at the provider; null if it has no such address. The ID token says who signs out, so that
   * the provider need not ask.
   */
  const signOutUrl = (config: client.Configuration, idToken: string | undefined): string | null => {
    if (config.serverMetadata().end_session_endpoint === undefined) return null
    const build = (hint: Readonly<Record<string, string>>) =>
      client.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri, ...hint }).href
    const withHint = idToken === undefined ? "" : build({ id_token_hint: idToken })
    return withHint === "" || withHint.length > maxSignOutUrl ? build({}) : withHint
  }

  /** What the provider says of the user who returned with this query, such as `?code=…&state=…`. */
  const finish = Effect.fnUntraced(function* (query: string, { state, nonce, verifier }: Secrets) {
    const config = yield* configuration
    const tokens = yield* asked(() =>
      client.authorizationCodeGrant(config, new URL(redirectUri + query), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      })
    )
    const idClaims = tokens.claims()
    if (idClaims === undefined) return yield* refusalFor(new Error("There is no ID token."))
    const { claims, isUnavailable } = yield* withUserInfo(config, tokens.access_token, idClaims)
    return {
      sub: idClaims.sub,
      claims: claims satisfies Claims,
      /** False if groups may be missing because the provider did not answer. */
      isComplete: !isUnavailable || claimAt(claims, roleClaim) !== undefined,
      signOutUrl: Option.getOrNull(Option.liftThrowable(signOutUrl)(config, tokens.id_token))
    }
  })

  return { begin, finish }
})
