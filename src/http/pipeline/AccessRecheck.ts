import { Context, Data, Effect } from "effect"
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

/** The reader's session ended, or its role changed, while a response was being sent. */
class AccessEnded extends Data.TaggedError("AccessEnded") {}

/** Makes each run of an effect, such as one that gives the next part of a response, begin with the check. */
export const whileAllowed = <A, E, R>(next: Effect.Effect<A, E, R>) =>
  Effect.map(AccessRecheck, (recheck) =>
    Effect.flatMap(
      recheck,
      (refusal): Effect.Effect<A, E | AccessEnded, R> => (refusal === undefined ? next : Effect.fail(new AccessEnded()))
    )
  )
