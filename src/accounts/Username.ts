import { Data, Effect, Schema, SchemaTransformation } from "effect"

const codePoints = (text: string): number => [...text].length

const forbidden = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A name as it is shown: NFKC-normalised and trimmed (in this order, since NFKC makes plain spaces of others). */
const normalise = (text: string): string => text.normalize("NFKC").trim()

/**
 * Decodes to the normalised name: 1–50 code points, no control characters (C0, DEL, C1), no line or paragraph
 * separators, no lone surrogates. The messages are predicates: "must not be empty".
 */
export const Username = Schema.String.pipe(
  Schema.decode(SchemaTransformation.transform({ decode: normalise, encode: (name) => name })),
  Schema.check(
    Schema.makeFilter((name: string) => name.length > 0 || "must not be empty", undefined, true),
    Schema.makeFilter(
      (name: string) =>
        // Each code point takes at most two units, so that an enormous name is not spread into an array.
        (name.length <= 100 && codePoints(name) <= 50) || "must have at most 50 characters",
      undefined,
      true
    ),
    Schema.makeFilter(
      (name: string) => (name.isWellFormed() && !forbidden.test(name)) || "must not contain control characters"
    )
  ),
  Schema.brand("Username")
)
export type Username = typeof Username.Type

/** The message is one sentence that says which rule is broken. */
export class InvalidUsername extends Data.TaggedError("InvalidUsername")<{ readonly message: string }> {}

export const parseUsername = (text: string): Effect.Effect<Username, InvalidUsername> =>
  Schema.decodeEffect(Username)(text).pipe(
    Effect.mapError(({ message }) => new InvalidUsername({ message: `The username ${message}.` }))
  )

/**
 * Names with the same key are the same name. JavaScript has no case folding: upper case first makes one of `ß` and `ss`
 * and of both small sigmas. Total, for any text, so that a name that nobody can have is counted like any other.
 */
export const usernameKey = (text: string): string => normalise(text).toUpperCase().toLowerCase().normalize("NFKC")
