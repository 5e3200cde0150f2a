import { finishWorkbook, type Values } from "./Workbook.ts"
import type { Parts } from "./Zip.ts"

const chartName = /charts\/chart(\d+)\.xml/g

/**
 * The charts' numbers in the order of the slides. PptxGenJS counts on over all decks a process makes, so that the second
 * deck would have other names.
 */
const newNumbers = (parts: Parts, slides: number): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>()
  for (let slide = 1; slide <= slides; slide++) {
    const relations = parts.get(`ppt/slides/_rels/slide${slide}.xml.rels`)
    if (typeof relations !== "string") continue
    for (const [, number = ""] of relations.matchAll(chartName)) {
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1)
    }
  }
  return numbers
}

/** A third axis that nothing defines goes, and points without a value; categories of one level are said to be so. */
const finishChart = (xml: string): string => {
  const defined = new Set([...xml.matchAll(/<c:(?:cat|val|date|ser)Ax>\s*<c:axId val="(\d+)"/g)].map(([, id]) => id))
  return xml
    .replace(/<c:axId val="(\d+)"\/>/g, (axis, id: string) => (defined.has(id) ? axis : ""))
    .replace(/<c:numCache>.*?<\/c:numCache>/gs, (cache) =>
      cache.replace(/<c:pt idx="\d+"><c:v>(?:NaN)?<\/c:v><\/c:pt>/g, "")
    )
    .replace(/<c:multiLvlStrRef>(.*?)<\/c:multiLvlStrRef>/gs, (levels, inside: string) =>
      inside.split("<c:lvl>").length !== 2
        ? levels
        : `<c:strRef>${inside.replaceAll("multiLvlStrCache>", "strCache>").replace("<c:lvl>", "").replace("</c:lvl>", "")}</c:strRef>`
    )
}

/** What a finished chart shows, by series and category. */
const valuesOf = (xml: string): Values => {
  const series = xml
    .split("<c:ser>")
    .slice(1)
    .map((one) => one.slice(one.indexOf("<c:numCache>"), one.indexOf("</c:numCache>")))
    .map(
      (cache) =>
        new Map([...cache.matchAll(/<c:pt idx="(\d+)"><c:v>([^<]*)/g)].map(([, at, value]) => [Number(at), value]))
    )
  return (at, category) => series[at]?.get(category)
}

/** Names, content and workbooks of all charts. */
export const finishCharts = (parts: Parts, slides: number): void => {
  const numbers = newNumbers(parts, slides)
  const finished: Parts = new Map()
  const take = (name: string): string | Uint8Array | undefined => {
    const content = parts.get(name)
    parts.delete(name)
    return content
  }
  for (const [old, number] of numbers) {
    const chart = take(`ppt/charts/chart${old}.xml`)
    const relations = take(`ppt/charts/_rels/chart${old}.xml.rels`)
    const workbook = take(`ppt/embeddings/Microsoft_Excel_Worksheet${old}.xlsx`)
    if (typeof chart !== "string" || typeof relations !== "string" || !(workbook instanceof Uint8Array)) continue
    const xml = finishChart(chart)
    finished.set(`ppt/charts/chart${number}.xml`, xml)
    finished.set(`ppt/charts/_rels/chart${number}.xml.rels`, relations.replace(/Worksheet\d+/, `Worksheet${number}`))
    finished.set(`ppt/embeddings/Microsoft_Excel_Worksheet${number}.xlsx`, finishWorkbook(workbook, valuesOf(xml)))
  }
  for (const [name, content] of finished) parts.set(name, content)
  for (const [name, content] of parts) {
    if (!name.startsWith("ppt/slides/_rels/") || typeof content !== "string" || !content.includes("/charts/")) continue
    parts.set(
      name,
      content.replace(chartName, (_, number: string) => `charts/chart${numbers.get(number) ?? number}.xml`)
    )
  }
}
