import type { Align, Color, Paragraph, Run, TextBlock } from "../Plan.ts"
import { escape } from "../package/XmlText.ts"
import { runsFromTheRight } from "../text/Direction.ts"
import { languageRuns } from "../text/Languages.ts"
import { anchorOf, emu, type Pen, sideOf } from "./Pen.ts"
import { fillXml } from "./SchemeColors.ts"

/** How text looks that says nothing of itself: of a placeholder's layout, or of the table's style. */
export interface Inherited {
  /** Points. */
  readonly size?: number
  readonly color?: Color
  readonly bold?: boolean
}

/** What a text's paragraphs have in common. */
export interface TextStyle {
  /** Points. */
  readonly size: number
  /** None: what is inherited. */
  readonly color?: Color
  readonly align?: Align
  readonly inherited: Inherited
}

/** Inches that a bullet's text hangs. */
const hanging = 0.2

const bulletXml = '<a:buFont typeface="Arial"/><a:buChar char="•"/>'

const propertiesXml = ({ bullet, align, runs }: Paragraph, style: TextStyle, pen: Pen): string => {
  const rtl = runsFromTheRight(runs.map(({ text }) => text).join(""), pen.direction)
  const side = align ?? style.align ?? "start"
  const indent = bullet ? ` marL="${emu(hanging)}" indent="${-emu(hanging)}"` : ""
  const start = `<a:pPr${indent}${side === "start" ? "" : ` algn="${sideOf(side, pen)}"`} rtl="${rtl ? 1 : 0}"`
  return bullet ? `${start}>${bulletXml}</a:pPr>` : `${start}/>`
}

const boldXml = (bold: boolean, { inherited }: TextStyle): string =>
  bold === (inherited.bold ?? false) ? "" : ` b="${bold ? 1 : 0}"`

/** PowerPoint shows such a link in the text's own colour. */
const ownColor =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}"><ahyp:hlinkClr ' +
  'xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>'

const linkXml = (run: Run, { relationOf }: Pen): string => {
  const relation = relationOf(run)
  if (relation === undefined) return ""
  return run.page === undefined
    ? `<a:hlinkClick r:id="${relation}" action="ppaction://hlinksldjump"/>`
    : `<a:hlinkClick r:id="${relation}" tooltip="${escape(run.page.tip)}">${ownColor}</a:hlinkClick>`
}

/** Attributes and children of a run's properties, but for the language. */
const lookOf = (run: Run, style: TextStyle, pen: Pen) => {
  const color = run.color ?? style.color
  return {
    attributes:
      (style.size === style.inherited.size ? "" : ` sz="${Math.round(style.size * 100)}"`) +
      boldXml(run.bold ?? false, style) +
      (run.italic ? ' i="1"' : ""),
    children: (color === undefined || color === style.inherited.color ? "" : fillXml(color)) + linkXml(run, pen)
  }
}

const runPropertiesXml = (element: string, language: string, look: ReturnType<typeof lookOf>): string => {
  const start = `<${element} lang="${language}"${look.attributes}`
  return look.children === "" ? `${start}/>` : `${start}>${look.children}</${element}>`
}

const runXml = (run: Run, style: TextStyle, pen: Pen): string => {
  const look = lookOf(run, style, pen)
  return run.text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) =>
      line === ""
        ? ""
        : languageRuns(line, pen.language)
            .map(
              ({ text, language }) =>
                `<a:r>${runPropertiesXml("a:rPr", language, look)}<a:t>${escape(text)}</a:t></a:r>`
            )
            .join("")
    )
    .join(`<a:br>${runPropertiesXml("a:rPr", pen.language, look)}</a:br>`)
}

const paragraphXml = (paragraph: Paragraph, style: TextStyle, pen: Pen): string => {
  const runs = paragraph.runs.map((run) => runXml(run, style, pen)).join("")
  const end = runs === "" ? runPropertiesXml("a:endParaRPr", pen.language, lookOf({ text: "" }, style, pen)) : ""
  return `<a:p>${propertiesXml(paragraph, style, pen)}${runs}${end}</a:p>`
}

const nothing: Paragraph = { runs: [] }

/** At least one paragraph, as the format wants it. */
export const paragraphsXml = (paragraphs: ReadonlyArray<Paragraph>, style: TextStyle, pen: Pen): string =>
  (paragraphs.length === 0 ? [nothing] : paragraphs).map((paragraph) => paragraphXml(paragraph, style, pen)).join("")

/** For text outside placeholders, and for the layouts' placeholders: without insets, as the text was measured. */
export const bodyPropertiesXml = (anchor: TextBlock["anchor"], { direction }: Pen): string =>
  `<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="${direction === "rtl" ? 1 : 0}" ` +
  `anchor="${anchorOf(anchor)}"><a:noAutofit/></a:bodyPr>`

/** The presentation's own style, of all text that is in no placeholder and no table. */
export const defaultText = { size: 16, color: "ink" } as const satisfies Inherited
