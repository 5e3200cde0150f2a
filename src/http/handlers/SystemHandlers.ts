import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import * as ServiceVersion from "../../observability/ServiceVersion.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import { Draining } from "../stream/Draining.ts"

const healthy = { status: "healthy" } as const
const degraded = { status: "degraded" } as const
const unhealthy = { status: "unhealthy" } as const

/** A database that takes longer for a query counts as unavailable. */
const databaseTimeout = "2 seconds"

export const layer = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const { basePath } = yield* ExternalUrl
    const draining = yield* Draining
    const version = yield* ServiceVersion.read

    return handlers.handleAll({
      root: () => Effect.succeed(HttpServerResponse.redirect(`${basePath}/strategy/`)),
      health: () =>
        Effect.gen(function* () {
          yield* Effect.timeout(store.head, databaseTimeout)
          const isWritable = yield* Effect.timeout(store.takesWrites, databaseTimeout)
          return { isWritable, isStopping: yield* draining.hasBegun }
        }).pipe(
          Effect.matchCauseEffect({
            onFailure: () => Effect.fail(unhealthy),
            onSuccess: ({ isWritable, isStopping }) =>
              isStopping ? Effect.fail(unhealthy) : Effect.succeed(isWritable ? healthy : degraded)
          })
        ),
      live: () => Effect.succeed({ status: "alive" as const, version })
    })
  })
)
