import { Data, Effect, Schema } from "effect"
import { oneLine } from "../../domain/entities/Text.ts"
import { displayNameLength } from "../../shared/Limits.ts"
import { normalized } from "../../shared/NormalForm.ts"
import { standsForFormerUser, standsForFormerUserRule } from "./FormerUser.ts"

/** U+200C and U+200D, which are in this class too, belong to the spelling of some languages. */
const formatting = /(?![\u200C\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const unusable = new RegExp(`\\p{Cc}|\\uFFFE|\\uFFFF|${formatting.source}`, "gu")

const visible = /[^\s\p{M}\u200C\u200D]/u

/** In UTF-16 units; what comes after it cannot be part of a name. */
const maxSource = 4 * displayNameLength

/**
 * What a person is called, from a text from elsewhere: one line of at most 100 code points in NFC, without control and
 * formatting characters. Undefined if nothing of it can be seen, or if it
 * stands for removed names.
 */
export const usableDisplayName = (text: string): string | undefined => {
  const line = text.slice(0, maxSource).toWellFormed().replaceAll(/\s+/g, " ").replaceAll(unusable, "").trim()
  const name = normalized(line, "NFC", displayNameLength) ?? ""
  const short = [...name].slice(0, displayNameLength).join("").trim()
  return visible.test(short) && !standsForFormerUser(short) ? short : undefined
}

const brokenRule = (name: string): string | undefined => {
  if (formatting.test(name) || !visible.test(name)) return "must not contain invisible or formatting characters"
  return standsForFormerUser(name) ? standsForFormerUserRule : undefined
}

/** Decodes to the name as it is kept: one line of 1 to 100 code points, normalised (NFC) and trimmed. */
const NewDisplayName = oneLine(1, displayNameLength).check(Schema.makeFilter(brokenRule))

/** The message is a sentence that names the broken rule. */
export class InvalidDisplayName extends Data.TaggedError("InvalidDisplayName")<{ readonly message: string }> {}

/** What somebody wants to be called, by the rules of `usableDisplayName`. What they break is refused, not removed. */
export const parseDisplayName = (text: string): Effect.Effect<string, InvalidDisplayName> =>
  Schema.decodeEffect(NewDisplayName)(text).pipe(
    Effect.mapError(({ message }) => new InvalidDisplayName({ message: `The display name ${message}.` }))
  )
