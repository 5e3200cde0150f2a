import { descriptionLength } from "./Limits.ts"
import * as NormalForm from "./NormalForm.ts"

/** A text as the server stores it: in NFC and trimmed. A text the server refuses to normalize is only trimmed. */
export const normalized = (text: string): string =>
  (NormalForm.normalized(text, "NFC", descriptionLength) ?? text).trim()

const marks = /\p{M}/gu

/**
 * A text in lower case and without accents, for searching; in NFKD, compatible forms of a letter are the same. Combining
 * marks are removed before the normalization too, because it refuses long runs of them.
 */
export const searchable = (text: string, form: "NFD" | "NFKD" = "NFD"): string => {
  const bare = text.replaceAll(marks, "")
  return (NormalForm.normalized(bare, form, descriptionLength) ?? bare).toLowerCase().replaceAll(marks, "")
}
