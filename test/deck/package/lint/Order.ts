import type { Package } from "./Package.ts"
import { all, type Element } from "./Xml.ts"

const fills = "noFill|solidFill|gradFill|blipFill|pattFill|grpFill"
const text = "a: bodyPr lstStyle p"
const look = `a: xfrm custGeom|prstGeom ${fills} ln effectLst|effectDag scene3d sp3d extLst`
const bullets =
  "a: lnSpc spcBef spcAft buClrTx|buClr buSzTx|buSzPct|buSzPts buFontTx|buFont buNone|buAutoNum|buChar|buBlip tabLst defRPr extLst"
const run = `a: ln ${fills} effectLst|effectDag highlight uLnTx|uLn uFillTx|uFill latin ea cs sym hlinkClick hlinkMouseOver rtl extLst`
const axis =
  "c: axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark minorTickMark tickLblPos spPr txPr crossAx crosses|crossesAt"
const shows = "showLegendKey showVal showCatName showSerName showPercent showBubbleSize separator"
const slots = "dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink"

/**
 * What may stand in an element, in this order: `prefix: first either|or …`. From the schemas of ECMA-376 part 1, 5th
 * edition, for all elements of a deck that have more than one kind of child.
 */
const orders: Readonly<Record<string, string>> = {
  "p:sld": "p: cSld clrMapOvr transition timing extLst",
  "p:sldLayout": "p: cSld clrMapOvr transition timing hf extLst",
  "p:sldMaster": "p: cSld clrMap sldLayoutIdLst transition timing hf txStyles extLst",
  "p:notes": "p: cSld clrMapOvr extLst",
  "p:notesMaster": "p: cSld clrMap hf notesStyle extLst",
  "p:cSld": "p: bg spTree custDataLst controls extLst",
  "p:spTree": "p: nvGrpSpPr grpSpPr sp|grpSp|graphicFrame|cxnSp|pic|contentPart extLst",
  "p:sp": "p: nvSpPr spPr style txBody extLst",
  "p:graphicFrame": "p: nvGraphicFramePr xfrm a:graphic extLst",
  "p:txStyles": "p: titleStyle bodyStyle otherStyle extLst",
  "p:presentation":
    "p: sldMasterIdLst notesMasterIdLst handoutMasterIdLst sldIdLst sldSz notesSz embeddedFontLst custShowLst defaultTextStyle modifyVerifier extLst",
  "p:spPr": look,
  "c:spPr": look,
  "p:txBody": text,
  "a:txBody": text,
  "c:txPr": text,
  "a:p": "a: pPr r|br|fld endParaRPr",
  "a:r": "a: rPr t",
  "a:fld": "a: rPr pPr t",
  "a:pPr": bullets,
  "a:lvl1pPr": bullets,
  "a:lvl2pPr": bullets,
  "a:rPr": run,
  "a:defRPr": run,
  "a:endParaRPr": run,
  "a:ln": `a: ${fills} prstDash|custDash round|bevel|miter headEnd tailEnd extLst`,
  "a:tbl": "a: tblPr tblGrid tr",
  "a:tblPr": `a: ${fills} effectLst tableStyle|tableStyleId extLst`,
  "a:tc": "a: txBody tcPr extLst",
  "a:theme": "a: themeElements objectDefaults extraClrSchemeLst custClrLst extLst",
  "a:themeElements": "a: clrScheme fontScheme fmtScheme extLst",
  "a:clrScheme": `a: ${slots} extLst`,
  "a:fontScheme": "a: majorFont minorFont extLst",
  "a:majorFont": "a: latin ea cs font extLst",
  "a:minorFont": "a: latin ea cs font extLst",
  "a:fmtScheme": "a: fillStyleLst lnStyleLst effectStyleLst bgFillStyleLst",
  "a:tblStyle":
    "a: tblBg wholeTbl band1H band2H band1V band2V lastCol firstCol lastRow seCell swCell firstRow neCell nwCell extLst",
  "a:wholeTbl": "a: tcTxStyle tcStyle",
  "a:firstRow": "a: tcTxStyle tcStyle",
  "a:lastRow": "a: tcTxStyle tcStyle",
  "a:tcStyle": "a: tcBdr fill|fillRef cell3D",
  "a:tcBdr": "a: left right top bottom insideH insideV tl2br tr2bl extLst",
  "a:tcTxStyle": "a: fontRef|font scrgbClr|srgbClr|hslClr|sysClr|schemeClr|prstClr extLst",
  "c:chartSpace":
    "c: date1904 lang roundedCorners style clrMapOvr pivotSource protection chart spPr txPr externalData printSettings userShapes extLst",
  "c:chart":
    "c: title autoTitleDeleted pivotFmts view3D floor sideWall backWall plotArea legend plotVisOnly dispBlanksAs extLst",
  "c:plotArea": "c: layout barChart|lineChart catAx|dateAx|valAx dTable spPr extLst",
  "c:manualLayout": "c: layoutTarget xMode yMode wMode hMode x y w h extLst",
  "c:barChart": "c: barDir grouping varyColors ser dLbls gapWidth overlap serLines axId extLst",
  "c:lineChart": "c: grouping varyColors ser dLbls dropLines hiLowLines upDownBars marker smooth axId extLst",
  "c:ser":
    "c: idx order tx spPr invertIfNegative pictureOptions marker dPt dLbls trendline errBars cat val smooth shape extLst",
  "c:dPt": "c: idx invertIfNegative marker bubble3D explosion spPr pictureOptions extLst",
  "c:dLbls": `c: dLbl delete numFmt spPr txPr dLblPos ${shows} showLeaderLines leaderLines extLst`,
  "c:dLbl": `c: idx delete layout tx numFmt spPr txPr dLblPos ${shows} extLst`,
  "c:scaling": "c: logBase orientation max min extLst",
  "c:catAx": `${axis} auto lblAlgn lblOffset tickLblSkip tickMarkSkip noMultiLvlLbl extLst`,
  "c:dateAx": `${axis} auto lblOffset baseTimeUnit majorUnit majorTimeUnit minorUnit minorTimeUnit extLst`,
  "c:valAx": `${axis} crossBetween majorUnit minorUnit dispUnits extLst`,
  "c:legend": "c: legendPos legendEntry layout overlay spPr txPr extLst",
  "c:strRef": "c: f strCache extLst",
  "c:numRef": "c: f numCache extLst",
  "c:strCache": "c: ptCount pt extLst",
  "c:numCache": "c: formatCode ptCount pt extLst",
  worksheet: "sheetPr dimension sheetViews sheetFormatPr cols sheetData pageMargins pageSetup tableParts",
  styleSheet: "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst",
  workbook: "fileVersion workbookPr bookViews sheets definedNames calcPr",
  c: "f v is"
}

