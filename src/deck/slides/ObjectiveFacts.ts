import type { Objective, Team } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { overdue, shortDate } from "../facts/Dates.ts"
import { principleLabel, principlesOf } from "../facts/Matrix.ts"
import { percentText } from "../facts/Numbers.ts"
import { percentOf } from "../facts/Percent.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { Block, Box, Paragraph, Run } from "../Plan.ts"
import { clip, fit as fitText, textBlock } from "../text/Fit.ts"
import { lineHeight } from "../text/Metrics.ts"
import { progressBar, statusMark } from "./Frame.ts"

/** Points. */
const labelSize = 11
const valueSize = 14

/** Inches: a label, and below it at most two lines of value in whatever letters. */
const inset = { x: 0.16, y: 0.08 }
const labelHeight = lineHeight(labelSize)
const maxValueHeight = 2 * lineHeight(valueSize, true)
const factGap = 0.25

interface Fact {
  readonly label: string
  /** Inches; 0: what is left. */
  readonly width: number
  readonly value: (box: Box) => ReadonlyArray<Block>
}

const inWords =
  (lines: ReadonlyArray<ReadonlyArray<Run>>) =>
  (box: Box): ReadonlyArray<Block> => {
    const paragraphs: ReadonlyArray<Paragraph> = lines.map((runs) => ({ runs }))
    const { size, shown } = fitText(paragraphs, box, [valueSize, 12, 11, 10])
    return [textBlock({ box, paragraphs: shown, size, color: "ink", anchor: "top" })]
  }

const dueWords = ({ dueDate, status }: Objective, date: string): ReadonlyArray<Run> => {
  if (dueDate === null) return [{ text: "No due date", color: "muted" }]
  if (!isOpen(status) || !overdue(dueDate, date)) return [{ text: shortDate(dueDate) }]
  return [{ text: `${shortDate(dueDate)}, ` }, { text: "overdue", bold: true, color: "bad" }]
}

/** One or two principles by label and title, more by their labels. */
const principles = (team: Team, objective: Objective) => {
  const linked = principlesOf(team, objective)
  if (linked.length === 0) return inWords([[{ text: "Linked to none", color: "muted" }]])
  if (linked.length > 2) return inWords([[{ text: linked.map(({ index }) => principleLabel(index)).join(", ") }]])
  return (box: Box) =>
    inWords(
      linked.map(({ principle, index }) => [
        { text: clip(`${principleLabel(index)} · ${principle.title}`, 12, false, box.w, 1) }
      ])
    )(box)
}

const barAndWords =
  (percent: number) =>
  (box: Box): ReadonlyArray<Block> => {
    const line = { ...box, h: lineHeight(valueSize) }
    const words = { ...line, x: box.x + box.w - 0.7, w: 0.7 }
    return [
      ...progressBar(
        percent,
        { ...line, y: line.y + line.h / 2 - 0.06, w: box.w - 0.8, h: 0.12 },
        `${percentText(percent)} of the way`
      ),
      textBlock({
        box: words,
        paragraphs: [{ runs: [{ text: percentText(percent) }] }],
        size: valueSize,
        color: "ink",
        anchor: "middle"
      })
    ]
  }

const factsOf = (team: Team, objective: Objective, date: string): ReadonlyArray<Fact> => {
  const percent = percentOf(objective)
  return [
    {
      label: "Status",
      width: 1.5,
      value: (box) => statusMark(objectiveMarks[objective.status], { ...box, h: lineHeight(valueSize) }, valueSize)
    },
    { label: "Due", width: 2.35, value: inWords([dueWords(objective, date)]) },
    ...(percent === null ? [] : [{ label: "Progress", width: 2.4, value: barAndWords(percent) }]),
    { label: "Principles", width: 0, value: principles(team, objective) }
  ]
}

const takenBy = (block: Block): number => (block.kind === "text" ? block.extent.h : 0)

/** A panel at the top of the box with what there is to know of an objective in a word or two, as high as its values need; `height` in inches. */
export const factsRow = (team: Team, objective: Objective, date: string, box: Box) => {
  const facts = factsOf(team, objective, date)
  const fixed = facts.reduce((sum, { width }) => sum + width, 0)
  const rest = box.w - 2 * inset.x - fixed - factGap * (facts.length - 1)
  let x = box.x + inset.x
  const places = facts.map(({ label, width, value }) => {
    const place = { x, y: box.y + inset.y, w: width === 0 ? rest : width, h: labelHeight }
    x += place.w + factGap
    return { label, value, place, below: { ...place, y: place.y + labelHeight } }
  })
  const taken = places.flatMap(({ value, below }) => value({ ...below, h: maxValueHeight }).map(takenBy))
  const valueHeight = Math.max(lineHeight(valueSize), ...taken)
  const height = labelHeight + valueHeight + 2 * inset.y
  const panel: Block = { kind: "shape", shape: "rect", box: { ...box, h: height }, fill: "panel", line: null, alt: "" }
  const blocks = places.flatMap(({ label, value, place, below }) => [
    textBlock({ box: place, paragraphs: [{ runs: [{ text: label }] }], size: labelSize, color: "muted" }),
    ...value({ ...below, h: valueHeight })
  ])
  return { blocks: [panel, ...blocks], height }
}
