import { type Matrix, principleLabel } from "../facts/Matrix.ts"
import { counted, numberText } from "../facts/Numbers.ts"
import type { Block, Cell } from "../Plan.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox } from "./Frame.ts"
import { type Row, tableFlow } from "./Rows.ts"
import { cell, head } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

const row = (title: string, index: number, links: number): Row => {
  const number: Cell = { paragraphs: [{ runs: [{ text: principleLabel(index), bold: true, color: "accent" }] }] }
  return { cells: [number, cell(title), cell(numberText(links), { align: "end" })], marks: [] }
}

/** What the principles' numbers stand for: each on one line, with how many objectives are linked to it. */
export const principleList = ({ principles, linkedObjectives }: Matrix): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides((size) => {
    const [number, links] = [0.6 * growth(size), 1.2 * growth(size)]
    const widths = [number, bodyBox.w - number - links, links]
    const shown = (title: string) => clip(title, size, false, textWidth(bodyBox.w - number - links), 1)
    return tableFlow({
      columns: () => widths,
      size,
      header: { cells: [head("Principle", { columns: 2 }), head("Objectives", { align: "end" })], marks: [] },
      sections: [
        {
          heading: null,
          again: null,
          rows: principles.map(({ title }, index) => row(shown(title), index, linkedObjectives[index] ?? 0))
        }
      ],
      alt: `The team's principles by number: ${counted(principles.length, "principle")}`
    })
  })
