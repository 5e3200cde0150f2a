import { Schema } from "effect"
import { Flag } from "effect/cli"

/** A flag that counts something, with what it is for and what it is without being given. */
export const count = (name: string, description: string, byDefault: number, minimum = 1) =>
  Flag.Int(name).pipe(
    Flag.withDescription(description),
    Flag.withSchema(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum, { message: `must be at least ${minimum}` }))
    ),
    Flag.withDefault(byDefault)
  )

/** What a measured value is held against. */
export const aim = (name: string, description: string, byDefault: number) =>
  Flag.Finite(name).pipe(
    Flag.withDescription(`${description}; missing it ends with status 1`),
    Flag.withDefault(byDefault)
  )
