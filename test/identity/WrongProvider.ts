import type { ServerResponse } from "node:http"
import { Context, Effect, Layer } from "effect"
import * as jose from "jose"
import { clientId, issuerOf, listening } from "./RealProvider.ts"

/** How a token differs from a right one. */
export interface TokenFault {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Replaces the signed token altogether. */
  readonly token?: (claims: jose.JWTPayload) => string | Promise<string>
}

interface SigningKey {
  readonly kid: string
  readonly pair: jose.GenerateKeyPairResult
}

const makeKey = async (kid: string): Promise<SigningKey> => ({
  kid,
  pair: await jose.generateKeyPair("RS256", { extractable: true })
})

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

/** A provider that does what no real one would. Its tokens are right unless the test says otherwise. */
export class WrongProvider extends Context.Service<
  WrongProvider,
  {
    readonly issuer: string
    /** The nonce of the sign-in that the next token belongs to. */
    nonce: string
    claims: Readonly<Record<string, unknown>>
    fault: TokenFault
    /** Answers a path instead of the provider; undefined leaves it to the provider. */
    instead: Readonly<Record<string, (response: ServerResponse) => void>>
    metadata: Readonly<Record<string, unknown>>
    /** Requests by path. */
    readonly asked: Map<string, number>
    readonly rotate: Effect.Effect<void>
    /** As a token of the provider. */
    readonly sign: (claims: jose.JWTPayload) => Promise<string>
  }
>()("test/identity/WrongProvider") {
  static readonly layer = Layer.effect(
    WrongProvider,
    Effect.gen(function* () {
      let key = yield* Effect.promise(() => makeKey("first"))
      const asked = new Map<string, number>()

      const token = async (): Promise<string> => {
        const { nonce, claims, fault } = service
        const now = Math.floor(Date.now() / 1_000)
        const payload: jose.JWTPayload = {
          ...{ iss: issuer, aud: clientId, sub: "u1", iat: now, exp: now + 300, nonce },
          ...claims,
          ...fault.claims
        }
        if (fault.token !== undefined) return fault.token(payload)
        return sign(payload, fault.header)
      }

      const sign = (payload: jose.JWTPayload, header?: TokenFault["header"]) =>
        new jose.SignJWT(payload)
          .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
          .sign(key.pair.privateKey)

      const answers: Readonly<Record<string, (response: ServerResponse) => void | Promise<void>>> = {
        "/.well-known/openid-configuration": (response) =>
          json(response, {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            ...service.metadata
          }),
        "/keys": async (response) => {
          const jwk = await jose.exportJWK(key.pair.publicKey)
          json(response, { keys: [{ ...jwk, kid: key.kid, use: "sig", alg: "RS256" }] })
        },
        "/token": async (response) =>
          json(response, { access_token: "access", token_type: "Bearer", expires_in: 60, id_token: await token() })
      }

      const server = yield* listening((request, response) => {
        const path = request.url?.split("?", 1)[0] ?? ""
        asked.set(path, (asked.get(path) ?? 0) + 1)
        request.resume()
        const answer = service.instead[path] ?? answers[path]
        if (answer === undefined) return json(response, {}, 404)
        void answer(response)
      })
      const issuer = issuerOf(server)
      const service: WrongProvider["Service"] = {
        ...{ issuer, asked, nonce: "", claims: {}, fault: {}, instead: {}, metadata: {} },
        sign: (claims) => sign(claims),
        rotate: Effect.promise(async () => {
          key = await makeKey("second")
        })
      }
      return service
    })
  )
}
