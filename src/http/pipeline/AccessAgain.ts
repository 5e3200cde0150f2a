import { Context, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"

/**
 * Judges the caller's session and role once more. To be asked when time may have passed since the request began, before it
 * acts or is answered: a body may take half a minute to arrive, a presentation to be made, a long history to be sent. Gives the
 * refusal; undefined where there is none.
 */
export const AccessAgain = Context.Reference<Effect.Effect<HttpServerResponse.HttpServerResponse | undefined>>(
  "strategy/http/AccessAgain",
  { defaultValue: () => Effect.undefined }
)
