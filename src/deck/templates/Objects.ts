import { escape } from "./XmlText.ts"

/** Marks an object as decorative for screen readers (Office since 2019). */
const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>'

/** Name and id of an object; text speaks for itself and has no alt text. Names have no special characters. */
export const nameXml = (id: number, name: string, alt = ""): string => {
  const start = `<p:cNvPr id="${id}" name="${name} ${id}"`
  return alt === "" ? `${start}/>` : `${start} descr="${escape(alt).replaceAll("\n", "&#10;")}"/>`
}

export const decorationXml = (id: number, name: string): string =>
  `<p:cNvPr id="${id}" name="${name} ${id}">${decorative}</p:cNvPr>`

/** What every slide, layout and master begins its objects with. */
export const groupXml =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/>' +
  '<a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
