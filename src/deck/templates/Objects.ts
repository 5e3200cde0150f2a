import type { Slot } from "./Slots.ts"

/** Marks an object as decorative for screen readers (Office since 2019). */
const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>'

/** Name and id of an object; text speaks for itself and has no alt text. Names have no special characters. */
export const nameXml = (id: number, name: string): string => `<p:cNvPr id="${id}" name="${name} ${id}"/>`

export const decorationXml = (id: number, name: string): string =>
  `<p:cNvPr id="${id}" name="${name} ${id}">${decorative}</p:cNvPr>`

/** What every slide, layout and master begins its objects with. */
export const groupXml =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/>' +
  '<a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

export const placeholderXml = ({ type, index }: Slot): string =>
  `<p:ph${type === "obj" ? "" : ` type="${type}"`}${index === null ? "" : ` idx="${index}"`}/>`

/** A shape that fills a placeholder; without `properties` it takes all of them from the layout. */
export const filledXml = (id: number, label: string, placeholder: string, properties: string, text: string): string =>
  `<p:sp><p:nvSpPr>${nameXml(id, label)}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${properties}<p:txBody>${text}</p:txBody></p:sp>`

/** The field that shows a slide's number; `shown` stands there until it is counted. */
export const numberField = (shown: string, language: string): string =>
  `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${language}"/>` +
  `<a:t>${shown}</a:t></a:fld></a:p>`
