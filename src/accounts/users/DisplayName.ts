import { displayNameLength } from "../../shared/Limits.ts"
import { normalized } from "../../shared/NormalForm.ts"

/** U+200C and U+200D, which are in this class too, belong to the spelling of some languages. */
const unusable = /\p{Cc}|\uFFFE|\uFFFF|(?![\u200C\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

const visible = /[^\s\p{M}\u200C\u200D]/u

/** In UTF-16 units; what comes after it cannot be part of a name. */
const maxSource = 4 * displayNameLength

/**
 * What a person is called, from a text from elsewhere: one line of at most 100 code points in NFC, without control and
 * formatting characters. Undefined if nothing of it can be seen.
 */
export const usableDisplayName = (text: string): string | undefined => {
  const line = text.slice(0, maxSource).toWellFormed().replaceAll(/\s+/g, " ").replaceAll(unusable, "").trim()
  const name = normalized(line, "NFC", displayNameLength) ?? ""
  const short = [...name].slice(0, displayNameLength).join("").trim()
  return visible.test(short) ? short : undefined
}
