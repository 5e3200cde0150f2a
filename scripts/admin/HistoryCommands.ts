import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { verify as verifyHistory } from "../../src/log/Verify.ts"
import * as Answer from "./Answer.ts"
import * as Progress from "./Progress.ts"
import { withStores } from "./Services.ts"

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

export const command = Command.make("history").pipe(
  Command.withDescription("The history that the log tells"),
  Command.withSubcommands([verify])
)
