import type { Align, Color, Paragraph, Run, TextBlock } from "../Plan.ts"
import { escape } from "../package/XmlText.ts"
import { embedding, leftMark, runsFromTheRight, turns } from "../text/Direction.ts"
import { type LanguageRun, languageRuns } from "../text/Languages.ts"
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

interface ParagraphStyle extends TextStyle {
  /** Whether the paragraph runs from right to left. */
  readonly rtl: boolean
}

/** Inches that a bullet's text hangs. */
const hanging = 0.2

const bulletXml = '<a:buFont typeface="Arial"/><a:buChar char="•"/>'

const propertiesXml = ({ bullet, align }: Paragraph, style: ParagraphStyle, pen: Pen): string => {
  const side = align ?? style.align ?? "start"
  const indent = bullet ? ` marL="${emu(hanging)}" indent="${-emu(hanging)}"` : ""
  const start = `<a:pPr${indent}${side === "start" ? "" : ` algn="${sideOf(side, pen)}"`} rtl="${style.rtl ? 1 : 0}"`
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

const pieceXml = (text: string, language: string, look: ReturnType<typeof lookOf>): string =>
  `<a:r>${runPropertiesXml("a:rPr", language, look)}<a:t>${escape(text)}</a:t></a:r>`

/** LibreOffice draws an Arabic link that ends with digits far from its place. */
const misplaced = /\p{Script=Arabic}\P{L}*\d\u202C?$/u

const leftWords = / +|[^ ]+/g
const rightWords = / +|\p{P}+(?: +|$)|[^ ]+?(?=\p{P}*(?: |$))/gu

/** What stands between two words of a link. */
const gap = /^[ \p{P}]+$/u

/**
 * A link's text, each word as a link of its own, and what stands between them only underlined. LibreOffice breaks one link
 * between any two letters, colours a link as the one that touches it, and puts links that touch from left to right whatever
 * their letters are, as it does a sign at a link's end. Words that run against their paragraph stay one link.
 */
const linkedXml = (text: string, language: string, run: Run, style: ParagraphStyle, pen: Pen): string => {
  const linked = lookOf(run, style, pen)
  const { link, page, ...unlinked } = run
  const between = lookOf(unlinked, style, pen)
  const underlined = { ...between, attributes: `${between.attributes} u="sng"` }
  const isOne = style.rtl ? !runsFromTheRight(text, "rtl") : turns(text)
  const pieces = isOne ? text.match(/^ +|[^ ].*/g) : text.match(style.rtl ? rightWords : leftWords)
  return (pieces ?? [])
    .map((piece) => pieceXml(piece, language, gap.test(piece) || misplaced.test(piece) ? underlined : linked))
    .join("")
}

const plainXml: typeof linkedXml = (text, language, { link, page, ...plain }, style, pen) =>
  pieceXml(text, language, lookOf(plain, style, pen))

/** A linked text in parts of one language each; what is embedded is one, since LibreOffice orders links by themselves. */
const linkedParts = (text: string, language: string): ReadonlyArray<LanguageRun> =>
  text.split(/(\u202B[^\u202A-\u202C]*\u202C)/).flatMap((part) => {
    const runs = languageRuns(part, language)
    if (!part.startsWith(embedding.right)) return runs
    return [{ text: part, language: runs.find((run) => run.language !== language)?.language ?? language }]
  })

const lineXml = (line: string, run: Run, style: ParagraphStyle, pen: Pen): string => {
  const linkBegin = pen.relationOf(run) === undefined ? line.length : line.search(/\S|$/)
  const partsXml = (text: string, partsOf: typeof linkedParts, xml: typeof linkedXml) =>
    text === ""
      ? ""
      : partsOf(text, pen.language)
          .map((part) => xml(part.text, part.language, run, style, pen))
          .join("")
  return (
    partsXml(line.slice(0, linkBegin), languageRuns, plainXml) + partsXml(line.slice(linkBegin), linkedParts, linkedXml)
  )
}

const runXml = (run: Run, style: ParagraphStyle, pen: Pen): string =>
  run.text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => lineXml(line, run, style, pen))
    .join(`<a:br>${runPropertiesXml("a:rPr", pen.language, lookOf(run, style, pen))}</a:br>`)

const percentage = /[+−±]?\d[\d.,]*\u00A0%/g

/** A run of a paragraph from the right: a percentage runs from left to right, and the mark of a link points onwards. */
const fromRightRun = (run: Run): Run => {
  if (run.link !== undefined && run.text.trim() === "►") return { ...run, text: run.text.replace("►", "◄") }
  return { ...run, text: run.text.replaceAll(percentage, `${leftMark}$&${leftMark}`) }
}

const paragraphXml = (paragraph: Paragraph, textStyle: TextStyle, pen: Pen): string => {
  const rtl = runsFromTheRight(paragraph.runs.map(({ text }) => text).join(""), pen.direction)
  const style = { ...textStyle, rtl }
  const runs = paragraph.runs.map((run) => runXml(rtl ? fromRightRun(run) : run, style, pen)).join("")
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
