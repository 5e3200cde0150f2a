import { descriptionLength } from "../../shared/Limits.ts"
import { normalized } from "../../shared/NormalForm.ts"

/** Composed (NFC) and trimmed, as the server keeps a text; what it would refuse to compose is only trimmed. */
export const composed = (text: string): string => (normalized(text, "NFC", descriptionLength) ?? text).trim()

const marks = /\p{M}/gu

/** In lower case and without accents, to be searched. Marks go first, so that what is decomposed has none in a row. */
export const folded = (text: string): string => {
  const bare = text.replaceAll(marks, "")
  return (normalized(bare, "NFD", descriptionLength) ?? bare).replaceAll(marks, "").toLowerCase()
}
