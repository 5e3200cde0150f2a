import { entityTypes } from "../shared/EventTypes.ts"
import { columnNamed } from "./Columns.ts"
import { type ImportItem, type Kind, newItem, type Values } from "./ImportTree.ts"

/** The kind of item that a word names, in the singular or the plural: the words are those of the columns. */
export const kindOf = (text: string): Kind | undefined => {
  const column = columnNamed(text)
  return entityTypes.find((kind) => kind === column)
}

const bullet = /^(?:[-*•–·+]|\d{1,2}[.)])\s+/

const checkbox = /^\[([ xX])\]\s*/

export const withoutBullet = (line: string): string => line.replace(bullet, "")

/** An initiative in the group that a text names, or in none. */
export const newInitiative = (row: number, title: string, group: string, values: Values = {}): ImportItem => ({
  ...newItem("initiative", row, title, values),
  names: group === "" ? [] : [{ row, text: group }]
})

/** A line of a list as an initiative; a ticked box says that it is done. */
export const initiativeOf = (row: number, line: string, group: string, values?: Values): ImportItem => {
  const text = withoutBullet(line)
  const [box = "", mark = " "] = checkbox.exec(text) ?? []
  return newInitiative(row, text.slice(box.length), group, mark === " " ? values : { status: "done" })
}
