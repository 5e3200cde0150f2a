import { crc32, deflateSync } from "node:zlib"
import { contentTypes } from "../../../src/deck/templates/ContentTypes.ts"
import { groupXml } from "../../../src/deck/templates/Objects.ts"
import { type Relation, relationsName, relationsXml } from "../../../src/deck/templates/TemplateRelations.ts"
import { themeXml } from "../../../src/deck/templates/Theme.ts"
import { namespaces } from "../../../src/deck/templates/XmlContext.ts"
import { header } from "../../../src/deck/templates/XmlText.ts"
import { type Parts, write } from "../package/Parts.ts"

type Inches = readonly [x: number, y: number, w: number, h: number]

interface Placeholder {
  readonly type?: string
  readonly index?: number
  readonly box?: Inches
}

export interface LayoutSpec {
  readonly name: string
  readonly type?: string
  readonly placeholders: ReadonlyArray<Placeholder>
}

export interface TemplateSpec {
  readonly slide: readonly [w: number, h: number]
  readonly colors: Parameters<typeof themeXml>[0]["colors"]
  readonly font: string
  readonly master: ReadonlyArray<Placeholder>
  readonly layouts: ReadonlyArray<LayoutSpec>
  /** Where the logo stands; null: there is none. */
  readonly logo: Inches | null
  /** Points and alignment of titles. */
  readonly title: readonly [size: number, algn: string]
}

const emu = (inches: number): number => Math.round(inches * 914_400)

const frame = ([x, y, w, h]: Inches): string =>
  `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`

const look = (algn: string): string =>
  `<a:lstStyle><a:lvl1pPr algn="${algn}"><a:defRPr sz="1000"/></a:lvl1pPr></a:lstStyle>`
const looks: Readonly<Record<string, string>> = { ftr: look("l"), sldNum: look("r") }

