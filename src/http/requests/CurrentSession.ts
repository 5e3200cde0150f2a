import { Effect } from "effect"
import { CurrentUser } from "../../api/Access.ts"

/** The caller of an endpoint with `SessionOnly`. */
export const currentSession = Effect.flatMap(CurrentUser, (user) =>
  user.sessionId === undefined ? Effect.die(new Error("An endpoint for sessions admits tokens.")) : Effect.succeed(user)
)
