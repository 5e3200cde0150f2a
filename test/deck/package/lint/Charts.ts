import { numbered, type Package, related } from "./Package.ts"
import { child, named } from "./Xml.ts"

/** Axes a chart names exist, two of them, and its workbook is inside. */
export const lintCharts = (pack: Package): ReadonlyArray<string> =>
  numbered(pack, "ppt/charts").flatMap((part) => {
    const root = pack.roots.get(part)
    const axes = named(root, "c:catAx", "c:valAx", "c:dateAx", "c:serAx").map(
      (axis) => child(axis, "c:axId")?.attributes.val
    )
    const used = named(root, "c:barChart").flatMap(({ children }) =>
      children.filter(({ name }) => name === "c:axId").map(({ attributes }) => attributes.val)
    )
    return [
      ...used.filter((id) => !axes.includes(id)).map((id) => `${part}: axis ${id} does not exist`),
      ...(related(pack, part, "package").length === 1 && named(root, "c:externalData").length === 1
        ? []
        : [`${part}: has no workbook`])
    ]
  })

/** A workbook's tables say where they are. */
export const lintWorkbook = (pack: Package): ReadonlyArray<string> =>
  [...pack.roots].flatMap(([part, { name, attributes }]) =>
    name === "table" && !/^[A-Z]+\d+:[A-Z]+\d+$/.test(attributes.ref ?? "")
      ? [`${part}: ${attributes.ref} is no range`]
      : []
  )
