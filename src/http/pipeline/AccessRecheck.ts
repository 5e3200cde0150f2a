import { Context, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"

/**
 * Checks the caller's session and role again, and gives the refusal or undefined. To be run before a request acts or is
 * answered if it may have lasted for some time: half a minute may pass until a body has arrived, a presentation is made or a
 * long history is sent.
 */
export const AccessRecheck = Context.Reference<Effect.Effect<HttpServerResponse.HttpServerResponse | undefined>>(
  "strategy/http/AccessRecheck",
  { defaultValue: () => Effect.undefined }
)
