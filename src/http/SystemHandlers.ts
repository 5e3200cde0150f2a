import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { EventStore } from "../log/EventStore.ts"
import { Draining } from "./Draining.ts"

const healthy = { status: "healthy" } as const
const unhealthy = { status: "unhealthy" } as const

export const layer = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const draining = yield* Draining

    return handlers.handleAll({
      root: () => Effect.succeed(HttpServerResponse.redirect("/strategy/")),
      health: () =>
        store.head.pipe(
          Effect.timeout("2 seconds"),
          Effect.andThen(draining.hasBegun),
          Effect.matchCauseEffect({
            onFailure: () => Effect.fail(unhealthy),
            onSuccess: (stops) => (stops ? Effect.fail(unhealthy) : Effect.succeed(healthy))
          })
        ),
      live: () => Effect.succeed(healthy)
    })
  })
)
