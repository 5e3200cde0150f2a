import { Data, Effect, Option, Schema, SchemaTransformation } from "effect"
import { usernameLength } from "../../shared/Limits.ts"
import { exceededBound, maxMarksInRow, normalized } from "../../shared/NormalForm.ts"
import { standsForFormerUser, standsForFormerUserRule } from "./FormerUser.ts"

/** Each code point takes at most two UTF-16 units. */
const isTooLong = (name: string): boolean => name.length > 2 * usernameLength || [...name].length > usernameLength

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u

/** U+3164 and U+FFA0 are default-ignorable. */
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const onlyMarks = /^[\s\p{M}]*$/u

/**
 * The name in NFKC, trimmed afterwards, since NFKC turns other spaces into plain ones. Undefined for a text that
 * `NormalForm` does not normalise, which cannot be a name.
 */
const normalizedName = (text: string): string | undefined => normalized(text, "NFKC", usernameLength)?.trim()

/** The rule that a normalised name, or a text that is not normalised, breaks: "must not be empty", for example. */
const brokenRule = (name: string): string | undefined => {
  if (name === "") return "must not be empty"
  if (isTooLong(name)) return `must have at most ${usernameLength} characters`
  if (exceededBound(name, usernameLength) === "marks") {
    return `must not have more than ${maxMarksInRow} combining marks in a row`
  }
  if (!name.isWellFormed() || controlCharacters.test(name)) return "must not contain control characters"
  if (invisibleCharacters.test(name)) return "must not contain invisible or formatting characters"
  if (onlyMarks.test(name)) return "must have a visible character"
  return standsForFormerUser(name) ? standsForFormerUserRule : undefined
}

/**
 * The name of an existing user. Earlier versions allowed characters that are refused now; such users still sign in and
 * are listed and deleted like any other. The rules for new names are in `NewUsername`.
 */
export const Username = Schema.String.pipe(Schema.brand("Username"))
export type Username = typeof Username.Type

/**
 * Decodes to the normalised name: 1–50 code points, no control characters (C0, DEL, C1), no line or paragraph
 * separators, no lone surrogates, no invisible and no formatting characters, no more marks in a row than `NormalForm`
 * takes, and not what stands for removed names.
 */
export const NewUsername = Schema.String.pipe(
  Schema.decode(
    SchemaTransformation.transform({ decode: (text) => normalizedName(text) ?? text, encode: (name) => name })
  ),
  Schema.check(Schema.makeFilter(brokenRule)),
  Schema.brand("Username")
)

const unusable = new RegExp(`${controlCharacters.source}|${invisibleCharacters.source}`, "gu")

/** In UTF-16 units; what comes after it cannot be part of a name. */
const maxSource = 4 * usernameLength

/** A valid name that is as close as possible to a text from elsewhere; undefined if nothing of it can be a name. */
export const usableName = (text: string): Username | undefined => {
  const kept = text.slice(0, maxSource).toWellFormed().replaceAll(unusable, "")
  const short = [...(normalizedName(kept) ?? "")].slice(0, usernameLength).join("")
  return Option.getOrUndefined(Schema.decodeOption(NewUsername)(short))
}

/** The message is a sentence that names the broken rule. */
export class InvalidUsername extends Data.TaggedError("InvalidUsername")<{ readonly message: string }> {}

export const parseUsername = (text: string): Effect.Effect<Username, InvalidUsername> =>
  Schema.decodeEffect(NewUsername)(text).pipe(
    Effect.mapError(({ message }) => new InvalidUsername({ message: `The username ${message}.` }))
  )

/** The keys of texts that cannot be names begin with this prefix; no other key does. */
const invalidNamePrefix = "\u0000"

/** The key of a text that cannot be a name has this many of its UTF-16 units. */
const invalidNameLength = 200

/**
 * Names with the same key are the same name. JavaScript has no case folding; converting to upper case first makes `ß`
 * and `ss` equal, and both small sigmas. Any text has a key, so that attempts with an invalid name are counted like
 * others.
 */
export const usernameKey = (text: string): string => {
  const name = normalizedName(text)
  if (name === undefined || isTooLong(name)) return invalidNamePrefix + text.slice(0, invalidNameLength)
  const folded = name.toUpperCase().toLowerCase()
  return normalized(folded, "NFKC", folded.length) ?? folded
}

/** The key to look up a user by; undefined for a text that cannot be a name or that no database stores. */
export const lookupKey = (text: string): string | undefined => {
  const key = usernameKey(text)
  return key.includes(invalidNamePrefix) || !key.isWellFormed() ? undefined : key
}

/** Parses a name to search for: a valid one, or one that earlier versions allowed. */
export const parseSearchedUsername = (text: string): Effect.Effect<Username, InvalidUsername> =>
  Effect.catchTag(parseUsername(text), "InvalidUsername", (error) =>
    text.trim() === "" || lookupKey(text) === undefined ? Effect.fail(error) : Effect.succeed(Username.make(text))
  )
