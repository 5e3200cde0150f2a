import { Data, Effect, Schema, SchemaTransformation } from "effect"
import { usernameLength } from "../shared/Limits.ts"
import { maxMarksInRow, normalizationObstacle, normalized } from "../shared/NormalForm.ts"

/** Each code point takes at most two UTF-16 units. */
const isTooLong = (name: string): boolean => name.length > 2 * usernameLength || [...name].length > usernameLength

const control = /[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u

/** U+3164 and U+FFA0 are default-ignorable. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const onlyMarks = /^[\s\p{M}]*$/u

/**
 * A name as it is shown: NFKC-normalised and trimmed (in this order, since NFKC makes plain spaces of others).
 * Undefined for a text that is not normalised, and so is nobody's name: see `NormalForm`.
 */
const normalise = (text: string): string | undefined => normalized(text, "NFKC", usernameLength)?.trim()

/** What is wrong with a normalised name, or with a text that is not normalised. As a predicate: "must not be empty". */
const faultOf = (name: string): string | undefined => {
  if (name === "") return "must not be empty"
  if (isTooLong(name)) return `must have at most ${usernameLength} characters`
  if (normalizationObstacle(name, usernameLength) === "marks") {
    return `must not have more than ${maxMarksInRow} combining marks in a row`
  }
  if (!name.isWellFormed() || control.test(name)) return "must not contain control characters"
  if (unseen.test(name)) return "must not contain invisible or formatting characters"
  return onlyMarks.test(name) ? "must have a visible character" : undefined
}

/**
 * The name of a user there is. Earlier versions allowed characters that are refused now: such a user signs in as
 * before, and is listed and deleted like any other. The rules are for new names: see `NewUsername`.
 */
export const Username = Schema.String.pipe(Schema.brand("Username"))
export type Username = typeof Username.Type

/**
 * Decodes to the normalised name: 1–50 code points, no control characters (C0, DEL, C1), no line or paragraph
 * separators, no lone surrogates, no invisible and no formatting characters, no more marks in a row than `NormalForm`
 * takes.
 */
export const NewUsername = Schema.String.pipe(
  Schema.decode(SchemaTransformation.transform({ decode: (text) => normalise(text) ?? text, encode: (name) => name })),
  Schema.check(Schema.makeFilter(faultOf)),
  Schema.brand("Username")
)

/** The message is one sentence that says which rule is broken. */
export class InvalidUsername extends Data.TaggedError("InvalidUsername")<{ readonly message: string }> {}

export const parseUsername = (text: string): Effect.Effect<Username, InvalidUsername> =>
  Schema.decodeEffect(NewUsername)(text).pipe(
    Effect.mapError(({ message }) => new InvalidUsername({ message: `The username ${message}.` }))
  )

/** No key of a name begins with it. */
const nobody = "\u0000"

/** The most UTF-16 units of a text that is nobody's name which its key has. */
const nobodysLength = 200

/**
 * Names with the same key are the same name. JavaScript has no case folding: upper case first makes one of `ß` and `ss`
 * and of both small sigmas. Total, for any text, so that a name that nobody can have is counted like any other.
 */
export const usernameKey = (text: string): string => {
  const name = normalise(text)
  if (name === undefined || isTooLong(name)) return nobody + text.slice(0, nobodysLength)
  const folded = name.toUpperCase().toLowerCase()
  return normalized(folded, "NFKC", folded.length) ?? folded
}

/** Under which key a user is looked up; undefined for a text that is nobody's name, or that no database takes. */
export const findableKey = (text: string): string | undefined => {
  const key = usernameKey(text)
  return key.includes(nobody) || !key.isWellFormed() ? undefined : key
}

/** A name to look for: one that follows the rules, or one that earlier versions allowed. */
export const searchedUsername = (text: string): Effect.Effect<Username, InvalidUsername> =>
  Effect.catchTag(parseUsername(text), "InvalidUsername", (error) =>
    text.trim() === "" || findableKey(text) === undefined ? Effect.fail(error) : Effect.succeed(Username.make(text))
  )
