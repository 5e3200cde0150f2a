import type { Document } from "domhandler"
import { fill, first } from "../templates/Xml.ts"
import type { Pen } from "../templates/XmlContext.ts"
import { escape } from "../templates/XmlText.ts"
import { runsFromTheRight } from "../text/Direction.ts"
import { languageOf } from "../text/Languages.ts"

const paragraphXml = (line: string, { language, direction }: Pen): string => {
  const rtl = runsFromTheRight(line, direction)
  const run = `<a:r><a:rPr lang="${languageOf(line, language)}"/><a:t>${escape(line)}</a:t></a:r>`
  const content = line === "" ? `<a:endParaRPr lang="${language}"/>` : run
  return `<a:p><a:pPr${rtl ? ' algn="r"' : ""} rtl="${rtl ? 1 : 0}"/>${content}</a:p>`
}

/** PptxGenJS writes notes as one English paragraph that runs from left to right. */
export const ownParagraphs = (page: Document, notes: string, pen: Pen): void => {
  const text = first(page, "p:txBody")
  if (text === undefined) return
  const paragraphs = notes.split(/\r?\n/).map((line) => paragraphXml(line, pen))
  fill(text, `<a:bodyPr/><a:lstStyle/>${paragraphs.join("")}`)
}
