import type { Team } from "../../domain/state/State.ts"

const rightLetters =
  "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}"

/**
 * Begins with letters that run from right to left: digits, signs and spaces before them do not count, but the mark does
 * that makes a line run from left to right.
 */
const rightFirst = new RegExp(`^[^\\p{L}\u200E]*[${rightLetters}]`, "u")

export const fromTheRight = (text: string): boolean => rightFirst.test(text)

const anyLetter = /\p{L}/u

/** Which way a paragraph runs: as its first letter, and as the deck where it has none. */
export const runsFromTheRight = (text: string, direction: "ltr" | "rtl"): boolean =>
  fromTheRight(text) || (direction === "rtl" && !anyLetter.test(text))

/** Letters that run from right to left, and the invisible signs that make text run in a direction. */
const turning = new RegExp(`[${rightLetters}\\u202A-\\u202E\\u2066-\\u2069]`, "u")

/** Whether any of a text runs from right to left, or is made to run in a direction. */
export const turns = (text: string): boolean => turning.test(text)

export const embedding = { left: "\u202A", right: "\u202B", end: "\u202C" } as const
const isolateEnd = "\u2069"
export const leftMark = "\u200E"
export const rightMark = "\u200F"

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

/** A text that runs from right to left within itself, whatever stands around it. */
export const fromRight = (text: string): string => `${embedding.right}${text}${endings(text)}${embedding.end}`

/** A text that runs from left to right within itself, whatever stands around it. */
export const fromLeft = (text: string): string => `${embedding.left}${text}${endings(text)}${embedding.end}`

/**
 * A text as a part of a line that runs from left to right: within itself it runs as its letters ask, and what follows
 * stands to its right. Embeddings, since not all that show a deck know the newer isolates; only where they are needed,
 * since LibreOffice shows the languages within one from left to right in the wrong order.
 */
export const inLine = (text: string): string => {
  if (!turns(text)) return text
  return fromTheRight(text) ? `${leftMark}${fromRight(text)}${leftMark}` : `${text}${endings(text)}${leftMark}`
}

/** What follows a text in its line: it runs from left to right whichever way the text runs. */
export const after = (text: string, more: string): string => (turns(text) ? fromLeft(more) : more)

/** ` · more` after a text of any direction: the dot stands between both. */
export const afterDot = (text: string, more: string): string => {
  if (!turns(text)) return ` · ${more}`
  return `${endings(text)}${fromTheRight(text) ? ` · ${fromLeft(more)}` : `${leftMark} · ${more}`}`
}

const fromRightLetters = new RegExp(`[${rightLetters}]`, "gu")
const letters = /\p{L}/gu

/** UTF-16 units of a text that are looked at. */
const sampledLength = 250

/** Whether most letters of the team's texts run from right to left. */
export const isRightToLeft = ({ name, principles, objectives }: Team): boolean => {
  const texts = [name, ...principles.map(({ title }) => title), ...objectives.map(({ title }) => title)]
  const sample = texts.map((text) => text.slice(0, sampledLength)).join("\n")
  const [right, all] = [fromRightLetters, letters].map((pattern) => sample.match(pattern)?.length ?? 0)
  return (right ?? 0) * 2 > (all ?? 0)
}
