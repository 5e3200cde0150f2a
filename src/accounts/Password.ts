import { Data, Effect, Schema } from "effect"
import { passwordLength } from "../shared/Limits.ts"

const { minimum, maximum } = passwordLength

/**
 * A password that may be set: 8–128 characters, counted in code points, and no lone surrogates (these have no UTF-8, so
 * that two different passwords would hash alike). Kept to the letter: neither trimmed nor normalised, as the hash format's
 * other implementations do it.
 */
export const Password = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((password: string) => {
      const length = password.length > 2 * maximum ? password.length : [...password].length
      return (length >= minimum && length <= maximum) || `must have ${minimum} to ${maximum} characters`
    }),
    Schema.makeFilter((password: string) => password.isWellFormed() || "must be valid Unicode text")
  ),
  Schema.brand("Password")
)
export type Password = typeof Password.Type

/** The message is one sentence that says which rule is broken. */
export class InvalidPassword extends Data.TaggedError("InvalidPassword")<{ readonly message: string }> {}

export const parsePassword = (text: string): Effect.Effect<Password, InvalidPassword> =>
  Schema.decodeEffect(Password)(text).pipe(
    Effect.mapError(({ message }) => new InvalidPassword({ message: `The password ${message}.` }))
  )
