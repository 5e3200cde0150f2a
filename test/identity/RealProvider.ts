import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Context, Effect, Layer } from "effect"
import Provider, { type Configuration } from "oidc-provider"

export const clientId = "strategy"
export const clientSecret = "the secret of the client"
export const publicUrl = "https://plans.example.org/planning"
export const redirectUri = `${publicUrl}/api/auth/oidc/callback`

/** Listens on a free port of this machine until the scope closes. */
export const listening = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer(handle)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )

export const issuerOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

interface Person {
  readonly sub: string
  readonly claims: Readonly<Record<string, unknown>>
}

const configuration = (people: ReadonlyMap<string, Person>, redirect: string): Configuration => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirect],
      post_logout_redirect_uris: [redirect],
      token_endpoint_auth_method: "client_secret_post"
    }
  ],
  claims: {
    openid: ["sub"],
    profile: ["preferred_username", "name"],
    email: ["email"],
    groups: ["groups", "_claim_names"]
  },
  scopes: ["openid", "profile", "email", "groups"],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ["test"] },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub)?.claims }) }),
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? ""
    })
    grant.addOIDCScope("openid profile email groups")
    await grant.save()
    return grant
  }
})

/** A certified provider, at which the person of the test signs in without being asked. */
export class RealProvider extends Context.Service<
  RealProvider,
  {
    readonly issuer: string
    /** Who signs in next; null declines. */
    person: Person | null
    /** Whether its page waits for a click on *Continue* before it signs anybody in. */
    asks: boolean
  }
>()("test/identity/RealProvider") {
  /** `redirect` is the only address to which it leads back. */
  static readonly layerFor = (redirect: string) =>
    Layer.effect(
      RealProvider,
      Effect.gen(function* () {
        const people = new Map<string, Person>()
        let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
        const server = yield* listening((request, response) => handle(request, response))
        const issuer = issuerOf(server)
        const provider = new Provider(issuer, configuration(people, redirect))
        const service: RealProvider["Service"] = { issuer, person: null, asks: false }
        const answer = provider.callback()
        handle = (request, response) => {
          if (!request.url?.startsWith("/interaction/")) return void answer(request, response)
          const { person, asks } = service
          if (asks && !request.url.endsWith("?continue")) {
            return void response.setHeader("content-type", "text/html").end('<a href="?continue">Continue</a>')
          }
          if (person !== null) people.set(person.sub, person)
          const result =
            person === null
              ? { error: "access_denied", error_description: "The person said no." }
              : { login: { accountId: person.sub } }
          void provider.interactionFinished(request, response, result)
        }
        return service
      })
    )

  static readonly layer = RealProvider.layerFor(redirectUri)
}
