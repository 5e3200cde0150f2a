import { searchable } from "../../../shared/NormalizedText.ts"

const isAscii = /^[\0-\x7f]*$/

/** White space, punctuation and what controls the direction of text. */
const separators = /[\p{P}\p{Z}\p{C}]+/gu

/** The same in ASCII, where it is found several times as quickly. */
const asciiSeparators = /[\0-\x20!"#%&'()*,\-./:;?@[\\\]_{}\x7f]+/g

/** Letters that have no decomposition, and the two forms of the small sigma. */
const alikeLetters = /[ıłøđħæœßς]/g

const alike: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ς: "σ"
}

const plain = (text: string): string =>
  searchable(text, "NFKD").replaceAll(alikeLetters, (letter) => alike[letter] ?? letter)

/**
 * A text for comparing: its words in lower case, without accents and other marks, each after one space. Compatible forms
 * of a letter are the same, such as ﬁ and fi, and so are letters like ø and o.
 */
export const folded = (text: string): string => {
  const spaced = isAscii.test(text)
    ? text.toLowerCase().replaceAll(asciiSeparators, " ")
    : plain(text).replaceAll(separators, " ")
  return ` ${spaced.trim()}`
}

/** The different words of a query, folded, at most `maxCount`. */
export const queryWords = (query: string, maxCount: number): ReadonlyArray<string> =>
  [...new Set(folded(query).split(" "))].filter((word) => word !== "").slice(0, maxCount)
