import { fixedColors } from "../../../../src/deck/templates/SchemeColors.ts"
import { numbered, type Package, related } from "./Package.ts"
import { child, type Element, first, named } from "./Xml.ts"

const fixed = new Set<string>(Object.values(fixedColors))

/** Checks that colours are the theme's, but for the few that are to be the same under any theme. */
const lintColors = (pack: Package): ReadonlyArray<string> =>
  [...pack.roots].flatMap(([part, root]) => {
    if (part.startsWith("ppt/theme/")) return []
    const own = named(root, "a:srgbClr", "a:sysClr")
      .map(({ attributes }) => attributes.val ?? attributes.lastClr ?? "")
      .filter((color) => !fixed.has(color))
    return own.length === 0 ? [] : [`${part}: ${[...new Set(own)].join(", ")} are not the theme's colours`]
  })

/** Checks that fonts are the theme's, except for the bullets' character. */
const lintFonts = (pack: Package): ReadonlyArray<string> =>
  [...pack.roots].flatMap(([part, root]) =>
    part.startsWith("ppt/theme/")
      ? []
      : named(root, "a:latin", "a:ea", "a:cs")
          .filter(({ attributes }) => !/^\+m[jn]-/.test(attributes.typeface ?? ""))
          .map(({ attributes }) => `${part}: ${attributes.typeface} is not the theme's font`)
  )

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const tableFaults = (table: Element, styles: ReadonlyArray<string | undefined>): ReadonlyArray<string> => {
  const columns = named(table, "a:gridCol").length
  const rows = named(table, "a:tr").map(({ children }) => children.filter(({ name }) => name === "a:tc"))
  const spans = rows.map((cells) =>
    sum(cells.map(({ attributes }) => (attributes.hMerge === "1" ? 0 : Number(attributes.gridSpan ?? 1))))
  )
  return [
    ...rows.flatMap((cells, at) => (cells.length === columns ? [] : [`row ${at + 1} has ${cells.length} cells`])),
    ...spans.flatMap((span, at) => (span === columns ? [] : [`row ${at + 1} spans ${span} columns`])),
    ...(styles.includes(child(child(table, "a:tblPr"), "a:tableStyleId")?.text) ? [] : ["has no style of the deck"]),
    ...(named(table, "a:lnL", "a:lnR", "a:lnT", "a:lnB").length === 0 ? [] : ["has lines of its own"]),
    ...(named(table, "a:tcPr").every(({ children }) => children.length === 0) ? [] : ["has fills of its own"])
  ]
}

const lintTables = (pack: Package): ReadonlyArray<string> => {
  const styles = named(pack.roots.get("ppt/tableStyles.xml"), "a:tblStyle").map(({ attributes }) => attributes.styleId)
  return numbered(pack, "ppt/slides").flatMap((part) =>
    named(pack.roots.get(part), "a:tbl").flatMap((table) =>
      tableFaults(table, styles).map((fault) => `${part}: a table ${fault}`)
    )
  )
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly right: number
  readonly bottom: number
}

const rectangle = (object: Element): Rectangle | undefined => {
  const frame = named(object, "a:xfrm", "p:xfrm")[0]
  const [off, ext] = [child(frame, "a:off")?.attributes, child(frame, "a:ext")?.attributes]
  if (off === undefined || ext === undefined) return undefined
  const [x, y] = [Number(off.x), Number(off.y)]
  return { x, y, right: x + Number(ext.cx), bottom: y + Number(ext.cy) }
}

const meet = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom

/** Checks that nothing lies over a table, since it would stay when its row is deleted. */
const lintOverlays = (pack: Package): ReadonlyArray<string> =>
  numbered(pack, "ppt/slides").flatMap((part) => {
    const objects = named(pack.roots.get(part), "p:sp", "p:graphicFrame", "p:pic", "p:cxnSp", "p:grpSp")
    const tables = objects.filter((object) => named(object, "a:tbl").length > 0)
    return tables.flatMap((table) => {
      const place = rectangle(table)
      return objects.flatMap((object) => {
        const own = rectangle(object)
        if (object === table || place === undefined || own === undefined || !meet(own, place)) return []
        return [`${part}: ${first(object, "p:cNvPr")?.attributes.name} lies over a table`]
      })
    })
  })

/** Checks that texts in placeholders have no position of their own, so that they move with their layout. */
const lintPlaces = (pack: Package): ReadonlyArray<string> =>
  numbered(pack, "ppt/slides").flatMap((part) =>
    named(pack.roots.get(part), "p:sp")
      .filter((shape) => named(shape, "p:ph").length > 0 && named(shape, "a:xfrm").length > 0)
      .map((shape) => `${part}: ${first(shape, "p:cNvPr")?.attributes.name} has a place of its own`)
  )

/** Checks that internal links lead to slides, and that external ones have a tip, and runs the text's colour. */
const lintLinks = (pack: Package): ReadonlyArray<string> =>
  numbered(pack, "ppt/slides").flatMap((part) => {
    const slides = new Set(related(pack, part, "slide").map(({ id }) => id))
    const outside = new Set(related(pack, part, "hyperlink").map(({ id }) => id))
    const root = pack.roots.get(part)
    const shapeLinks = new Set(named(root, "p:cNvPr").flatMap((owner) => named(owner, "a:hlinkClick")))
    return named(root, "a:hlinkClick").flatMap((link) => {
      const { "r:id": id = "", action, tooltip = "" } = link.attributes
      if (action !== undefined || !outside.has(id))
        return slides.has(id) ? [] : [`${part}: link ${id} leads to no slide`]
      const isColored = shapeLinks.has(link) || named(link, "ahyp:hlinkClr").length > 0
      return tooltip === "" || !isColored ? [`${part}: link ${id} is bare`] : []
    })
  })

/** Checks that a deck follows its theme and can be edited. */
export const lintTheming = (pack: Package): ReadonlyArray<string> => [
  ...lintColors(pack),
  ...lintFonts(pack),
  ...lintTables(pack),
  ...lintOverlays(pack),
  ...lintPlaces(pack),
  ...lintLinks(pack)
]
