import { numberIndex, type Slot } from "./Layouts.ts"
import { nameXml } from "./Objects.ts"

const types: Readonly<Record<Slot["type"], string>> = {
  title: ' type="title"',
  ctrTitle: ' type="ctrTitle"',
  subTitle: ' type="subTitle"',
  body: ' type="body"',
  obj: "",
  tbl: ' type="tbl"',
  chart: ' type="chart"',
  ftr: ' type="ftr" sz="quarter"'
}

export const placeholderXml = ({ type, index }: Slot): string =>
  `<p:ph${types[type]}${index === null ? "" : ` idx="${index}"`}/>`

export const numberPlaceholder = `<p:ph type="sldNum" sz="quarter" idx="${numberIndex}"/>`

/** A shape that fills a placeholder; without `properties` it takes all of them from the layout. */
export const filledXml = (id: number, label: string, placeholder: string, properties: string, text: string): string =>
  `<p:sp><p:nvSpPr>${nameXml(id, label)}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${properties}<p:txBody>${text}</p:txBody></p:sp>`

/** The field that shows a slide's number; `shown` stands there until it is counted. */
export const numberField = (shown: string, language: string): string =>
  `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${language}"/>` +
  `<a:t>${shown}</a:t></a:fld></a:p>`
