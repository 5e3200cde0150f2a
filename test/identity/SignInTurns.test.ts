import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { gateLimits } from "../../src/bounded/GateLimits.ts"
import { ClientAddress, clientAddressBehind } from "../../src/http/pipeline/address/ClientAddress.ts"
import { IpNetworks } from "../../src/http/pipeline/address/IpNetworks.ts"
import { Servers, serversFor } from "./OidcServer.ts"
import { publicUrl, redirectUri } from "./RealProvider.ts"
import { Visitor } from "./Visitor.ts"
import { WrongProvider } from "./WrongProvider.ts"

const proxied = Layer.succeed(ClientAddress, clientAddressBehind(Schema.decodeUnknownSync(IpNetworks)("127.0.0.1")))

const servers = serversFor(WrongProvider, proxied).pipe(Layer.provideMerge(WrongProvider.layer))

/** Begins a sign-in, returns with a code that the provider refuses, and gives the reason that the page is told. */
const attempt = Effect.fnUntraced(function* (from: string) {
  const { addresses } = yield* Servers
  const visitor = new Visitor(...addresses)
  const { location } = yield* visitor.visit(`${publicUrl}/api/auth/oidc/login`)
  const state = new URL(location ?? publicUrl).searchParams.get("state")
  const done = yield* visitor.visit(`${redirectUri}?code=junk&state=${state}`, { from })
  return new URL(done.location ?? publicUrl).searchParams.get("signInFault")
})

layer(servers, { excludeTestServices: true })("Finishing a company sign-in", (it) => {
  it.effect("is refused to none of twenty people while one address tries more often than it may", () =>
    Effect.gen(function* () {
      const provider = yield* WrongProvider
      provider.instead = {
        "/token": (response) =>
          void setTimeout(() => {
            response.writeHead(400, { "content-type": "application/json" })
            response.end('{"error":"invalid_grant"}')
          }, 150)
      }
      const { perKey, waiting } = gateLimits.companySignIns
      const faults: Array<string | null> = []
      const attack = Effect.tap(attempt("198.51.100.1"), (fault) => Effect.sync(() => void faults.push(fault)))
      yield* Effect.forkScoped(
        Effect.all(
          Array.from({ length: perKey + waiting.perKey + 20 }, () => Effect.forever(attack)),
          { concurrency: "unbounded", discard: true }
        )
      )
      while (!faults.includes("busy")) yield* Effect.sleep("5 millis")
      const people = Array.from({ length: 20 }, (_, n) => attempt(`203.0.113.${n}`))
      const told = yield* Effect.all(people, { concurrency: 4 })
      assert.notInclude(told, "busy")
      assert.include(faults, "busy")
    }).pipe(Effect.scoped)
  )
})
