import type { ServerResponse } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import * as jose from "jose"
import { parseUsername } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { ProviderTimeout } from "../../src/identity/OidcSettings.ts"
import { Servers, serversFor } from "./OidcServer.ts"
import { clientId, clientSecret, publicUrl, redirectUri } from "./RealProvider.ts"
import { Visitor } from "./Visitor.ts"
import { type TokenFault, WrongProvider } from "./WrongProvider.ts"

const loginUrl = `${publicUrl}/api/auth/oidc/login`

const seconds = (): number => Math.floor(Date.now() / 1_000)

const faultIn = ({ location }: { readonly location: string | null }): string | null =>
  new URL(location ?? publicUrl).searchParams.get("signInFault")

/** Begins a sign-in and returns to the callback with a code, as if the provider had sent the user back. */
const attempt = Effect.fnUntraced(function* (provider: WrongProvider["Service"]) {
  const { addresses } = yield* Servers
  const visitor = new Visitor(...addresses)
  const begun = yield* visitor.visit(loginUrl)
  if (begun.status !== 302) return { begun: false, fault: faultIn(begun), visitor }
  const query = new URL(begun.location ?? "").searchParams
  provider.nonce = query.get("nonce") ?? ""
  const done = yield* visitor.visit(`${redirectUri}?code=any&state=${query.get("state")}`)
  return { begun: true, fault: faultIn(done), visitor }
})

const right: WrongProvider["Service"]["claims"] = { preferred_username: "maya", groups: ["product"] }

/** Puts everything right again before a test. */
const provider = Effect.map(WrongProvider, (service) =>
  Object.assign(service, { claims: right, fault: {}, instead: {}, metadata: {} })
)

const signedWith = (alg: string, key: Uint8Array) => (claims: jose.JWTPayload) =>
  new jose.SignJWT(claims).setProtectedHeader({ alg }).sign(key)

const text = (value: string) => new TextEncoder().encode(value)

const wrongTokens: ReadonlyArray<readonly [string, TokenFault]> = [
  ["of another audience", { claims: { aud: "other" } }],
  ["of several audiences and for another party", { claims: { aud: [clientId, "other"], azp: "other" } }],
  ["of another issuer", { claims: { iss: "https://evil.example" } }],
  ["with another nonce", { claims: { nonce: "another" } }],
  ["without a nonce", { claims: { nonce: undefined } }],
  ["that expired more than a minute ago", { claims: { exp: seconds() - 90, iat: seconds() - 400 } }],
  ["that begins later than in a minute", { claims: { nbf: seconds() + 120 } }],
  ["without an end", { claims: { exp: undefined } }],
  ["without a subject", { claims: { sub: undefined } }],
  ["with an empty subject", { claims: { sub: "" } }],
  ["with a subject that no database stores", { claims: { sub: "a\u0000b" } }],
  ["with a subject that is too long", { claims: { sub: "x".repeat(256) } }],
  ["without a signature", { token: (claims) => new jose.UnsecuredJWT(claims).encode() }],
  ["signed with the client's secret", { token: signedWith("HS256", text(clientSecret.padEnd(32))) }],
  [
    "signed with an unknown key under a known name",
    {
      token: async (claims) => {
        const { privateKey } = await jose.generateKeyPair("RS256")
        return new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "first" }).sign(privateKey)
      }
    }
  ],
  [
    "of an algorithm that was not discovered",
    {
      token: async (claims) => {
        const { privateKey } = await jose.generateKeyPair("ES256")
        return new jose.SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "first" }).sign(privateKey)
      }
    }
  ],
  ["of an unknown key", { header: { kid: "unknown" } }],
  ["that is garbage", { token: () => "garbage" }],
  ["of three parts of garbage", { token: () => "a.b.c" }],
  ["that brings a key of its own", { header: { jwk: { kty: "oct", k: "AAAA" }, kid: "other" } }]
]

const answering =
  (body: string, { status = 200, type = "application/json" } = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": type })
    response.end(body)
  }

const silent = () => {}

const metadataPath = "/.well-known/openid-configuration"

const wrongAnswers: ReadonlyArray<readonly [string, WrongProvider["Service"]["instead"], string]> = [
  ["fails", { "/token": answering("{}", { status: 500 }) }, "provider_unavailable"],
  ["is a page", { "/token": answering("<html>", { type: "text/html" }) }, "provider_answer"],
  ["gives garbage", { "/token": answering("}{") }, "provider_answer"],
  ["gives more than a megabyte", { "/token": answering(`"${"x".repeat(1_100_000)}"`) }, "provider_answer"],
  ["gives no ID token", { "/token": answering('{"access_token":"a","token_type":"Bearer"}') }, "provider_answer"],
  ["refuses the code", { "/token": answering('{"error":"invalid_grant"}', { status: 400 }) }, "provider_answer"],
  [
    "redirects elsewhere",
    {
      "/token": (response) => {
        response.writeHead(307, { location: "/elsewhere" })
        response.end()
      }
    },
    "provider_answer"
  ],
  ["breaks off", { "/token": (response) => void response.destroy() }, "provider_unavailable"]
]

