import { numbered, type Package, related } from "./Package.ts"
import { child, type Element, first, named } from "./Xml.ts"

/** Checks that the axes which a chart names exist, and that its workbook is embedded. */
export const lintCharts = (pack: Package): ReadonlyArray<string> =>
  numbered(pack, "ppt/charts").flatMap((part) => {
    const root = pack.roots.get(part)
    const axes = named(root, "c:catAx", "c:valAx", "c:dateAx", "c:serAx").map(
      (axis) => child(axis, "c:axId")?.attributes.val
    )
    const used = named(root, "c:barChart", "c:lineChart").flatMap(({ children }) =>
      children.filter(({ name }) => name === "c:axId").map(({ attributes }) => attributes.val)
    )
    return [
      ...used.filter((id) => !axes.includes(id)).map((id) => `${part}: axis ${id} does not exist`),
      ...(related(pack, part, "package").length === 1 && named(root, "c:externalData").length === 1
        ? []
        : [`${part}: has no workbook`])
    ]
  })

/** The values of a sheet's cells, by name. */
const cellsOf = (workbook: Package): ReadonlyMap<string, string> => {
  return new Map(
    named(workbook.roots.get("xl/worksheets/sheet1.xml"), "c").map((cell) => [
      cell.attributes.r ?? "",
      (cell.attributes.t === "inlineStr" ? first(cell, "t") : child(cell, "v"))?.text ?? ""
    ])
  )
}

/** `Sheet1!$B$2:$B$4` → B2, B3, B4. */
const rangeOf = (formula: string): ReadonlyArray<string> => {
  const [, column = "", from = "0", to = from] = /!\$([A-Z]+)\$(\d+)(?::\$[A-Z]+\$(\d+))?$/.exec(formula) ?? []
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${column}${Number(from) + at}`)
}

/** Checks that the workbook has the chart's values, which somebody who edits the data sees. */
export const lintValues = (part: string, root: Element, workbook: Package): ReadonlyArray<string> => {
  const cells = cellsOf(workbook)
  return named(root, "c:strRef", "c:numRef").flatMap((reference) => {
    const shown = new Map(
      named(reference, "c:pt").map((point) => [Number(point.attributes.idx), child(point, "c:v")?.text ?? ""])
    )
    return rangeOf(child(reference, "c:f")?.text ?? "").flatMap((name, at) =>
      (shown.get(at) ?? "") === (cells.get(name) ?? "")
        ? []
        : [`${part}: shows ${shown.get(at) ?? "nothing"} where ${name} is ${cells.get(name) || "empty"}`]
    )
  })
}
