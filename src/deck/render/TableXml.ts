import type { Cell, TableBlock } from "../Plan.ts"
import { tableStyleId } from "../package/TableStyles.ts"
import { emu, type Pen } from "./Pen.ts"
import { paragraphsXml } from "./TextXml.ts"

const cellXml = ({ paragraphs, color, align, columns = 1 }: Cell, size: number, pen: Pen): string => {
  const style = {
    size,
    inherited: {},
    ...(color !== undefined && { color }),
    ...(align !== undefined && { align })
  }
  const text = paragraphsXml(paragraphs, style, pen)
  const merged =
    '<a:tc hMerge="1"><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></a:txBody><a:tcPr/></a:tc>'
  return (
    `<a:tc${columns > 1 ? ` gridSpan="${columns}"` : ""}><a:txBody><a:bodyPr/><a:lstStyle/>${text}</a:txBody>` +
    `<a:tcPr anchor="ctr"/></a:tc>${merged.repeat(columns - 1)}`
  )
}

/** A table's content; how it looks is in the deck's table style. */
export const tableXml = (table: TableBlock, pen: Pen): string => {
  const flags = [table.headerRows === 1 ? ' firstRow="1"' : "", pen.direction === "rtl" ? ' rtl="1"' : ""].join("")
  const rows = table.rows.map(
    (row, at) =>
      `<a:tr h="${emu(table.rowHeights[at] ?? 0)}">` +
      `${row.map((cell) => cellXml(cell, table.size, pen)).join("")}</a:tr>`
  )
  return (
    `<a:tbl><a:tblPr${flags}><a:tableStyleId>${tableStyleId}</a:tableStyleId></a:tblPr><a:tblGrid>` +
    `${table.columnWidths.map((width) => `<a:gridCol w="${emu(width)}"/>`).join("")}</a:tblGrid>${rows.join("")}</a:tbl>`
  )
}
