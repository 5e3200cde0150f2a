import type { TableBlock } from "../Plan.ts"

/** Tables say which rows are headers: readers for the blind name them with each cell. In the order of the slide. */
export const finishTables = (xml: string, tables: ReadonlyArray<TableBlock>): string => {
  let index = 0
  return xml
    .replaceAll("<a:tblPr/>", () => ((tables[index++]?.headerRows ?? 0) > 0 ? '<a:tblPr firstRow="1"/>' : "<a:tblPr/>"))
    .replace(/<p:nvPr><p:extLst><p:ext uri="\{D42A27DB.*?<\/p:extLst><\/p:nvPr>/gs, "<p:nvPr/>")
}
