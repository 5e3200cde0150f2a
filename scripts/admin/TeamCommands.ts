import { Console, Effect, HashMap, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Exporter } from "../../src/deck/Exporter.ts"
import type { State, Team } from "../../src/domain/state/State.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { nameLength } from "../../src/shared/Limits.ts"
import { normalized } from "../../src/shared/NormalForm.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, UsageError } from "./Failure.ts"
import { type FileKind, requireFree, writeTo } from "./FileOutput.ts"
import * as Progress from "./Progress.ts"
import { withStrategy } from "./Services.ts"

const presentation: FileKind = { noun: "presentation", mode: 0o666 }

/** The present state, or the state right after an event. */
const stateAt = Effect.fnUntraced(function* (at: Option.Option<number>) {
  const state = yield* Projector.use((projector) => projector.state)
  if (Option.isNone(at)) return state
  if (at.value <= state.sequenceNumber) {
    return (yield* TimeTravel.use((timeTravel) => timeTravel.positionAt(at.value))).state
  }
  return yield* new CommandFailed({
    message: `There is no event ${at.value} yet; the latest is ${state.sequenceNumber}.`
  })
})

/** Finds a team by id, or by name without regard to case; fails if several teams have the name. */
const findTeam = (state: State, wanted: string): Effect.Effect<Team, CommandFailed> => {
  const key = (normalized(wanted.trim(), "NFC", nameLength) ?? wanted).toLowerCase()
  const all = HashMap.toValues(state.teams)
  const found = all.filter(({ id, name }) => id === key || name.toLowerCase() === key)
  const [team] = found
  if (team === undefined)
    return Effect.fail(new CommandFailed({ message: `There is no team ${JSON.stringify(wanted)}.` }))
  if (found.length === 1) return Effect.succeed(team)
  const ids = found.map(({ id }) => id).sort()
  return Effect.fail(
    new CommandFailed({
      message: `${found.length} teams are named ${JSON.stringify(wanted)}; use one of the ids ${ids.join(", ")}.`
    })
  )
}

const make = Effect.fnUntraced(
  function* (wanted: string, at: Option.Option<number>) {
    const exporter = yield* Exporter
    const team = yield* findTeam(yield* stateAt(at), wanted)
    const { deck } = yield* exporter.find(team.id, Option.getOrNull(at))
    return { team, deck: yield* deck }
  },
  Effect.catchTag("TeamTooLarge", ({ message }) => Effect.fail(new CommandFailed({ message }))),
  Effect.catchTag(["TeamNotFound", "MomentNotFound", "ExporterBusy", "DeckFailed"], Effect.die)
)

const exporting = Command.make(
  "export",
  {
    team: Argument.String("team").pipe(Argument.withDescription("The team's id, or its name in upper or lower case")),
    at: Flag.Int("at").pipe(
      Flag.withDescription("The sequence number of an event: show the team as it was right after it"),
      Flag.filter(
        (at) => at >= 1,
        (at) => `Expected a sequence number from 1 on, got: ${at}`
      ),
      Flag.optional
    ),
    file: Flag.String("file").pipe(
      Flag.withDescription(
        "The path of the file; by default <team>-strategy-<date>.pptx in this folder; - for standard output"
      ),
      Flag.optional
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Replace an existing file"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ team: wanted, at, file, force }) {
    const onStdout = Option.contains(file, "-")
    if (onStdout && (yield* CommandOutput.Json)) {
      return yield* new UsageError({ message: "--json needs a file: standard output is for the presentation." })
    }
    if (Option.isSome(file) && !onStdout) yield* requireFree(file.value, force)
    const { team, deck } = yield* withStrategy(Progress.during("Making the presentation …", () => make(wanted, at)))
    const path = Option.getOrElse(file, () => deck.name.full)
    if (!onStdout) yield* requireFree(path, force)
    yield* writeTo(onStdout ? Option.none() : Option.some(path), presentation, (write) => write(deck.bytes))
    const bytes = deck.bytes.byteLength
    const text = `Wrote the presentation of ${JSON.stringify(team.name)}, ${bytes} bytes${onStdout ? "" : `, to ${path}`}.`
    yield* onStdout
      ? Console.error(text)
      : CommandOutput.print({ json: { teamId: team.id, team: team.name, file: path, bytes }, text })
    return undefined
  })
).pipe(Command.withDescription("Exports a team's principles and objectives as a presentation"))

export const command = Command.make("team").pipe(
  Command.withDescription("Exports teams"),
  Command.withSubcommands([exporting])
)
