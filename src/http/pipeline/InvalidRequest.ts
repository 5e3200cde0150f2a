import { Effect } from "effect"
import { BadRequest } from "../../api/Errors.ts"

/** What a caller sees of an error whose message is for them: a 400. `field` is the member of the body at fault. */
export const badRequest =
  (code: BadRequest["code"], field?: string) =>
  ({ message }: { readonly message: string }): Effect.Effect<never, BadRequest> =>
    Effect.fail(new BadRequest({ message, code, ...(field === undefined ? {} : { field }) }))

/** The 400 for a parameter that breaks a `rule` which no schema knows, such as `is in the future`. */
export const invalidQuery = (field: string, rule: string): BadRequest =>
  new BadRequest({ message: `Invalid query: ${field} ${rule}.`, code: "invalid_value", field })
