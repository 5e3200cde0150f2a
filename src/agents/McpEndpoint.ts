import { Effect, Layer } from "effect"
import { McpProtocol, McpServer } from "effect/ai"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { TokenIdentity } from "../domain/Identity.ts"
import * as ServiceVersion from "../observability/ServiceVersion.ts"
import { Caller } from "./Caller.ts"
import { ChangeSets } from "./ChangeSets.ts"
import { instructions } from "./Instructions.ts"
import { adapt } from "./OlderProtocols.ts"
import * as Tools from "./tools/Tools.ts"

const path = "/mcp"

/**
 * Makes the function that answers a message of the Model Context Protocol. Each message is served by itself, so that any
 * server can answer any of them and nothing is kept for clients that never come back.
 */
export const make = Effect.gen(function* () {
  const version = yield* ServiceVersion.read
  const server = { name: "strategy-planning", version, instructions }
  const router = yield* HttpRouter.make
  const tools = McpServer.toolkit(Tools.toolkit).pipe(Layer.provide(Layer.provide(Tools.layer, ChangeSets.layer)))
  yield* Layer.build(
    McpServer.layerHttpRequestScoped({
      ...server,
      path,
      protocols: [McpProtocol.v2026_07_28],
      registrations: tools
    }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const answer = Effect.orDie(router.asHttpEffect())

  return Effect.fnUntraced(function* (caller: TokenIdentity, head: Headers, body: string) {
    const adapted = adapt(head, body, server)
    if (adapted._tag === "Answer") return adapted.response
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      headers: adapted.headers,
      body: adapted.body
    })
    return yield* answer.pipe(
      Effect.provideService(Caller, caller),
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
    )
  })
})
