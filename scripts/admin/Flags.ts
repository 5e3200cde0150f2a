import { Option, Schema } from "effect"
import { Flag } from "effect/cli"

/** A flag without a value; false unless it is given. */
export const toggle = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

/** A flag that may be left out. */
export const orUndefined = <A>(param: Flag.Flag<A>): Flag.Flag<A | undefined> =>
  Flag.map(Flag.optional(param), Option.getOrUndefined)

/** A flag that may be left out, with a text that the schema decodes. */
export const optional = <A>(name: string, description: string, schema: Schema.Codec<A, string>) =>
  orUndefined(Flag.String(name).pipe(Flag.withDescription(description), Flag.withSchema(schema)))

/** A flag that may be left out, with one of some texts. */
export const literal = <const L extends ReadonlyArray<string>>(name: string, values: L, description: string) =>
  orUndefined(Flag.Literals(name, values).pipe(Flag.withDescription(description)))

/** A flag that may be left out, with any text. */
export const optionalText = (name: string, description: string) => optional(name, description, Schema.String)

/** A flag with a whole number from `minimum` to `maximum`. */
export const wholeNumber = (
  name: string,
  description: string,
  { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = {}
) =>
  Flag.Int(name).pipe(
    Flag.withDescription(description),
    Flag.filter(
      (value) => value >= minimum && value <= maximum,
      (value) => `Expected a number from ${minimum} to ${maximum}, got: ${value}`
    )
  )

export const force = toggle("force", "Replace an existing file")
