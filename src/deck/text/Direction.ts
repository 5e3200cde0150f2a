/** Begins with letters that run from right to left: digits, signs and spaces before them do not count. */
const rightFirst =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

export const fromTheRight = (text: string): boolean => rightFirst.test(text)

const anyLetter = /\p{L}/u

/** Which way a paragraph runs: as its first letter, and as the deck where it has none. */
export const runsFromTheRight = (text: string, direction: "ltr" | "rtl"): boolean =>
  fromTheRight(text) || (direction === "rtl" && !anyLetter.test(text))

/** Letters that run from right to left, and the invisible signs that make text run in a direction. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u202A-\u202E\u2066-\u2069]/u

/** Whether any of a text runs from right to left, or is made to run in a direction. */
export const turns = (text: string): boolean => turning.test(text)

const embedding = { left: "\u202A", right: "\u202B", end: "\u202C" } as const
const isolateEnd = "\u2069"
const leftMark = "\u200E"

/** What ends the embeddings, overrides and isolates that a text begins and leaves open, the innermost first. */
const endings = (text: string): string => {
  const open: Array<string> = []
  for (const [sign] of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (sign === embedding.end || sign === isolateEnd) {
      if (open.at(-1) === sign) open.pop()
    } else open.push(sign < "\u2066" ? embedding.end : isolateEnd)
  }
  return open.toReversed().join("")
}

/**
 * A text as a part of a line that runs from left to right: within itself it runs as its letters ask, and what follows
 * stands to its right. Embeddings, since not all that show a deck know the newer isolates.
 */
export const inLine = (text: string): string => {
  if (!turns(text)) return text
  const begin = fromTheRight(text) ? embedding.right : embedding.left
  return `${begin}${text}${endings(text)}${embedding.end}${leftMark}`
}

/** What follows a text in its line: it runs from left to right whichever way the text runs. */
export const after = (text: string, more: string): string =>
  turns(text) ? `${embedding.left}${more}${embedding.end}` : more
