import { Console, Effect, type Schema } from "effect"
import { GlobalFlag } from "effect/cli"
import { toggle } from "./Flags.ts"

/** The flag of all commands. */
export const Json = GlobalFlag.Setting("json")({
  flag: toggle("json", "Print the result as one JSON document")
})

export interface CommandOutput {
  readonly json: Schema.Json
  /** The result as text for people, without a line break at the end. */
  readonly text: string
}

/** Prints a command's result on standard output; called once, at its end. */
export const print = Effect.fnUntraced(function* ({ json, text }: CommandOutput) {
  yield* Console.log((yield* Json) ? JSON.stringify(json) : text)
})
