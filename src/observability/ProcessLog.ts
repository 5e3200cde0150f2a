import { Cause, Effect, Logger } from "effect"
import * as JsonLog from "./JsonLog.ts"

type Format = "pretty" | "json"

/** The format without a setting: `pretty`, with colours and indents, for a terminal. */
export const defaultFormat = (): Format => (process.stdout.isTTY ? "pretty" : "json")

/** Writes the service's log to standard output. */
export const layer = (format: Format) => Logger.layer([format === "json" ? JsonLog.toOutput : Logger.consolePretty()])

/** Writes to standard error why the process cannot start or continue, or ends early; without a prefix in `pretty`. */
export const logFatal = (format: Format, text: string, cause: Cause.Cause<unknown> = Cause.empty): void => {
  if (format === "json") logToErrorOutput(Effect.logFatal(text, cause))
  else console.error(cause.reasons.length === 0 ? text : `${text}\n${Cause.pretty(cause)}`)
}

const logToErrorOutput = (effect: Effect.Effect<void>): void =>
  Effect.runSync(Effect.provide(effect, Logger.layer([JsonLog.toErrorOutput])))

/**
 * With JSON logs, turns what Node itself writes to standard error, which is warnings and uncaught errors, into lines of
 * JSON. An uncaught error ends the process with status 1, as it does without this.
 */
export const replaceNodeOutput = (format: Format): void => {
  if (format !== "json") return
  // Node has no listener when warnings are switched off.
  if (process.listenerCount("warning") > 0) {
    process.removeAllListeners("warning")
    process.on("warning", (warning) => logToErrorOutput(Effect.logWarning(`${warning.name}: ${warning.message}`)))
  }
  process.on("uncaughtException", (error) => {
    logFatal(format, "Exiting because of an uncaught error.", Cause.die(error))
    process.exit(1)
  })
}
