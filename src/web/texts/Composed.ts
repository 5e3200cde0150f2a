import { normalForm } from "../../domain/NormalForm.ts"

/** The most characters that any text of the strategy has: those of a description. */
const longest = 4096

/** Composed (NFC) and trimmed, as the server keeps a text; what it would refuse to compose is only trimmed. */
export const composed = (text: string): string => (normalForm(text, "NFC", longest) ?? text).trim()

const marks = /\p{M}/gu

/** In lower case and without accents, to be searched. Marks go first, so that what is decomposed has none in a row. */
export const folded = (text: string): string => {
  const bare = text.replaceAll(marks, "")
  return (normalForm(bare, "NFD", longest) ?? bare).replaceAll(marks, "").toLowerCase()
}
