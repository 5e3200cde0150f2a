import { Predicate, Result, Schema } from "effect"
import { faultClause, firstFault } from "../../api/requests/RequestFault.ts"
import { refused, type ToolRefused } from "../ToolRefused.ts"
import { readArguments } from "./LenientArguments.ts"
import { closed, type StrictSchema, strict } from "./StrictSchema.ts"

/** What a tool takes: the schema that clients see, and the reader of what they send. */
export interface ToolArguments<A> {
  readonly schema: StrictSchema
  readonly read: (sent: unknown) => Result.Result<A, ToolRefused>
}

const valueAt = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce(
    (within: unknown, key) => (Predicate.isObjectOrArray(within) ? Reflect.get(within, key) : undefined),
    value
  )

export const argumentsOf = <A>(parameters: Schema.ConstraintDecoder<A>): ToolArguments<A> => {
  const schema = closed(strict(parameters))
  const decode = Schema.decodeUnknownResult(parameters, { onExcessProperty: "error" })
  return {
    schema,
    read: (sent) => {
      const value = readArguments(schema, sent ?? {})
      return Result.mapError(decode(value), ({ issue }) => {
        const fault = firstFault(issue)
        const clause = fault.path.length === 0 ? "send an object" : faultClause(fault, valueAt(value, fault.path))
        return refused(`Invalid arguments: ${clause}.`)
      })
    }
  }
}
