import { type Attention, attentionOn } from "../facts/Attention.ts"
import { shortDate } from "../facts/Dates.ts"
import { counted, percentText } from "../facts/Numbers.ts"
import { percentOf } from "../facts/Percent.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import { attentionTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, contentSlide, continued } from "./Frame.ts"
import { cell, empty, head, markColumn, markIn, tableSize } from "./InCell.ts"
import { pages } from "./Paging.ts"
import { cellMargin, type Row, tableFlow } from "./Rows.ts"

const statusColumn = 1
const dueColumn = 1.25
const percentColumn = 0.8
const free = bodyBox.w - markColumn - statusColumn - dueColumn - percentColumn
const titleColumn = free * 0.56
const widths = [markColumn, statusColumn, titleColumn, free - titleColumn, dueColumn, percentColumn]
const titleLines = 2

/** The status has a column of its own; what else is the matter stands under "why". */
const whyOf = ({ objective, reasons }: Attention): ReadonlyArray<string> => {
  const others = reasons.filter(({ kind }) => kind !== objective.status)
  return (others.length === 0 ? reasons : others).map(({ words }) => words)
}

const rowOf = (attention: Attention): Row => {
  const { objective } = attention
  const mark = objectiveMarks[objective.status]
  const title = clip(objective.title, tableSize, false, (titleColumn - 2 * cellMargin.x) * 0.97, titleLines)
  return {
    cells: [
      empty,
      cell(mark.word),
      cell(title),
      { paragraphs: whyOf(attention).map((text) => ({ runs: [{ text }] })) },
      cell(objective.dueDate === null ? "–" : shortDate(objective.dueDate)),
      cell(percentText(percentOf(objective)), { align: "right" })
    ],
    marks: [markIn(0, mark)]
  }
}

/** What needs attention, worst first; no slide where nothing does. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const attentions = attentionOn(input.team.objectives, input.date)
  const flow = tableFlow({
    columns: () => widths,
    size: tableSize,
    header: {
      cells: [
        head("Status", { columns: 2 }),
        head("Objective"),
        head("Why"),
        head("Due"),
        head("Progress", { align: "right" })
      ],
      marks: []
    },
    sections: [{ heading: null, again: null, rows: attentions.map(rowOf) }],
    alt: `What needs attention: ${counted(attentions.length, "objective")} with the reasons`
  })
  if (flow === null) return []
  const tables = pages(flow, bodyBox, bodyBox)
  const title = attentionTitle(input)
  return tables.map((blocks, index) =>
    contentSlide({ section: "Overview", title: continued(title, index + 1, tables.length), blocks, notes: "" })
  )
}
