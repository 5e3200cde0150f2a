import { Effect, Layer, Logger, References, Stdio, Stream, Terminal } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { Json } from "./Answer.ts"
import { presenter, report } from "./Failure.ts"
import * as HistoryCommands from "./HistoryCommands.ts"
import * as LogCommands from "./LogCommands.ts"
import * as SampleCommand from "./SampleCommand.ts"
import * as SessionsCommands from "./SessionsCommands.ts"
import * as TeamCommands from "./TeamCommands.ts"
import * as UsersCommands from "./UsersCommands.ts"

const admin = Command.make("admin").pipe(
  Command.withDescription(
    "Tasks of an administrator, on the database that DATABASE_URL or DATA_DIR name, as for the server."
  ),
  Command.withSubcommands([
    UsersCommands.command,
    SessionsCommands.command,
    TeamCommands.command,
    SampleCommand.command,
    HistoryCommands.command,
    LogCommands.command
  ]),
  Command.withGlobalFlags([Json])
)

/** Questions go to standard error: standard output is for the answer. */
const questions = Layer.effect(
  Terminal.Terminal,
  Effect.gen(function* () {
    const terminal = yield* Terminal.Terminal
    const stdio = yield* Stdio.Stdio
    return { ...terminal, display: (text) => Stream.run(Stream.make(text), stdio.stderr()) }
  })
)

const surroundings = Layer.mergeAll(
  questions,
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel] }),
  Logger.layer([Logger.withConsoleError(Logger.formatSimple)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/** What the command line in `Stdio` says. It fails with `Ended`, after it has told why. */
export const main = admin.pipe(
  Command.run({ version: "0.1.0" }),
  Effect.provide(surroundings),
  Effect.catchCause(report)
)
