import { Effect } from "effect"
import { Command } from "effect/cli"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import * as CommandOutput from "./CommandOutput.ts"
import * as Progress from "./Progress.ts"
import { withAccounts } from "./Services.ts"

const purge = Command.make("purge", {}, () =>
  withAccounts(
    Effect.gen(function* () {
      const { purgeExpired } = yield* SessionStore
      const removed = yield* Progress.during("Removing expired sessions …", () => purgeExpired)
      yield* CommandOutput.print({ json: { removed }, text: `Expired sessions removed: ${removed}` })
    })
  )
).pipe(Command.withDescription("Removes expired sessions, as a running server does every hour"))

export const command = Command.make("sessions").pipe(
  Command.withDescription("Manages sessions"),
  Command.withSubcommands([purge])
)
