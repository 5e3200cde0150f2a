import { entityTypes } from "../shared/EventTypes.ts"
import { columnNamed } from "./Columns.ts"
import { type ImportItem, type Kind, newItem, type Values } from "./ImportTree.ts"
import { nounOf } from "./NoteTexts.ts"
import { type Answers, answerIn } from "./values/Answers.ts"

/** The kind of item that a word names, in the singular or the plural: the words are those of the columns. */
export const kindOf = (text: string): Kind | undefined => {
  const column = columnNamed(text)
  return entityTypes.find((kind) => kind === column)
}

const bullet = /^(?:[-*•–·+]|\d{1,2}[.)])\s+/

const checkbox = /^\[([ xX])\]\s*/

export const withoutBullet = (line: string): string => line.replace(bullet, "")

/** The kind that the type of a row was answered to be: `measure` is one too. Null for rows to skip, undefined without an answer. */
export const answeredKind = (text: string, types: Answers): Kind | null | undefined => {
  const answer = answerIn(types, text.trim())
  return answer === undefined
    ? undefined
    : (entityTypes.find((kind) => kind === answer || nounOf(kind) === answer) ?? null)
}

/** An initiative in the group that a text names, or in none. */
export const newInitiative = (row: number, title: string, group: string, values: Values = {}): ImportItem => ({
  ...newItem("initiative", row, title, values),
  names: group === "" ? [] : [{ row, text: group }]
})

/** A line of a list as an initiative; a ticked box says that it is done. */
export const initiativeOf = (row: number, line: string, group: string, values?: Values): ImportItem => {
  const text = withoutBullet(line)
  const [box = "", mark = " "] = checkbox.exec(text) ?? []
  return newInitiative(row, text.slice(box.length), group, mark === " " ? values : { ...values, status: "done" })
}
