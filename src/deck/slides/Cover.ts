import { dateText } from "../facts/Dates.ts"
import { counted, numberText } from "../facts/Numbers.ts"
import { coverFacts } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Box, Paragraph, SlidePlan, TextBlock } from "../Plan.ts"
import { boxOf } from "../render/Layouts.ts"
import { clip, textBlock } from "../text/Fit.ts"
import { widthOf } from "../text/Metrics.ts"

const nameBox: Box = boxOf("cover", "title")
/** Points. */
const nameSizes: ReadonlyArray<number> = [40, 32, 28]
const smallestName = 24
const nameLines = 3

const facts = { x: nameBox.x, w: nameBox.w }

const line = (text: string, bold = false): ReadonlyArray<Paragraph> => [{ runs: [{ text, bold }] }]

const breaksNoWord = (name: string, size: number): boolean =>
  name.split(/\s+/).every((word) => widthOf(word, size, true) <= nameBox.w)

/** As large as it fits without a word being broken; a name of one endless word is broken at the smallest size. */
const nameBlock = (name: string): TextBlock => {
  const fits = (size: number) => breaksNoWord(name, size) && clip(name, size, true, nameBox.w, nameLines) === name
  const size = nameSizes.find(fits) ?? smallestName
  const shown = clip(name, size, true, nameBox.w, nameLines)
  return textBlock({
    box: nameBox,
    paragraphs: line(shown, true),
    size,
    color: "ink",
    anchor: "bottom",
    placeholder: "title"
  })
}

/** Numbers to be seen from afar, each above what it counts. */
const countBlocks = ({ team }: DeckInput): ReadonlyArray<Block> => {
  const sum = (of: (objective: (typeof team.objectives)[number]) => number) =>
    team.objectives.reduce((total, objective) => total + of(objective), 0)
  const counts = [
    { count: team.principles.length, noun: "principle" },
    { count: team.objectives.length, noun: "objective" },
    { count: sum(({ progress }) => progress.length), noun: "measure" },
    { count: sum(({ initiatives }) => initiatives.length), noun: "initiative" }
  ]
  const w = facts.w / counts.length
  return counts.flatMap(({ count, noun }, index) => {
    const box = { x: facts.x + index * w, y: 5.85, w, h: 0.6 }
    const label = counted(count, noun).split(" ").at(-1) ?? noun
    return [
      textBlock({
        box,
        paragraphs: line(numberText(count), true),
        size: 32,
        color: "accent",
        anchor: "bottom"
      }),
      textBlock({ box: { ...box, y: 6.5, h: 0.3 }, paragraphs: line(label), size: 14, color: "muted" })
    ]
  })
}

export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { team, date, sequenceNumber } = input
  const name = nameBlock(team.name)
  const blocks: ReadonlyArray<Block> = [
    name,
    textBlock({
      box: { ...facts, y: 4.15, h: 0.65 },
      paragraphs: line("Strategy", true),
      size: 36,
      anchor: "top",
      placeholder: "subtitle"
    }),
    textBlock({ box: { ...facts, y: 4.9, h: 0.35 }, paragraphs: line(dateText(date)), size: 18 }),
    textBlock({
      box: { ...facts, y: 5.3, h: 0.3 },
      paragraphs: line(`As of event ${numberText(sequenceNumber)}`),
      size: 14,
      color: "muted"
    }),
    {
      kind: "shape",
      shape: "rect",
      box: { ...facts, y: 5.75, h: 0.015 },
      fill: "faint",
      line: null,
      alt: ""
    },
    ...countBlocks(input)
  ]
  const title = name.paragraphs[0]?.runs[0]?.text ?? team.name
  const notes = [...(title === team.name ? [] : [team.name]), coverFacts(input)].join("\n\n")
  return [{ layout: "cover", title, section: "Overview", blocks, notes }]
}
