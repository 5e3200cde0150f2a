import { Effect, Layer } from "effect"
import * as HourlyPurge from "../accounts/HourlyPurge.ts"
import { TokenStore } from "./TokenStore.ts"

/** Deletes expired tokens. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(TokenStore, ({ purgeExpired }) => HourlyPurge.start("expired tokens", purgeExpired))
)
