import { finishWorkbook } from "./Workbook.ts"
import type { Parts } from "./Zip.ts"

const chartName = /charts\/(_rels\/)?chart(\d+)\.xml/g

/**
 * The charts' numbers in the order of the slides. PptxGenJS counts on over all decks a process makes, so that the second
 * deck would have other names.
 */
const newNumbers = (parts: Parts, slides: number): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>()
  for (let slide = 1; slide <= slides; slide++) {
    const relations = parts.get(`ppt/slides/_rels/slide${slide}.xml.rels`)
    if (typeof relations !== "string") continue
    for (const [, , number = ""] of relations.matchAll(chartName)) {
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1)
    }
  }
  return numbers
}

/** A third axis that nothing defines goes; categories of one level are said to be of one level. */
const finishChart = (xml: string): string => {
  const defined = new Set([...xml.matchAll(/<c:(?:cat|val|date|ser)Ax>\s*<c:axId val="(\d+)"/g)].map(([, id]) => id))
  return xml
    .replace(/<c:axId val="(\d+)"\/>/g, (axis, id: string) => (defined.has(id) ? axis : ""))
    .replace(/<c:multiLvlStrRef>(.*?)<\/c:multiLvlStrRef>/gs, (levels, inside: string) =>
      inside.split("<c:lvl>").length !== 2
        ? levels
        : `<c:strRef>${inside.replaceAll("multiLvlStrCache>", "strCache>").replace("<c:lvl>", "").replace("</c:lvl>", "")}</c:strRef>`
    )
}

/** Names, content and workbooks of all charts. */
export const finishCharts = (parts: Parts, slides: number): void => {
  const numbers = newNumbers(parts, slides)
  const renamed = (text: string): string =>
    text
      .replace(
        chartName,
        (_, folder = "", number: string) => `charts/${folder}chart${numbers.get(number) ?? number}.xml`
      )
      .replace(/Worksheet(\d+)\.xlsx/g, (_, number: string) => `Worksheet${numbers.get(number) ?? number}.xlsx`)
  const charts: Parts = new Map()
  for (const [name, content] of parts) {
    if (/^ppt\/(charts|embeddings)\//.test(name)) {
      parts.delete(name)
      if (typeof content !== "string") charts.set(renamed(name), finishWorkbook(content))
      else charts.set(renamed(name), name.endsWith(".rels") ? renamed(content) : finishChart(content))
    } else if (name.startsWith("ppt/slides/_rels/") && typeof content === "string" && content.includes("/charts/")) {
      parts.set(name, renamed(content))
    }
  }
  for (const [name, content] of charts) parts.set(name, content)
}
