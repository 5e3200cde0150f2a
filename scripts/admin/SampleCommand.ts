import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import type { UserRecord } from "../../src/accounts/users/UserStore.ts"
import { SampleStrategy } from "../../src/sample/SampleStrategy.ts"
import onboarding from "../../src/shared/sample/onboarding.json" with { type: "json" }
import * as ChangeSetRun from "./ChangeSetRun.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, failed } from "./Failure.ts"
import { optionalText } from "./Flags.ts"
import { strategyCommand } from "./Services.ts"
import { sampleEvents } from "./sample/SampleEvents.ts"

/** Loads the strategy with its history; none if the log has an applied event. */
const loadStrategy = SampleStrategy.use(({ load }) => load).pipe(
  Effect.asSome,
  Effect.catchTags({
    LogInUse: () => Effect.succeedNone,
    SampleUnknown: () =>
      new CommandFailed({ message: "The connection to the database was lost; the sample may have been written." })
  })
)

/** Creates a sample team in the name of an admin, by ordinary events of one change set. */
export const makeTeam = Effect.fnUntraced(function* (name: string, actor: UserRecord) {
  const run = yield* ChangeSetRun.newRun
  const { teamId, events } = yield* sampleEvents(name)
  const steps = events.map((body) => ({ body, row: 0, title: "" }))
  const { refused } = yield* Effect.mapError(ChangeSetRun.send(run, "Sample team", steps, actor), () => {
    const message = `The database did not answer in time. To take back what was written: import --undo ${run}`
    return new CommandFailed({ message })
  })
  if (refused[0] === undefined) return { teamId, events: events.length }
  return yield* failed(`The team was not created: ${refused[0].reason}.`)
})

export const command = strategyCommand(
  "sample",
  {
    name: optionalText("name", "The team's name"),
    as: ChangeSetRun.flags.as
  },
  function* ({ name, as }) {
    const isPlain = name === undefined && as === undefined
    const loaded = isPlain ? yield* loadStrategy : Option.none()
    if (Option.isSome(loaded)) {
      const { teamId, events } = loaded.value
      const text = `Loaded the sample strategy with ${events} events. Id of its first team: ${teamId}`
      return yield* CommandOutput.print({ json: { teamId, events }, text })
    }
    const actor = yield* ChangeSetRun.actingAdmin(as)
    const teamName = name ?? onboarding.name
    const { teamId, events } = yield* makeTeam(teamName, actor)
    yield* CommandOutput.print({
      json: { teamId, events },
      text: `Created the team ${JSON.stringify(teamName)} with ${events} events. Id: ${teamId}`
    })
  }
).pipe(
  Command.withDescription(
    "Loads the sample strategy with twelve weeks of history into an empty log; elsewhere, or with an option, creates a sample team"
  )
)
