import { Effect, Layer } from "effect"
import * as HourlyPurge from "./HourlyPurge.ts"
import { SessionStore } from "./SessionStore.ts"

/** Deletes expired sessions. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(SessionStore, ({ purgeExpired }) => HourlyPurge.start("expired sessions", purgeExpired))
)
