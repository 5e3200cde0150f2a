import type { Box, Cell, TableBlock } from "../Plan.ts"
import type { LibrarySlide, TableRow } from "./Library.ts"
import { type DrawPen, textOf } from "./Text.ts"

const cellOf = ({ paragraphs, columns = 1, color, align }: Cell, pen: DrawPen) => ({
  text: textOf(paragraphs, { ...(color !== undefined && { color }), ...(align !== undefined && { align }) }, pen),
  options: { lang: pen.language, ...(columns > 1 && { colspan: columns }) }
})

/** Draws a table's rows. How it looks is in the deck's table style, of which PptxGenJS knows nothing. */
export const drawTable = (slide: LibrarySlide, table: TableBlock, name: string, box: Box, pen: DrawPen): void => {
  slide.addTable(
    table.rows.map((row): TableRow => row.map((cell) => cellOf(cell, pen))),
    {
      ...{ ...box, colW: [...table.columnWidths], rowH: [...table.rowHeights] },
      ...{ objectName: name, fontSize: table.size, valign: "middle" }
    }
  )
}
