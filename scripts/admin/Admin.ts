import { Effect, Layer, Logger, References, Stdio, Stream, Terminal } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import * as ServiceVersion from "../../src/observability/ServiceVersion.ts"
import { Json } from "./CommandOutput.ts"
import * as DatabaseCommands from "./DatabaseCommands.ts"
import * as ConvertDetailsCommand from "./details/ConvertDetailsCommand.ts"
import * as ExportCommand from "./ExportCommand.ts"
import { presenter, report } from "./Failure.ts"
import * as HistoryCommands from "./HistoryCommands.ts"
import * as ImportCommand from "./ImportCommand.ts"
import * as LogCommands from "./LogCommands.ts"
import * as SampleCommand from "./SampleCommand.ts"
import * as SessionsCommands from "./SessionsCommands.ts"
import * as TokensCommands from "./TokensCommands.ts"
import * as UsersCommands from "./UsersCommands.ts"
import * as VerifyDeckCommand from "./VerifyDeckCommand.ts"
import * as WebhooksCommands from "./WebhooksCommands.ts"

const admin = Command.make("admin").pipe(
  Command.withDescription("Administers the service's database, set by DATABASE_URL or DATA_DIR as for the server."),
  Command.withSubcommands([
    DatabaseCommands.status,
    DatabaseCommands.migrate,
    UsersCommands.command,
    SessionsCommands.command,
    TokensCommands.command,
    WebhooksCommands.command,
    ExportCommand.command,
    VerifyDeckCommand.command,
    SampleCommand.command,
    ImportCommand.command,
    ConvertDetailsCommand.command,
    HistoryCommands.command,
    LogCommands.command
  ]),
  Command.withGlobalFlags([Json])
)

/** Shows prompts on standard error, since standard output is for the result. */
const promptsOnStderr = Layer.effect(
  Terminal.Terminal,
  Effect.gen(function* () {
    const terminal = yield* Terminal.Terminal
    const stdio = yield* Stdio.Stdio
    return { ...terminal, display: (text) => Stream.run(Stream.make(text), stdio.stderr()) }
  })
)

const environment = Layer.mergeAll(
  promptsOnStderr,
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel] }),
  Logger.layer([Logger.withConsoleError(Logger.formatSimple)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/** Runs the command line in `Stdio`. On failure it prints why and fails with `ExitStatus`. */
export const main = Effect.flatMap(ServiceVersion.read, (version) => Command.run(admin, { version })).pipe(
  Effect.provide(environment),
  Effect.catchCause(report)
)