const userInfo = { sub: "u1", name: "Maya Ito", groups: ["strategy-admins"] }

const signedInfo =
  (sign: (claims: jose.JWTPayload) => string | Promise<string>) => async (response: ServerResponse) => {
    const token = await sign({ ...userInfo, sub: "u1" })
    answering(token, { type: "application/jwt" })(response)
  }

/** What the provider answers to the look-up of optional claims, and the words of the log. */
const userInfos: ReadonlyArray<readonly [string, (response: ServerResponse) => void, string]> = [
  ["is forbidden", answering("{}", { status: 403 }), "answered with status 403"],
  ["is not there", answering("", { status: 404 }), "answered with status 404"],
  ["fails", answering("", { status: 500 }), "answered with status 500"],
  ["is unavailable", answering("<html>", { status: 503, type: "text/html" }), "answered with status 503"],
  [
    "asks for another token",
    (response) => {
      response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' })
      response.end()
    },
    "answered with status 401"
  ],
  ["redirects", (response) => void response.writeHead(302, { location: "/elsewhere" }).end(), "status 302"],
  ["is a page", answering("<html>", { type: "text/html" }), "content-type"],
  ["is garbage", answering("}{"), "parsing"],
  ["is about somebody else", answering(JSON.stringify({ ...userInfo, sub: "u2" })), "unexpected JSON attribute"],
  ["breaks off", (response) => void response.destroy(), "did not answer"],
  ["is not signed", signedInfo((claims) => new jose.UnsecuredJWT(claims).encode()), "alg"],
  ["is signed by nobody known", signedInfo(signedWith("HS256", text("x".repeat(32)))), "alg"],
  ["never comes", silent, "time"]
]

const servers = serversFor(WrongProvider, Layer.empty).pipe(Layer.provideMerge(WrongProvider.layer))

/** With little patience, for providers that never answer. */
const impatient = serversFor(WrongProvider, Layer.succeed(ProviderTimeout, Duration.millis(200))).pipe(
  Layer.provideMerge(WrongProvider.layer)
)

const impatientWithViewers = serversFor(WrongProvider, Layer.succeed(ProviderTimeout, Duration.millis(500)), [
  { role: "admin", value: "strategy-admins" },
  { role: "viewer", value: "*" }
]).pipe(Layer.provideMerge(WrongProvider.layer))

