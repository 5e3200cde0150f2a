import { Cause, type Config, Console, Data, Effect, Option, Runtime } from "effect"
import { CliOutput } from "effect/cli"
import { describe } from "../../src/Config.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { describeStorageFailure } from "../../src/sql/DatabaseFailure.ts"

/** What was asked for cannot be done; the message is one sentence. */
export class Impossible extends Data.TaggedError("Impossible")<{ readonly message: string }> {}

/** The flags do not go together; the message is one sentence. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** The end of a process whose failure has been told. */
export class Ended extends Data.TaggedError("Ended")<{ readonly code: number }> {
  override readonly [Runtime.errorExitCode] = this.code
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, " ")

const line = (message: string) => Console.error(`Error: ${oneLine(message)}`)

/** What the command line allows, on request; what it does not allow, in a line for each mistake. */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    switch (event._tag) {
      case "InvalidInvocation": {
        const [script, ...path] = event.commandPath
        return Effect.andThen(
          Effect.forEach(event.errors, ({ message }) => line(message), { discard: true }),
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

type Foreseen = StorageError | Config.ConfigError | { readonly _tag: string; readonly message: string }

const isConfigError = (error: Foreseen): error is Config.ConfigError => error._tag === "ConfigError"

const sentence = (error: Foreseen): string => {
  if (isConfigError(error)) return describe(error)
  if (error instanceof StorageError) return describeStorageFailure(error)
  return error.message
}

/**
 * Tells on standard error what went wrong and ends with 1, or 2 for wrong usage: in a line what was foreseen, with its
 * whole story what was not.
 */
export const report = <E extends Foreseen>(cause: Cause.Cause<E>): Effect.Effect<never, Ended> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const failure = Cause.findErrorOption(cause)
  if (Option.isNone(failure)) return Effect.andThen(Console.error(Cause.pretty(cause)), new Ended({ code: 1 }))
  const error = failure.value
  if (error._tag === "ShowHelp") return Effect.fail(new Ended({ code: 2 }))
  return Effect.andThen(line(sentence(error)), new Ended({ code: error._tag === "WrongUsage" ? 2 : 1 }))
}
