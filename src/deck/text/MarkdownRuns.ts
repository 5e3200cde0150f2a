import { type Block, blocksOf, type Inline } from "../../markdown/Markdown.ts"
import type { Paragraph, Run } from "../DeckPlan.ts"

type Style = Omit<Run, "text">

const runsIn = (parts: ReadonlyArray<Inline>, style: Style): ReadonlyArray<Run> =>
  parts.flatMap((part) => {
    if (part.kind === "text") return [{ ...style, text: part.text }]
    if (part.kind === "link") return runsIn(part.parts, { ...style, href: part.href })
    return runsIn(part.parts, { ...style, ...(part.kind === "strong" ? { bold: true } : { italic: true }) })
  })

/** The lines of runs, none of which has a break in it. */
const linesIn = (runs: ReadonlyArray<Run>): ReadonlyArray<Paragraph> => {
  const lines: Array<Array<Run>> = [[]]
  for (const run of runs) {
    for (const [at, text] of run.text.split("\n").entries()) {
      if (at > 0) lines.push([])
      if (text !== "") lines.at(-1)?.push({ ...run, text })
    }
  }
  return lines.filter((line) => line.some(({ text }) => text.trim() !== "")).map((line) => ({ runs: line }))
}

/** A line that begins with the sign itself is an item too. */
const typedBullet = /^\s*•\s+(?=\S)/

const withTypedBullet = (paragraph: Paragraph): Paragraph => {
  const [first, ...others] = paragraph.runs
  if (first === undefined || !typedBullet.test(first.text)) return paragraph
  return { runs: [{ ...first, text: first.text.replace(typedBullet, "") }, ...others], bullet: true }
}

const itemParagraphs = (item: ReadonlyArray<Block>, number: number | null): ReadonlyArray<Paragraph> => {
  const [first, ...others] = item.flatMap(blockParagraphs)
  if (first === undefined) return []
  const head: Paragraph =
    number === null ? { ...first, bullet: true } : { ...first, runs: [{ text: `${number}. ` }, ...first.runs] }
  return [head, ...others]
}

const blockParagraphs = (block: Block): ReadonlyArray<Paragraph> => {
  if (block.kind === "gap") return []
  if (block.kind === "lines") return linesIn(runsIn(block.parts, {})).map(withTypedBullet)
  const { first, items } = block
  return items.flatMap((item, at) => itemParagraphs(item, first === null ? null : first + at))
}

/** The lines that people wrote, with links, bold and italics; those of a list become bullets, empty ones are left out. */
export const paragraphsOf = (text: string): ReadonlyArray<Paragraph> => blocksOf(text).flatMap(blockParagraphs)

const wordsOf = ({ runs }: Paragraph): string => runs.map((run) => run.text).join("")

/** A text without the marks of its bold words, italics, links and lists. */
export const unmarked = (text: string): string => paragraphsOf(text).map(wordsOf).join("\n")

/** Words of an unmarked text, in its order and maybe not all of them, as runs with the style that they have there. */
export const styledRuns = (words: string, text: string): ReadonlyArray<Run> => {
  const source = paragraphsOf(text)
    .flatMap(({ runs }) => runs)
    .flatMap((run) => Array.from(run.text, (letter) => ({ letter, run })))
    .filter(({ letter }) => letter.trim() !== "")
  const found: Array<{ text: string; readonly run: Run | undefined }> = []
  let at = 0
  for (const letter of words) {
    const last = found.at(-1)
    const run = source[at]?.letter === letter ? source[at++]?.run : last?.run
    if (last !== undefined && last.run === run) last.text += letter
    else found.push({ text: letter, run })
  }
  return found.map(({ text, run }) => ({ ...run, text }))
}
