import { colorXml, fillXml, lineXml } from "./SchemeColors.ts"
import { header } from "./XmlText.ts"

export const tableStyleId = "{5B1F0C7E-6E0B-4D3A-9A52-0D5E3C1A7F60}"

/** Points. */
const thin = 0.75
const thick = 1.5

const border = (side: string, line: string): string => `<a:${side}>${line}</a:${side}>`

const text = (color: Parameters<typeof colorXml>[0], bold = ""): string =>
  `<a:tcTxStyle${bold}><a:fontRef idx="minor"><a:prstClr val="black"/></a:fontRef>${colorXml(color)}</a:tcTxStyle>`

const cells = (borders: string, fill: string): string => `<a:tcStyle><a:tcBdr>${borders}</a:tcBdr>${fill}</a:tcStyle>`

const noFill = "<a:fill><a:noFill/></a:fill>"
const rule = lineXml("faint", thin)

/**
 * `ppt/tableStyles.xml`: the style of all tables, including those that people add and the rows and columns that they
 * mark.
 */
export const tableStyles = (): string =>
  `${header}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="${tableStyleId}">` +
  `<a:tblStyle styleId="${tableStyleId}" styleName="Strategy">` +
  `<a:wholeTbl>${text("ink")}${cells(border("bottom", rule) + border("insideH", rule), noFill)}</a:wholeTbl>` +
  `<a:band1H>${cells("", `<a:fill>${fillXml("panel")}</a:fill>`)}</a:band1H>` +
  `<a:firstCol>${text("ink", ' b="on"')}${cells("", "")}</a:firstCol>` +
  `<a:lastRow>${text("ink", ' b="on"')}${cells(border("top", lineXml("muted", thin)), "")}</a:lastRow>` +
  `<a:firstRow>${text("muted")}${cells(border("bottom", lineXml("muted", thick)), "")}</a:firstRow>` +
  "</a:tblStyle></a:tblStyleLst>"
