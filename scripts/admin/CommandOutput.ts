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

/** Control characters, and those that turn the direction of what follows: a terminal would obey them. */
const obeyed = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** A text, which may contain what users wrote, as a terminal may show it; a JSON document stays the same document. */
export const printable = (text: string): string =>
  text.replaceAll(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Prints a JSON document on standard output. */
export const printJson = (json: Schema.Json) => Console.log(printable(JSON.stringify(json)))

/** Prints a command's result on standard output; called once, at its end. */
export const print = Effect.fnUntraced(function* ({ json, text }: CommandOutput) {
  yield* (yield* Json) ? printJson(json) : Console.log(printable(text))
})

/** Prints a list as a command's result, a line for each; `none` says that it is empty. */
export const printList = <A extends Schema.Json>(all: ReadonlyArray<A>, line: (one: A) => string, none: string) =>
  print({ json: all, text: all.length === 0 ? none : all.map(line).join("\n") })

/** Prints on standard error what does not belong to the result, or an error. */
export const printAside = (text: string) => Console.error(printable(text))
