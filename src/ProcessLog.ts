import { Cause, Config, Effect, Logger, Option } from "effect"
import { type LogFormat, logFormat } from "./Config.ts"
import * as JsonLog from "./observability/JsonLog.ts"

type Format = typeof LogFormat.Type

/** Known before any other setting, so that what is wrong with those can be said in it; a value that is none counts as absent. */
export const format: Effect.Effect<Format> = logFormat.pipe(
  Config.orElse(() => Config.succeed(Option.none())),
  Effect.map(Option.getOrElse((): Format => (process.stdout.isTTY ? "pretty" : "json"))),
  Effect.orDie
)

/** Where the service's log goes: standard output. */
export const layer = (format: Format) => Logger.layer([format === "json" ? JsonLog.toOutput : Logger.consolePretty()])

/** Says on standard error why the process cannot start, go on, or wait; `text` alone in `pretty`. */
export const sayFatal = (format: Format, text: string, cause: Cause.Cause<unknown> = Cause.empty): void => {
  if (format === "json") run(Effect.logFatal(text, cause))
  else console.error(cause.reasons.length === 0 ? text : `${text}\n${Cause.pretty(cause)}`)
}

const run = (effect: Effect.Effect<void>): void =>
  Effect.runSync(Effect.provide(effect, Logger.layer([JsonLog.toErrorOutput])))

/**
 * In JSON, what Node writes to standard error on its own, warnings and errors that nobody caught, becomes lines of JSON there.
 * Such an error ends the process with status 1, as without this.
 */
export const replaceNodeOutput = (format: Format): void => {
  if (format !== "json") return
  // There is no listener where warnings are switched off.
  if (process.listenerCount("warning") > 0) {
    process.removeAllListeners("warning")
    process.on("warning", (warning) => run(Effect.logWarning(`${warning.name}: ${warning.message}`)))
  }
  process.on("uncaughtException", (error) => {
    sayFatal(format, "The process ends because of an error that nobody caught.", Cause.die(error))
    process.exit(1)
  })
}
