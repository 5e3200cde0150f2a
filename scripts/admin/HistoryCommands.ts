import { Effect } from "effect"
import { Command } from "effect/cli"
import { AccountLog, recordingRebuild } from "../../src/accounts/log/AccountLog.ts"
import { Rebuild } from "../../src/log/maintenance/Rebuild.ts"
import { verify as verifyHistory } from "../../src/log/maintenance/Verify.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed } from "./Failure.ts"
import * as Progress from "./Progress.ts"
import { storesCommand, strategyCommand } from "./Services.ts"

const verify = storesCommand("verify", {}, function* () {
  const report = yield* Effect.tapErrorTag(
    Progress.during("Verifying", verifyHistory),
    "HistoryBroken",
    Effect.fnUntraced(function* ({ sequenceNumber, message }) {
      if (yield* CommandOutput.Json) yield* CommandOutput.printJson({ ok: false, sequenceNumber, message })
    })
  )
  const { events, associations, checkpoints, stateHash } = report
  yield* CommandOutput.print({
    json: { ok: true, ...report },
    text:
      `History is intact: ${events} events, ${associations} associations, ${checkpoints} checkpoints. ` +
      `State: ${stateHash}`
  })
}).pipe(Command.withDescription("Checks every event, association and checkpoint, and reports the first fault"))

/** Rebuilds the history with progress, and records it. */
export const rebuildHistory = Effect.gen(function* () {
  const { run } = yield* Rebuild
  const recorded = recordingRebuild(yield* AccountLog)
  return yield* Progress.during("Rebuilding", (step) => run(step, recorded))
}).pipe(
  Effect.catchTags({
    RebuildRunning: () => failed("A rebuild is already running, on a server or in another command."),
    RebuildLost: () => failed("This rebuild stalled, and another one took over.")
  })
)

const rebuild = strategyCommand("rebuild", {}, function* () {
  const rebuilt = yield* rebuildHistory
  const { eventsProcessed, associationsSaved, checkpointsSaved } = rebuilt
  yield* CommandOutput.print({
    json: { ...rebuilt },
    text: `Rebuilt from ${eventsProcessed} events: ${associationsSaved} associations, ${checkpointsSaved} checkpoints.`
  })
}).pipe(
  Command.withDescription("Rebuilds entity histories and checkpoints from the log, as the server does on request")
)

export const command = Command.make("history").pipe(
  Command.withDescription("Verifies or rebuilds the history"),
  Command.withSubcommands([verify, rebuild])
)