/** The position of each child in the schema's order; children of one position may alternate. */
const placesOf = (order: string): ReadonlyMap<string, number> => {
  const [first = "", ...rest] = order.split(" ")
  const prefix = first.endsWith(":") ? first : ""
  const names = prefix === "" ? [first, ...rest] : rest
  return new Map(
    names.flatMap((either, place) =>
      either.split("|").map((name) => [name.includes(":") ? name : prefix + name, place] as const)
    )
  )
}

const places = new Map(Object.entries(orders).map(([name, order]) => [name, placesOf(order)]))

const faultOf = ({ name, children }: Element): string | undefined => {
  const known = places.get(name)
  if (known === undefined) return undefined
  let last = -1
  for (const child of children) {
    const place = known.get(child.name)
    if (place === undefined) return `${child.name} does not belong into ${name}`
    if (place < last) return `${child.name} comes too late in ${name}`
    last = place
  }
  return undefined
}

/** Checks the order of the schemas; Office offers to repair a file with another one. */
export const lintOrder = (pack: Package): ReadonlyArray<string> =>
  [...pack.roots].flatMap(([part, root]) => [
    ...new Set(
      all(root)
        .flatMap((element) => faultOf(element) ?? [])
        .map((fault) => `${part}: ${fault}`)
    )
  ])
