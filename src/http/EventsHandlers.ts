import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { Planner } from "../log/Planner.ts"
import { submit } from "./Submit.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fn(function* (handlers) {
    const submission = submit(yield* Planner)
    return handlers.handle("submit", ({ payload, headers }) =>
      CurrentUser.use((user) => submission(user, payload, headers["idempotency-key"]))
    )
  })
)
