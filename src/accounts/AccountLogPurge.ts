import { Clock, Duration, Effect, Layer } from "effect"
import { AccountLog } from "./AccountLog.ts"
import * as HourlyPurge from "./HourlyPurge.ts"

/** Deletes entries of the account log that are older than `accountLogDays`. */
export const layer = ({ accountLogDays }: { readonly accountLogDays: number }) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { purge } = yield* AccountLog
      const keptMs = Duration.toMillis(Duration.days(accountLogDays))
      yield* HourlyPurge.start(
        "old account log entries",
        Effect.flatMap(Clock.currentTimeMillis, (now) => purge(now - keptMs))
      )
    })
  )
