import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { AccountLog, recordingRebuild } from "../../src/accounts/AccountLog.ts"
import { Rebuild } from "../../src/log/maintenance/Rebuild.ts"
import { verify as verifyHistory } from "../../src/log/maintenance/Verify.ts"
import * as Answer from "./Answer.ts"
import { Impossible } from "./Failure.ts"
import * as Progress from "./Progress.ts"
import { withStores, withStrategy } from "./Services.ts"

const verify = Command.make("verify", {}, () =>
  withStores(
    Effect.gen(function* () {
      const report = yield* Progress.during("Verifying", verifyHistory)
      const { events, associations, checkpoints, stateHash } = report
      yield* Answer.print({
        json: { ok: true, ...report },
        text:
          `History is whole: ${events} events, ${associations} associations, ${checkpoints} checkpoints. ` +
          `State: ${stateHash}`
      })
    }).pipe(
      Effect.tapErrorTag(
        "HistoryBroken",
        Effect.fnUntraced(function* ({ sequenceNumber, message }) {
          if (yield* Answer.Json) yield* Console.log(JSON.stringify({ ok: false, sequenceNumber, message }))
        })
      )
    )
  )
).pipe(Command.withDescription("Looks at every event, association and checkpoint, and names the first that is wrong"))

const running = "A rebuild is in progress, on a server or in another script."
const lost = "This rebuild came to a halt, and another has taken over."

const rebuild = Command.make("rebuild", {}, () =>
  withStrategy(
    Effect.gen(function* () {
      const { run } = yield* Rebuild
      const recorded = recordingRebuild(yield* AccountLog)
      const rebuilt = yield* Progress.during("Rebuilding", (step) => run(step, recorded))
      const { eventsProcessed, associationsSaved, checkpointsSaved } = rebuilt
      yield* Answer.print({
        json: { ...rebuilt },
        text: `Rebuilt from ${eventsProcessed} events: ${associationsSaved} associations, ${checkpointsSaved} checkpoints.`
      })
    }).pipe(
      Effect.catchTags({
        RebuildRunning: () => Effect.fail(new Impossible({ message: running })),
        RebuildLost: () => Effect.fail(new Impossible({ message: lost }))
      })
    )
  )
).pipe(
  Command.withDescription("Makes entity histories and checkpoints anew from the log, as the server does on request")
)

export const command = Command.make("history").pipe(
  Command.withDescription("The history that the log tells"),
  Command.withSubcommands([verify, rebuild])
)
