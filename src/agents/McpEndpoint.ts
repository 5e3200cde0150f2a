import { Effect, Layer } from "effect"
import { McpProtocol, McpServer } from "effect/ai"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { TokenIdentity } from "../domain/Identity.ts"
import * as ServiceVersion from "../observability/ServiceVersion.ts"
import { Caller, CallNote } from "./Caller.ts"
import { ChangeSets } from "./ChangeSets.ts"
import { instructions } from "./Instructions.ts"
import { adapt } from "./OlderProtocols.ts"
import { register } from "./Registration.ts"
import * as Tools from "./tools/Tools.ts"

const path = "/mcp"

/**
 * Makes the function that answers a message of the Model Context Protocol. Each message is served by itself, so that any
 * server can answer any of them and nothing is kept for clients that never come back.
 */
export const make = Effect.gen(function* () {
  const version = yield* ServiceVersion.read
  const tools = yield* Effect.provide(Tools.make, ChangeSets.layer)
  const server = { name: "strategy-planning", version, instructions }
  const router = yield* HttpRouter.make
  yield* Layer.build(
    McpServer.layerHttpRequestScoped({
      ...server,
      path,
      protocols: [McpProtocol.v2026_07_28],
      registrations: Layer.effectDiscard(register(tools))
    }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const served = Effect.orDie(router.asHttpEffect())
  const info = { ...server, toolNames: tools.map(({ definition }) => definition.name) }

  return Effect.fnUntraced(function* (caller: TokenIdentity, note: CallNote, head: Headers, body: string) {
    const adapted = adapt(head, body, info)
    if (adapted._tag === "Answer") return adapted.response
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      headers: adapted.headers,
      body: adapted.body
    })
    const response = yield* served.pipe(
      Effect.provideService(Caller, caller),
      Effect.provideService(CallNote, note),
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
    )
    return adapted.isOlder ? HttpServerResponse.setStatus(response, 200) : response
  })
})
