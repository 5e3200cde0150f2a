import type { Element } from "../package/lint/Xml.ts"

/** A table as an editing program sees it: cells by row and column; a cell may span several columns. */
export interface Grid {
  readonly widths: ReadonlyArray<Element>
  readonly rows: ReadonlyArray<Row>
}

interface Row {
  readonly element: Element
  readonly cells: ReadonlyArray<Spanning>
}

interface Spanning {
  readonly cell: Element
  readonly span: number
}

const isRow = ({ name }: Element): boolean => name === "a:tr"

const spanningOf = (row: Element): ReadonlyArray<Spanning> =>
  row.children
    .filter(({ name, attributes }) => name === "a:tc" && attributes.hMerge !== "1")
    .map((cell) => ({ cell, span: Number(cell.attributes.gridSpan ?? 1) }))

export const gridOf = (table: Element): Grid => ({
  widths: table.children.find(({ name }) => name === "a:tblGrid")?.children ?? [],
  rows: table.children.filter(isRow).map((element) => ({ element, cells: spanningOf(element) }))
})

const merged: Element = {
  name: "a:tc",
  attributes: { hMerge: "1" },
  text: "",
  children: [
    {
      name: "a:txBody",
      attributes: {},
      text: "",
      children: ["a:bodyPr", "a:lstStyle", "a:p"].map((name) => ({ name, attributes: {}, children: [], text: "" }))
    },
    { name: "a:tcPr", attributes: {}, children: [], text: "" }
  ]
}

const cellsOf = ({ cell, span }: Spanning): ReadonlyArray<Element> => {
  const { gridSpan: _, ...attributes } = cell.attributes
  const own = { ...cell, attributes: span > 1 ? { ...attributes, gridSpan: `${span}` } : attributes }
  return [own, ...Array<Element>(span - 1).fill(merged)]
}

/** The table with another grid. */
export const withGrid = (table: Element, { widths, rows }: Grid): Element => ({
  ...table,
  children: [
    ...table.children.flatMap((child) =>
      isRow(child) ? [] : child.name === "a:tblGrid" ? [{ ...child, children: widths }] : [child]
    ),
    ...rows.map(({ element, cells }) => ({ ...element, children: cells.flatMap(cellsOf) }))
  ]
})

const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(to, rest.length), 0, ...list.slice(from, from + 1))
}

/** Adds a row or column as programs do: like its neighbour, and empty. */
const emptied = (element: Element): Element => ({
  ...element,
  children: element.children.filter(({ name }) => name !== "a:r" && name !== "a:br").map(emptied)
})

/** The cell of a row that covers a column, and whether it spans further columns. */
const find = ({ cells }: Row, column: number): number => {
  let at = -1
  let end = 0
  for (const { span } of cells) {
    at++
    end += span
    if (column < end) return at
  }
  return at
}

const changeSpan = (row: Row, at: number, by: number): Row => {
  const found = row.cells[at]
  if (found === undefined) return row
  const span = found.span + by
  return { ...row, cells: row.cells.toSpliced(at, 1, ...(span === 0 ? [] : [{ ...found, span }])) }
}

export const deleteRow = (grid: Grid, row: number): Grid => ({ ...grid, rows: grid.rows.toSpliced(row, 1) })

export const moveRow = (grid: Grid, from: number, to: number): Grid => ({ ...grid, rows: moved(grid.rows, from, to) })

export const addRow = (grid: Grid, below: number): Grid => {
  const like = grid.rows[below]
  if (like === undefined) return grid
  const cells = like.cells.map(({ cell, span }) => ({ cell: emptied(cell), span }))
  return { ...grid, rows: grid.rows.toSpliced(below + 1, 0, { ...like, cells }) }
}

export const deleteColumn = (grid: Grid, column: number): Grid => ({
  widths: grid.widths.toSpliced(column, 1),
  rows: grid.rows.map((row) => changeSpan(row, find(row, column), -1))
})

export const addColumn = (grid: Grid, after: number): Grid => ({
  widths: grid.widths.toSpliced(after + 1, 0, ...grid.widths.slice(after, after + 1)),
  rows: grid.rows.map((row) => {
    const at = find(row, after)
    const found = row.cells[at]
    if (found === undefined || found.span > 1) return changeSpan(row, at, 1)
    return { ...row, cells: row.cells.toSpliced(at + 1, 0, { cell: emptied(found.cell), span: 1 }) }
  })
})

/** Rows with a cell that spans several columns stay unchanged, since programs refuse to split such cells. */
export const moveColumn = (grid: Grid, from: number, to: number): Grid => ({
  widths: moved(grid.widths, from, to),
  rows: grid.rows.map((row) =>
    row.cells.some(({ span }) => span > 1) ? row : { ...row, cells: moved(row.cells, from, to) }
  )
})
