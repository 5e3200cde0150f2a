import { Cache, Duration, Effect, Exit, Redacted } from "effect"
import * as client from "openid-client"
import { boundedFetch } from "./BoundedFetch.ts"
import { type Claims, nameClaims } from "./CompanyClaims.ts"
import { type OidcSettings, ProviderTimeout } from "./OidcSettings.ts"
import { refusalFor } from "./ProviderFault.ts"
import type { SignInFlow, SignInRefused } from "./SignInFlow.ts"

/** The path at which the provider sends users back. */
const callbackPath = "/api/auth/oidc/callback"

const clockTolerance = Duration.toSeconds(Duration.minutes(1))

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

  /** Claims that the token lacks, from where the provider gives them out. */
  const withUserInfo = Effect.fnUntraced(function* (
    config: client.Configuration,
    accessToken: string,
    claims: client.IDToken
  ) {
    const hasName = nameClaims.some((name) => claims[name] !== undefined)
    const isComplete = hasName && claims[roleClaim] !== undefined
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims
    const more = yield* asked(() => client.fetchUserInfo(config, accessToken, claims.sub))
    return { ...more, ...claims }
  })

  /** What the provider says of the user who returned with this query, such as `?code=…&state=…`. */
  const finish = Effect.fnUntraced(function* (query: string, { state, nonce, verifier }: Secrets) {
    const config = yield* configuration
    const tokens = yield* asked(() =>
      client.authorizationCodeGrant(config, new URL(redirectUri + query), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      })
    )
    const claims = tokens.claims()
    if (claims === undefined) return yield* refusalFor(new Error("There is no ID token."))
    const all: Claims & { readonly sub: string } = yield* withUserInfo(config, tokens.access_token, claims)
    return all
  })

  return { begin, finish }
})