layer(servers, { excludeTestServices: true })("A provider that does wrong", (it) => {
  it.effect("signs in with a right token, and one whose clock is less than a minute off", () =>
    Effect.gen(function* () {
      const service = yield* provider
      const fine: ReadonlyArray<TokenFault> = [
        ...[{}, { claims: { exp: seconds() - 30, iat: seconds() - 300 } }, { claims: { nbf: seconds() + 30 } }],
        { claims: { iat: seconds() + 40 } }
      ]
      for (const fault of fine) {
        service.fault = fault
        assert.strictEqual((yield* attempt(service)).fault, null, JSON.stringify(fault))
      }
    })
  )

  it.effect.each(wrongTokens)("signs nobody in by a token %s", ([, fault]) =>
    Effect.gen(function* () {
      const service = yield* provider
      service.claims = { ...right, preferred_username: "eve" }
      service.fault = fault
      const { fault: found, visitor } = yield* attempt(service)
      assert.strictEqual(found, "provider_answer")
      assert.isUndefined(visitor.cookie(new URL(publicUrl).origin, "strategy_session"))
      const users = yield* UserStore
      assert.deepStrictEqual(
        (yield* users.list).filter(({ username }) => username === "eve"),
        []
      )
    })
  )

  it.effect.each(wrongAnswers)("signs nobody in when the answer %s", ([, instead, fault]) =>
    Effect.gen(function* () {
      const service = yield* provider
      service.instead = instead
      assert.strictEqual((yield* attempt(service)).fault, fault)
    })
  )

  it.effect("refuses unsigned tokens and those signed by secret even where the provider lists such algorithms", () =>
    Effect.gen(function* () {
      const fresh = yield* WrongProvider
      const metadata = { id_token_signing_alg_values_supported: ["none", "HS256", "RS256"] }
      const tokens: ReadonlyArray<TokenFault["token"]> = [
        (claims) => new jose.UnsecuredJWT(claims).encode(),
        signedWith("HS256", text(clientSecret))
      ]
      Object.assign(fresh, { claims: right, instead: {}, metadata })
      for (const token of tokens) {
        fresh.fault = token === undefined ? {} : { token }
        assert.strictEqual((yield* attempt(fresh)).fault, "provider_answer")
      }
    }).pipe(Effect.provide(Layer.fresh(servers)))
  )

  it.effect("takes a new key when the provider rotates it, and asks for keys no more than once a minute", () =>
    Effect.gen(function* () {
      const service = yield* provider
      assert.strictEqual((yield* attempt(service)).fault, null)
      const keys = () => service.asked.get("/keys")
      const before = keys()
      service.fault = { header: { kid: "made up" } }
      for (let tries = 0; tries < 5; tries += 1) yield* attempt(service)
      assert.strictEqual(keys(), before)
      service.fault = {}
      yield* service.rotate
      const now = Date.now
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(Date, { now })))
      Date.now = () => now() + 61_000
      assert.strictEqual((yield* attempt(service)).fault, null)
      assert.strictEqual(keys(), (before ?? 0) + 1)
    }).pipe(Effect.provide(Layer.fresh(servers)))
  )

  it.effect.each([metadataPath, "/token"])("gives up when %s is never answered", (path) =>
    Effect.gen(function* () {
      const service = yield* provider
      service.instead = { [path]: silent }
      assert.strictEqual((yield* attempt(service)).fault, "provider_unavailable")
    }).pipe(Effect.provide(Layer.fresh(impatient)))
  )

  it.effect.each(userInfos)("signs in by the token's claims where the user info %s", ([, answer, logged]) =>
    Effect.gen(function* () {
      const service = yield* provider
      const { logged: lines } = yield* Servers
      service.metadata = {
        userinfo_endpoint: `${service.issuer}/userinfo`,
        userinfo_signing_alg_values_supported: ["RS256"]
      }
      service.instead = { "/userinfo": answer }
      service.claims = { sub: "u-optional", preferred_username: "optional" }
      assert.strictEqual((yield* attempt(service)).fault, null)
      const found = Option.getOrThrow(yield* UserStore.use((users) => users.findByUsername("optional")))
      assert.deepInclude(found, { role: "viewer", displayName: null })
      const [line = ""] = lines.filter((each) => each.includes("user info"))
      assert.include(line, `${service.issuer}/userinfo`)
      assert.include(line, logged)
    }).pipe(Effect.provide(Layer.fresh(impatientWithViewers)))
  )

  it.effect(
    "takes groups from the user info, signed or not, and leaves a role that it cannot look up for a while",
    () =>
      Effect.gen(function* () {
        const service = yield* provider
        const root = { username: yield* parseUsername("root"), role: "admin", passwordHash: "hash" } as const
        yield* UserStore.use((users) => users.create(root))
        const claims = { preferred_username: "looked-up", name: "Maya Ito" }
        const userinfo = { userinfo_endpoint: `${service.issuer}/userinfo` }
        service.metadata = { ...userinfo, userinfo_signing_alg_values_supported: ["RS256"] }
        service.claims = claims
        const answers: ReadonlyArray<readonly [(response: ServerResponse) => void, string]> = [
          [answering(JSON.stringify({ sub: "u1", groups: "other" })), "viewer"],
          [signedInfo(service.sign), "admin"],
          [answering("", { status: 502 }), "admin"],
          [answering("{}", { status: 403 }), "viewer"]
        ]
        for (const [answer, role] of answers) {
          service.instead = { "/userinfo": answer }
          assert.strictEqual((yield* attempt(service)).fault, null)
          const found = Option.getOrThrow(yield* UserStore.use((users) => users.findByUsername("looked-up")))
          assert.strictEqual(found.role, role)
        }
      }).pipe(Effect.provide(Layer.fresh(impatientWithViewers)))
  )

  const broken: ReadonlyArray<readonly [string, WrongProvider["Service"]["instead"], string]> = [
    ["is down", { [metadataPath]: (response) => void response.destroy() }, "provider_unavailable"],
    ["fails", { [metadataPath]: answering("", { status: 503 }) }, "provider_unavailable"],
    ["gives garbage", { [metadataPath]: answering("garbage") }, "provider_answer"],
    ["names another issuer", { [metadataPath]: answering('{"issuer":"https://evil.example"}') }, "provider_answer"]
  ]
  it.effect.each(broken)(
    "sends nobody to a provider that %s, and tries again only after a while",
    ([, instead, fault]) =>
      Effect.gen(function* () {
        const service = yield* provider
        service.instead = instead
        const { addresses } = yield* Servers
        const visitor = new Visitor(...addresses)
        for (let tries = 0; tries < 3; tries += 1) {
          const { status, location } = yield* visitor.visit(`${loginUrl}?to=/planning/strategy/log`)
          assert.strictEqual(status, 303)
          assert.strictEqual(location, `${publicUrl}/strategy/log?signInFault=${fault}`)
        }
        assert.strictEqual(service.asked.get(metadataPath), 1)
      }).pipe(Effect.provide(Layer.fresh(servers)))
  )
})
