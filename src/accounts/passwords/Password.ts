import { Data, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { passwordLength } from "../../shared/Limits.ts"

const { minimum, maximum } = passwordLength

/**
 * A valid new password: 8–128 code points, without lone surrogates (which have no UTF-8, so that two different
 * passwords would have the same hash). It is neither trimmed nor normalised, like in other implementations of the hash
 * format.
 */
const Password = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((password: string) => {
      const length = password.length > 2 * maximum ? password.length : [...password].length
      return (length >= minimum && length <= maximum) || `must have ${minimum} to ${maximum} characters`
    }),
    Schema.makeFilter((password: string) => password.isWellFormed() || "must be valid Unicode text")
  ),
  Schema.brand("Password")
)
type Password = typeof Password.Type

/** The message is a sentence that names the broken rule. */
export class InvalidPassword extends Data.TaggedError("InvalidPassword")<{ readonly message: string }> {}

export const parsePassword = (text: string): Effect.Effect<Password, InvalidPassword> =>
  Schema.decodeEffect(Password)(text).pipe(
    Effect.mapError(({ message }) => new InvalidPassword({ message: `The password ${message}.` }))
  )

/** Characters that are easily confused are left out: 0 O o, 1 I l. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"

const generatedLength = 20

/** A new password of 20 letters and digits, 116 bits. */
export const generatePassword = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const index = random.intBetween(0, alphabet.length, { halfOpen: true })
  const letters = yield* Effect.replicateEffect(
    Effect.map(index, (_) => alphabet.charAt(_)),
    generatedLength
  )
  return letters.join("")
})
