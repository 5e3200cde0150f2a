import type { Cells } from "../shared/Csv.ts"
import { readQuantity } from "../shared/Quantities.ts"
import { wordsIn } from "./CellText.ts"
import { type Column, columnNamed } from "./Columns.ts"
import { readDate } from "./values/Dates.ts"
import { readObjectiveStatus } from "./values/StatusWords.ts"

/** Each column once, except for those that repeat: what is found again is left out. */
const once = (found: ReadonlyArray<Column>, repeating: ReadonlyArray<Column> = []): ReadonlyArray<Column> =>
  found.map((column, at) => (found.indexOf(column) === at || repeating.includes(column) ? column : "ignored"))

/** What one column is beside others, by the rules of one kind of sheet each; undefined where none applies. */
type Beside = (
  column: Column,
  at: number,
  named: ReadonlyArray<Column>,
  words: ReadonlyArray<string>
) => Column | undefined

const besides: ReadonlyArray<Beside> = [
  // “Ziel” is both, and a second one beside measures is their target.
  (column, at, named, words) =>
    column === "objective" &&
    words.indexOf(words[at] ?? "") < at &&
    named.includes("progress") &&
    !named.includes("target")
      ? "target"
      : undefined,
  // Beside the type of object, Viva Goals' type says whether a team or a person has it.
  (_, at, __, words) => (words[at] === "type" && words.includes("object type") ? "ignored" : undefined),
  // Beside the title of a row, and of an objective, a parent is what it supports, unless its type says that it is in it.
  (column, at, named, words) => {
    const isParent = column === "objective" && /\b(parent|ubergeordnet|principal)/.test(words[at] ?? "")
    const isBeside = named.some((other, there) => other === "title" || (other === "objective" && there !== at))
    return isParent && isBeside && !named.includes("type") ? "parent" : undefined
  },
  // Without a status, a reason is that of the objective itself.
  (column, _, named) =>
    column === "statusNote" && !named.includes("status") && !named.includes("description") ? "description" : undefined,
  (column, _, named) => (column === "initiativeOwner" && !named.includes("initiative") ? "ignored" : undefined),
  // In Perdoo, which has time frames, a person leads and a team owns.
  (_, at, named, words) =>
    words[at] === "owner" && words.includes("lead") && words.includes("timeframe") && !named.includes("team")
      ? "team"
      : undefined
]

const besideOthers = (named: ReadonlyArray<Column>, words: ReadonlyArray<string>): ReadonlyArray<Column> =>
  named.map((column, at) => {
    for (const beside of besides) {
      const found = beside(column, at, named, words)
      if (found !== undefined) return found
    }
    return column
  })

/** What columns are of below the merged name of a group of them, such as "Key result". */
const inGroup: Partial<Readonly<Record<Column, Partial<Readonly<Record<Column, Column>>>>>> = {
  progress: { title: "progress", owner: "measureOwner", status: "measureStatus", dueDate: "measureDueDate" },
  initiative: { title: "initiative", status: "initiativeStatus", owner: "initiativeOwner" }
}

/** What columns are whose cells are dates, where their names are those of numbers too. */
const ofDates: Partial<Readonly<Record<Column, Column>>> = {
  ...{ start: "startDate", target: "dueDate", value: "checkInDate" }
}

const withDates = (named: ReadonlyArray<Column>, rows: Cells): ReadonlyArray<Column> =>
  named.map((column, at) => {
    const dated = ofDates[column]
    if (dated === undefined || named.includes(dated)) return column
    const cells = cellsAt(rows, at)
    const isDate = (cell: string) => readDate(cell, true) !== undefined && readQuantity(cell, ".") === undefined
    return cells.length > 0 && cells.every(isDate) ? dated : column
  })

/** The group of each column: the name of a merged cell stands in the first of its columns. */
const groupsIn = (above: ReadonlyArray<string>, width: number): ReadonlyArray<Column> => {
  let group: Column = "ignored"
  return Array.from({ length: width }, (_, at) => {
    if (above[at]?.trim()) group = columnNamed(above[at])
    return group
  })
}

