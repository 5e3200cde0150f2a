import { descriptionLength } from "../../shared/Limits.ts"
import { excessOf } from "../../shared/TextLength.ts"
import type { Notes } from "../ImportNotes.ts"
import type { ImportItem } from "../ImportTree.ts"
import * as texts from "../NoteTexts.ts"

/** What a row says that there is no field for. */
export interface Aside {
  readonly row: number
  /** What it is about in the item; empty for the item itself. */
  readonly subject: string
  readonly parts: ReadonlyArray<string>
}

/** A line for each subject, with its rows; what is true of the whole item is not repeated. */
const linesOf = (asides: ReadonlyArray<Aside>) => {
  const own = new Set(asides.flatMap(({ subject, parts }) => (subject === "" ? parts : [])))
  return [...Map.groupBy(asides, ({ subject }) => subject)].flatMap(([subject, said]) => {
    const all = [...new Set(said.flatMap(({ parts }) => parts))]
    const parts = subject === "" ? all : all.filter((part) => !own.has(part))
    return parts.length === 0 ? [] : [{ line: texts.asideOf(subject, parts), rows: said.map(({ row }) => row) }]
  })
}

/** Adds the lines to the descriptions, as far as they have room. */
export const writeAsides = (
  asides: ReadonlyMap<ImportItem, ReadonlyArray<Aside>>,
  skippedRows: ReadonlyArray<number>,
  notes: Notes
): void => {
  for (const [{ values, implied }, all] of asides) {
    for (const { line, rows } of linesOf(all.filter(({ row }) => !skippedRows.includes(row)))) {
      const description = `${values.description}\n${line}`.trim()
      const excess = excessOf(description, descriptionLength)
      if (excess === 0) values.description = description
      implied.delete("description")
      const note =
        excess === 0 ? texts.described : texts.longText("description", descriptionLength + excess, descriptionLength)
      for (const row of rows) notes.add(row, note, excess > 0)
    }
  }
}
