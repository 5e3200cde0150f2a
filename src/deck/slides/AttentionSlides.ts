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
import { type Row, tableFlow } from "./Rows.ts"
import { cell, empty, head, markColumn, markIn } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const columns = { mark: markColumn, status: 0.95, due: 1.2, percent: 1.05 }
const titleShare = 0.53
const titleLines = 2

const widthsOf = (size: number): ReadonlyArray<number> => {
  const { mark, status, due, percent } = columns
  const free = bodyBox.w - (mark + status + due + percent) * growth(size)
  const [title, why] = [free * titleShare, free * (1 - titleShare)]
  return [mark * growth(size), status * growth(size), title, why, due * growth(size), percent * growth(size)]
}

const rowOf = ({ objective, reasons }: Attention, size: number, titleWidth: number): Row => {
  const mark = objectiveMarks[objective.status]
  const title = clip(objective.title, size, false, textWidth(titleWidth), titleLines)
  return {
    cells: [
      empty,
      cell(mark.word),
      cell(title),
      { paragraphs: reasons.flatMap(({ words }) => (words === null ? [] : [{ runs: [{ text: words }] }])) },
      cell(objective.dueDate === null ? "–" : shortDate(objective.dueDate)),
      cell(percentText(percentOf(objective)), { align: "end" })
    ],
    marks: [markIn(0, mark, size)]
  }
}

const header: Row = {
  cells: [
    head("Status", { columns: 2 }),
    head("Objective"),
    head("Why"),
    head("Due"),
    head("Progress", { align: "end" })
  ],
  marks: []
}

/** What needs attention, worst first; no slide where nothing does. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const attentions = attentionOn(input.team.objectives, input.date)
  const tables = tableSlides((size) => {
    const widths = widthsOf(size)
    const rows = attentions.map((attention) => rowOf(attention, size, widths[2] ?? 0))
    return tableFlow({
      columns: () => widths,
      size,
      header,
      sections: [{ heading: null, again: null, rows }],
      alt: `What needs attention: ${counted(attentions.length, "objective")} with the reasons`
    })
  })
  const title = attentionTitle(input)
  return tables.map((blocks, index) =>
    contentSlide({ section: "Overview", title: continued(title, index + 1, tables.length), blocks, notes: "" })
  )
}