/** A header whose empty cells are named by the row above, as where cells are merged over both rows. */
const withAbove = (own: ReadonlyArray<string>, above: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: Math.max(own.length, above.length) }, (_, at) => own[at]?.trim() || (above[at] ?? ""))

/** The columns that the cells of a header name, below a row that may name groups of columns; `rows` are those below it. */
export const columnsOf = (
  own: ReadonlyArray<string>,
  above: ReadonlyArray<string> = [],
  rows: Cells = []
): ReadonlyArray<Column> => {
  const header = withAbove(own, above)
  const groups = groupsIn(above, header.length)
  const grouped = header.map(columnNamed).map((column, at) => inGroup[groups[at] ?? "ignored"]?.[column] ?? column)
  const named = besideOthers(withDates(grouped, rows), header.map(wordsIn))
  // A summary beside a title describes it.
  const isSecondTitle = (at: number): boolean => named[at] === "title" && named.indexOf("title") < at
  const found = once(
    named.map((column, at) =>
      isSecondTitle(at) && /summary|zusammenfassung|r[eé]sum/i.test(header[at] ?? "") ? "description" : column
    ),
    // Jira names a parent by its number, its key and its title.
    [
      ...(["key", "owner", "period", "parent"] as const),
      ...(named.includes("type") && named.includes("key") ? (["objective"] as const) : [])
    ]
  )
  const has = (column: Column): boolean => found.includes(column)
  if (!has("title") || !has("objective") || has("type") || has("initiative") || has("progress")) return found
  // A list of initiatives names the objective of each.
  return found.map((column) => (column === "title" ? "initiative" : column === "status" ? "initiativeStatus" : column))
}

/** The cells of a column that are not empty; none without a column. */
export const cellsAt = (rows: Cells, at: number): ReadonlyArray<string> =>
  rows.flatMap((row) => (row[at]?.trim() ? [row[at]] : []))

/** Columns by what is in them: dates, statuses, and the first other text. */
export const columnsByContent = (rows: Cells, width: number): ReadonlyArray<Column> =>
  once(
    Array.from({ length: width }, (_, at): Column => {
      const cells = cellsAt(rows, at)
      const all = (read: (cell: string) => unknown): boolean =>
        cells.length > 0 && cells.every((cell) => read(cell) !== undefined)
      if (all((cell) => readDate(cell, true))) return "dueDate"
      if (all(readObjectiveStatus)) return "status"
      return cells.some((cell) => /\p{L}/u.test(cell)) ? "title" : "ignored"
    })
  )

/** Whether a column is known by what is in it. */
const isTold = (column: Column): boolean => column === "dueDate" || column === "status"

export const namedIn = (row: ReadonlyArray<string>, above?: ReadonlyArray<string>): number =>
  columnsOf(row, above).filter((column) => column !== "ignored").length

/** The last row, from 1, in which a header is looked for below the title of a sheet and the names of groups. */
export const maxHeaderRow = 10

/** The row, from 1, that names the most columns, of two at least; 0 without one. */
export const headerRowIn = (rows: Cells): number => {
  // Two names of its own tell a second row of names from a row of cells.
  const counts = rows
    .slice(0, maxHeaderRow)
    .map((row, at) => (namedIn(row) > 1 ? namedIn(row, rows[at - 1]) : namedIn(row)))
  const most = Math.max(0, ...counts)
  return most > 1 ? counts.indexOf(most) + 1 : 0
}

/** The row of the header; without names that are known, the first row if it stands above dates or statuses and is neither. */
export const guessHeaderRow = (rows: Cells, width: number): number => {
  const found = headerRowIn(rows)
  const [first = []] = rows
  if (found > 0 || (first.length === 1 && namedIn(first) === 1)) return found || 1
  const [whole, below] = [columnsByContent(rows, width), columnsByContent(rows.slice(1), width)]
  return Number(below.some((column, at) => isTold(column) && whole[at] !== column))
}
