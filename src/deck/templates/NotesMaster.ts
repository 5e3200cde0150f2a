import type { DeckPlan } from "../Plan.ts"
import { groupXml, nameXml } from "./Objects.ts"
import { header, namespaces } from "./Pen.ts"

const slideImage = (id: number, properties: string): string =>
  `<p:sp><p:nvSpPr>${nameXml(id, "Slide Image")}<p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr>` +
  `<p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr>${properties}</p:sp>`

const words = (id: number, properties: string, text: string): string =>
  `<p:sp><p:nvSpPr>${nameXml(id, "Notes")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>${properties}` +
  `<p:txBody><a:bodyPr/><a:lstStyle/>${text}</p:txBody></p:sp>`

const place = (x: number, y: number, w: number, h: number): string =>
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${w}" cy="${h}"/></a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'

const clrMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ' +
  'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

const background = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'

/** EMU, on upright paper of 6,858,000 × 9,144,000. */
export const notesMasterXml = ({ language }: DeckPlan): string =>
  `${header}<p:notesMaster ${namespaces}><p:cSld>${background}<p:spTree>${groupXml}` +
  slideImage(2, place(685_800, 1_143_000, 5_486_400, 3_086_100)) +
  words(
    3,
    place(685_800, 4_400_550, 5_486_400, 3_600_450),
    `<a:p><a:r><a:rPr lang="${language}"/><a:t>Notes</a:t></a:r></a:p>`
  ) +
  `</p:spTree></p:cSld>${clrMap}<p:notesStyle><a:lvl1pPr marL="0" algn="l" rtl="0"><a:defRPr sz="1200" kern="1200">` +
  '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/>' +
  '<a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>'
