import type { Paragraph, Run } from "../DeckPlan.ts"
import { textOf } from "./Graphemes.ts"

const between = (paragraph: Paragraph, start: number, end: number): ReadonlyArray<Run> => {
  let at = 0
  return paragraph.runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, start - at), Math.max(0, end - at))
    at += run.text.length
    return text === "" ? [] : [{ ...run, text }]
  })
}

/** A paragraph up to a position, without the white space before it. */
export const head = (paragraph: Paragraph, position: number): Paragraph => ({
  ...paragraph,
  runs: between(paragraph, 0, textOf(paragraph).slice(0, position).trimEnd().length)
})

/** What follows a position, without empty lines before it; the bullet stays with the head. */
const tail = (paragraph: Paragraph, position: number): Paragraph => {
  if (position === 0) return paragraph
  const text = textOf(paragraph)
  const blank = /^(\s*\n)*/.exec(text.slice(position))?.[0].length ?? 0
  const { bullet: _, ...rest } = paragraph
  return { ...rest, runs: between(paragraph, position + blank, text.length) }
}

/** What goes on in the next box: the rest of the first paragraph and all others; it does not begin with empty ones. */
export const remainder = (paragraphs: ReadonlyArray<Paragraph>, position: number): ReadonlyArray<Paragraph> => {
  const [first, ...others] = paragraphs
  if (first === undefined) return []
  const all = [tail(first, position), ...others]
  const filled = all.findIndex((paragraph) => textOf(paragraph).trim() !== "")
  return filled === -1 ? [] : all.slice(filled)
}
