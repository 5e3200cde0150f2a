import { descriptionLength } from "./Limits.ts"
import * as NormalForm from "./NormalForm.ts"

/** A text as the server stores it: in NFC and trimmed. A text the server refuses to normalize is only trimmed. */
export const normalized = (text: string): string =>
  (NormalForm.normalized(text, "NFC", descriptionLength) ?? text).trim()

const isAscii = /^[\0-\x7f]*$/

const marks = /\p{M}/gu

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

/**
 * A text for comparing, wherever names are searched or matched: in lower case, without accents and other marks. Compatible
 * forms of a letter are the same, such as ﬁ and fi, and so are letters like ø and o. Marks are removed before the
 * normalization too, because it refuses long runs of them.
 */
export const searchable = (text: string): string => {
  if (isAscii.test(text)) return text.toLowerCase()
  const bare = text.replaceAll(marks, "")
  return (NormalForm.normalized(bare, "NFKD", descriptionLength) ?? bare)
    .toLowerCase()
    .replaceAll(marks, "")
    .replaceAll(alikeLetters, (letter) => alike[letter] ?? letter)
}

/** White space, punctuation and what controls the direction of text. */
const separators = /[\p{P}\p{Z}\p{C}]+/gu

/** The same in ASCII, where it is found several times as quickly. */
const asciiSeparators = /[\0-\x20!"#%&'()*,\-./:;?@[\\\]_{}\x7f]+/g

/** The words of a text as `searchable` makes it, each after one space, without what stands between them. */
export const folded = (text: string): string =>
  ` ${searchable(text)
    .replaceAll(isAscii.test(text) ? asciiSeparators : separators, " ")
    .trim()}`

/** The different words of a query, folded, at most `maxCount`. */
export const queryWords = (query: string, maxCount: number): ReadonlyArray<string> =>
  [...new Set(folded(query).split(" "))].filter((word) => word !== "").slice(0, maxCount)

/** Whether two titles are the same, case and accents aside, as those of principles that teams share. */
export const isSameTitle = (one: string, other: string): boolean => searchable(one) === searchable(other)

/** What has the same title, case and accents aside, in the order of the first of each: principles that teams share. */
export const groupedByTitle = <A extends { readonly title: string }>(
  items: Iterable<A>
): ReadonlyArray<readonly [A, ...ReadonlyArray<A>]> =>
  [...Map.groupBy(items, ({ title }) => searchable(title)).values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const]
  )
