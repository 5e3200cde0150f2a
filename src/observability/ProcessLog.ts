import { Cause, Effect, Logger } from "effect"
import * as JsonLog from "./JsonLog.ts"

export type Format = "pretty" | "json"

/** Without a setting: colours and indents are for people. */
export const defaultFormat = (): Format => (process.stdout.isTTY ? "pretty" : "json")

/** Where the service's log goes: standard output. */
export const layer = (format: Format) => Logger.layer([format === "json" ? JsonLog.toOutput : Logger.consolePretty()])

/** Says on standard error why the process cannot start, go on, or wait; `text` alone in `pretty`. */
export const logFatal = (format: Format, text: string, cause: Cause.Cause<unknown> = Cause.empty): void => {
  if (format === "json") logToErrorOutput(Effect.logFatal(text, cause))
  else console.error(cause.reasons.length === 0 ? text : `${text}\n${Cause.pretty(cause)}`)
}

const logToErrorOutput = (effect: Effect.Effect<void>): void =>
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
    process.on("warning", (warning) => logToErrorOutput(Effect.logWarning(`${warning.name}: ${warning.message}`)))
  }
  process.on("uncaughtException", (error) => {
    logFatal(format, "The process ends because of an error that nobody caught.", Cause.die(error))
    process.exit(1)
  })
}
