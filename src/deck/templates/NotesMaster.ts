import { colorMap } from "./Master.ts"
import { groupXml, nameXml } from "./Objects.ts"
import { namespaces, type Pen } from "./XmlContext.ts"
import { header } from "./XmlText.ts"

const placeXml = (y: number, height: number): string =>
  `<p:spPr><a:xfrm><a:off x="685800" y="${y}"/><a:ext cx="5486400" cy="${height}"/></a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'

/** EMU, on upright paper of 6,858,000 × 9,144,000. */
export const notesMasterXml = ({ language }: Pen): string =>
  `${header}<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>` +
  `<p:spTree>${groupXml}<p:sp><p:nvSpPr>${nameXml(2, "Slide Image")}<p:cNvSpPr><a:spLocks noGrp="1" noRot="1" ` +
  `noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr>${placeXml(1_143_000, 3_086_100)}` +
  `</p:sp><p:sp><p:nvSpPr>${nameXml(3, "Notes")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>` +
  `<p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>${placeXml(4_400_550, 3_600_450)}<p:txBody><a:bodyPr/><a:lstStyle/>` +
  `<a:p><a:r><a:rPr lang="${language}"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>${colorMap}` +
  '<p:notesStyle><a:lvl1pPr marL="0" algn="l" rtl="0"><a:defRPr sz="1200" kern="1200"><a:solidFill>' +
  '<a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/>' +
  '<a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>'
