import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Config, Console, Data, Effect, Option, Runtime } from "effect"
import { CliOutput } from "effect/cli"
import { describeConfigError } from "../../src/Config.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { describeStorageFailure } from "../../src/sql/DatabaseFailure.ts"
import { printAside } from "./CommandOutput.ts"

/** The command cannot be carried out; the message is one sentence. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

export const failed = (message: string) => Effect.fail(new CommandFailed({ message }))

/** The flags exclude each other, or one is missing; the message is one sentence. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string }> {}

export const wrongUsage = (message: string) => Effect.fail(new UsageError({ message }))

/** The exit code of a process whose error has been printed. */
export class ExitStatus extends Data.TaggedError("ExitStatus")<{ readonly code: number }> {
  override readonly [Runtime.errorExitCode] = this.code
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, " ")

const printError = (message: string) => printAside(`Error: ${oneLine(message)}`)

/** Prints help when requested, and one line for each mistake in the command line. */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    switch (event._tag) {
      case "InvalidInvocation": {
        const [script, ...path] = event.commandPath
        return Effect.andThen(
          Effect.forEach(event.errors, ({ message }) => printError(message), { discard: true }),
          Console.error(`See: npm run ${script} -- ${[...path, "--help"].join(" ")}`)
        )
      }
      case "Help":
        if (event.reason === "Requested") return CliOutput.defaultPresenter.present(event)
        return Effect.flatMap(CliOutput.Formatter, (formatter) => Console.error(formatter.formatHelpDoc(event.helpDoc)))
      default:
        return CliOutput.defaultPresenter.present(event)
    }
  }
}

type ExpectedError = StorageError | Config.ConfigError | { readonly _tag: string; readonly message: string }

const messageOf = (error: ExpectedError): string => {
  if (error instanceof Config.ConfigError) return describeConfigError(error)
  if (error instanceof StorageError) return describeStorageFailure(error)
  return error.message
}

/**
 * Prints the failure on standard error and exits with 1, or with 2 for wrong usage. An expected error is one line, an
 * unexpected one the whole cause. An `ExitStatus` is passed on: its command has printed its result.
 */
export const report = <E extends ExpectedError>(cause: Cause.Cause<E>): Effect.Effect<never, ExitStatus> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const failure = Cause.findErrorOption(cause)
  if (Option.isNone(failure)) return Effect.andThen(Console.error(Cause.pretty(cause)), new ExitStatus({ code: 1 }))
  const error = failure.value
  if (error instanceof ExitStatus) return Effect.fail(error)
  if (error._tag === "ShowHelp") return Effect.fail(new ExitStatus({ code: 2 }))
  return Effect.andThen(printError(messageOf(error)), new ExitStatus({ code: error._tag === "UsageError" ? 2 : 1 }))
}

/** Runs a program whose failures are printed already. */
export const runMain = (main: Effect.Effect<void, ExitStatus, NodeServices.NodeServices>) =>
  main.pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain({ disableErrorReporting: true }))