const placeholderXml = ({ type, index, box }: Placeholder, at: number): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${at + 2}" name="${type ?? "Content"} ${at + 2}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr><p:ph${type === undefined ? "" : ` type="${type}"`}${index === undefined ? "" : ` idx="${index}"`}/></p:nvPr>` +
  `</p:nvSpPr><p:spPr>${box === undefined ? "" : `${frame(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`}</p:spPr>` +
  `<p:txBody><a:bodyPr${type === "title" ? ' anchor="ctr"' : ""}/>${looks[type ?? ""] ?? "<a:lstStyle/>"}<a:p>` +
  (type === "sldNum"
    ? '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>'
    : '<a:r><a:rPr lang="en-US"/><a:t>Edit</a:t></a:r>') +
  "</a:p></p:txBody></p:sp>"

const logoXml = (box: Inches): string =>
  '<p:pic><p:nvPicPr><p:cNvPr id="90" name="Logo" descr="Logo"/><p:cNvPicPr/><p:nvPr userDrawn="1"/></p:nvPicPr>' +
  '<p:blipFill><a:blip r:embed="rIdLogo"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>' +
  `<p:spPr>${frame(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`

const treeXml = (name: string, placeholders: ReadonlyArray<Placeholder>, more = ""): string =>
  `<p:cSld${name}>${more === "" ? "" : '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'}` +
  `<p:spTree>${groupXml}${placeholders.map(placeholderXml).join("")}${more.trim()}</p:spTree></p:cSld>`

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A blue square. */
const logo = (): Uint8Array => {
  const [side, row] = [32, Buffer.from([0, ...Array.from({ length: 32 }, () => [11, 60, 140]).flat()])]
  const head = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))])
}

const [presentation, master, theme] = [
  "ppt/presentation.xml",
  "ppt/slideMasters/slideMaster1.xml",
  "ppt/theme/theme1.xml"
]
const layoutPart = (at: number): string => `ppt/slideLayouts/slideLayout${at + 1}.xml`
const clrMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ' +
  'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

const level = (size: number, algn: string, bullet: string): string =>
  `<a:lvl1pPr marL="228600" indent="-228600" algn="${algn}">${bullet}<a:defRPr sz="${size * 100}">` +
  '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>'

const masterXml = ({ master, layouts, logo, title: [size, algn] }: TemplateSpec): string =>
  `${header}<p:sldMaster ${namespaces}>${treeXml("", master, logo === null ? " " : logoXml(logo))}${clrMap}<p:sldLayoutIdLst>` +
  layouts.map((_, at) => `<p:sldLayoutId id="${2_147_483_700 + at}" r:id="rId${at + 1}"/>`).join("") +
  `</p:sldLayoutIdLst><p:txStyles><p:titleStyle>${level(size, algn, "<a:buNone/>")}</p:titleStyle><p:bodyStyle>` +
  `${level(28, "l", '<a:buFont typeface="Arial"/><a:buChar char="•"/>')}</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`

const layoutXml = ({ name, type, placeholders }: LayoutSpec): string =>
  `${header}<p:sldLayout ${namespaces}${type === undefined ? "" : ` type="${type}"`}>${treeXml(` name="${name}"`, placeholders)}` +
  "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"

/** The parts of a presentation without slides, as a company keeps it. */
export const templateParts = (spec: TemplateSpec): Parts => {
  const { slide, colors, font, layouts } = spec
  const parts: Parts = new Map()
  const add = (name: string, content: string, relations: ReadonlyArray<Relation>): void => {
    if (name !== "") parts.set(name, content)
    parts.set(relationsName(name), relationsXml(name, relations))
  }
  add("", "", [["officeDocument", presentation]])
  const size = `<p:sldSz cx="${emu(slide[0])}" cy="${emu(slide[1])}"/><p:notesSz cx="6858000" cy="9144000"/>`
  const list = '<p:sldMasterIdLst><p:sldMasterId id="2147483660" r:id="rId1"/></p:sldMasterIdLst>'
  add(presentation, `${header}<p:presentation ${namespaces}>${list}${size}</p:presentation>`, [["slideMaster", master]])
  const own = layouts.map((_, at): Relation => ["slideLayout", layoutPart(at)])
  add(master, masterXml(spec), [...own, ["theme", theme], ["image", "ppt/media/logo.png"]])
  const rels = relationsName(master)
  const linked = String(parts.get(rels)).replace(`Id="rId${layouts.length + 2}"`, 'Id="rIdLogo"')
  parts.set(rels, spec.logo === null ? linked.replace(/<Relationship Id="rIdLogo"[^>]*>/, "") : linked)
  if (spec.logo !== null) parts.set("ppt/media/logo.png", logo())
  for (const [at, layout] of layouts.entries()) add(layoutPart(at), layoutXml(layout), [["slideMaster", master]])
  parts.set(theme, themeXml({ colors }).replaceAll('latin typeface="Arial"', `latin typeface="${font}"`))
  const types = contentTypes([...parts.keys()])
  parts.set(
    "[Content_Types].xml",
    types.replace("<Override", '<Default Extension="png" ContentType="image/png"/><Override')
  )
  return parts
}

export const fileOf = (spec: TemplateSpec): Uint8Array => write(templateParts(spec))

/** 10 × 5.625 in, another order, a logo, a serif font, titles in the middle, dark blue. */
export const small: TemplateSpec = {
  slide: [10, 5.625],
  colors: { ink: "0A1A33", muted: "3D4F6E", paper: "FFFFFF", panel: "E8EDF5", accent: "0B3C8C", team: "C00000" },
  font: "Georgia",
  master: [
    { type: "title", box: [0.6, 0.3, 8.2, 0.8] },
    { type: "body", index: 1, box: [0.6, 1.25, 8.8, 3.75] },
    { type: "ftr", index: 3, box: [0.6, 5.2, 6, 0.25] },
    { type: "sldNum", index: 4, box: [8.4, 5.2, 1, 0.25] }
  ],
  layouts: [
    { name: "Blank", type: "blank", placeholders: [] },
    {
      name: "Title Only",
      type: "titleOnly",
      placeholders: [{ type: "title" }, { type: "ftr", index: 11 }, { type: "sldNum", index: 12 }]
    },
    {
      name: "Title and Content",
      type: "obj",
      placeholders: [{ type: "title" }, { index: 1 }, { type: "ftr", index: 11 }, { type: "sldNum", index: 12 }]
    },
    {
      name: "Title Slide",
      type: "title",
      placeholders: [
        { type: "ctrTitle", box: [1, 1.2, 8, 1.5] },
        { type: "subTitle", index: 1, box: [1, 2.9, 8, 1.4] }
      ]
    }
  ],
  logo: [9, 0.3, 0.5, 0.5],
  title: [26, "ctr"]
}

/** Only what decks need, found by names, without footer and number. */
export const bare: TemplateSpec = {
  ...small,
  slide: [40 / 3, 7.5],
  colors: { ...small.colors, accent: "E07020", team: "005F73" },
  font: "Arial",
  master: [
    { type: "title", box: [0.9, 0.4, 11.5, 1.45] },
    { type: "body", index: 1, box: [0.9, 2, 11.5, 4.75] }
  ],
  layouts: [
    {
      name: "Title Slide",
      placeholders: [
        { type: "ctrTitle", box: [1.7, 1.2, 10, 2.6] },
        { type: "subTitle", index: 1, box: [1.7, 3.9, 10, 1.8] }
      ]
    },
    { name: "Title and content", placeholders: [{ type: "title" }, { index: 1 }] },
    { name: "title only", placeholders: [{ type: "title" }] }
  ],
  logo: null,
  title: [32, "l"]
}
