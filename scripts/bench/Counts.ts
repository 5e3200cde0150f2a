import { Schema } from "effect"

/** What a flag that counts something may be. */
export const atLeast = (minimum: number) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum, { message: `must be at least ${minimum}` }))
