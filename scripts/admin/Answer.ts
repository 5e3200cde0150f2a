import { Console, Effect, type Schema } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

/** The flag every command knows. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Answer with one JSON document, for machines"),
    Flag.withDefault(false)
  )
})

export interface Answer {
  readonly json: Schema.Json
  /** The same for people, without a line break at the end. */
  readonly text: string
}

/** All that a command writes on standard output, once and at its end. */
export const print = Effect.fnUntraced(function* ({ json, text }: Answer) {
  yield* Console.log((yield* Json) ? JSON.stringify(json) : text)
})
