import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Oidc, type OidcSettings } from "../../src/identity/OidcSettings.ts"
import { clientId, clientSecret, publicUrl } from "./RealProvider.ts"

const defaultRoles: OidcSettings["roles"] = [
  { role: "admin", value: "strategy-admins" },
  { role: "editor", value: "product" },
  { role: "viewer", value: "everybody" }
]

export const settingsFor = (issuer: string, ownUrl = publicUrl, roles = defaultRoles): OidcSettings => ({
  issuer: new URL(issuer).href,
  clientId,
  clientSecret: Redacted.make(clientSecret),
  roles,
  roleClaim: "groups",
  name: "Acme",
  publicUrl: ownUrl
})

/** The addresses of two servers on the same stores, and every line that they log. */
export class Servers extends Context.Service<
  Servers,
  { readonly addresses: ReadonlyArray<string>; readonly logged: Array<string> }
>()("test/identity/Servers") {}

const server = App.serve({
  http: { host: "127.0.0.1", port: 0, basePath: "/planning", publicUrl },
  beforeListening: Layer.empty,
  beforeAnswering: Layer.empty
})

const address = Effect.map(
  Effect.flatMap(Layer.build(Layer.fresh(server)), (context) => Effect.provideContext(HttpServer.HttpServer, context)),
  (service) => HttpServer.formatAddress(service.address)
)

/** Two servers whose provider is the given one, with the stores that they share. */
export const serversFor = <I, R>(
  provider: Context.Key<I, { readonly issuer: string }>,
  more: Layer.Layer<R>,
  roles?: OidcSettings["roles"]
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { issuer } = yield* provider
      const logged: Array<string> = []
      const logger = Logger.layer([
        Logger.make(({ message, cause }) => void logged.push(JSON.stringify([message, cause])))
      ])
      return Layer.effect(
        Servers,
        Effect.gen(function* () {
          return { addresses: [yield* address, yield* address], logged }
        })
      ).pipe(
        Layer.provideMerge(App.memoryStores),
        Layer.provideMerge(PasswordHasher.layerWith({ iterations: 10 })),
        Layer.provide(Layer.succeed(Oidc, settingsFor(issuer, publicUrl, roles))),
        Layer.provide(more),
        Layer.provide(logger),
        Layer.provide(NodeCrypto.layerSecureRandom)
      )
    })
  )
