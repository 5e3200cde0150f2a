import { type Column, columnNamed } from "./Columns.ts"
import { readInitiativeStatus } from "./StatusWords.ts"
import type { Initiative } from "./Things.ts"

export const kinds = ["principle", "objective", "group", "initiative", "measure"] as const

export type Kind = (typeof kinds)[number]

const kindOfColumn: Partial<Readonly<Record<Column, Kind>>> = {
  principles: "principle",
  objective: "objective",
  group: "group",
  initiatives: "initiative",
  measure: "measure"
}

/** The kind of thing that a word names, in the singular or the plural: the words are those of the columns. */
export const kindOf = (text: string): Kind | undefined => kindOfColumn[columnNamed(text)]

const bullet = /^(?:[-*•–·+]|\d{1,2}[.)])\s+/

const checkbox = /^\[([ xX])\]\s*/

export const withoutBullet = (line: string): string => line.replace(bullet, "")

/** A line of a list as an initiative; a ticked box says that it is done. */
export const initiativeOf = (row: number, line: string, group: string, status: Initiative["status"]): Initiative => {
  const text = withoutBullet(line)
  const [box = "", mark] = checkbox.exec(text) ?? []
  const ticked = mark === undefined ? undefined : readInitiativeStatus(mark)?.status
  return { row, title: text.slice(box.length), group, status: ticked ?? status }
}
