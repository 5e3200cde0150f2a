import { Console, Effect, type Schema } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

/** The flag of all commands. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Print the result as one JSON document"),
    Flag.withDefault(false)
  )
})

export interface CommandOutput {
  readonly json: Schema.Json
  /** The same result for people, without a line break at the end. */
  readonly text: string
}

/** Prints a command's result on standard output; called once, at its end. */
export const print = Effect.fnUntraced(function* ({ json, text }: CommandOutput) {
  yield* Console.log((yield* Json) ? JSON.stringify(json) : text)
})
