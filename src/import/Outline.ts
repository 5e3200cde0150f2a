import { oneLine } from "./CellText.ts"
import type { Reading } from "./Columns.ts"
import type { Notes } from "./ImportNotes.ts"
import { descendantsOf, type ImportItem, newItem, type Values } from "./ImportTree.ts"
import { initiativeOf, kindOf, withoutBullet } from "./ItemKinds.ts"
import { measureInLine } from "./Measures.ts"
import * as texts from "./NoteTexts.ts"
import * as questions from "./QuestionTexts.ts"
import { isTwoWay, readDate } from "./values/Dates.ts"
import { readObjectiveStatus } from "./values/StatusWords.ts"

interface Line {
  /** From 1. */
  readonly row: number
  /** Without indentation and bullet. */
  readonly text: string
  readonly below: Array<Line>
}

/** Columns of a tab. */
const tabWidth = 4

/** How far a line is indented: headings with number signs stand left of everything else, bullets right of plain lines. */
const indentOf = (line: string, hasBullet: boolean): number => {
  const [, heading, spaces = ""] = /^(?:(#+) |(\s*))/.exec(line) ?? []
  if (heading !== undefined) return heading.length - 10
  return spaces.replaceAll("\t", " ".repeat(tabWidth)).length * 2 + Number(hasBullet)
}

const treeOf = (text: string): ReadonlyArray<Line> => {
  const top: Array<Line> = []
  const open: Array<readonly [indent: number, line: Line]> = []
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const whole = oneLine(line.replace(/^#+ /, ""))
    const written = withoutBullet(whole)
    if (written === "") continue
    const indent = indentOf(line, written !== whole)
    while ((open.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= indent) open.pop()
    const next: Line = { row: at + 1, text: written, below: [] }
    ;(open.at(-1)?.[1].below ?? top).push(next)
    open.push([indent, next])
  }
  return top
}

const maxAttributeLength = 60

/** What stands in brackets at the end of an objective: its status, its due date. */
const attributes = /\s*[([](?:due:? |bis )?([^()[\]]+)[)\]]$/i

const objectiveOf = ({ row, text }: Line, { isDayFirst, statuses }: Reading, notes: Notes): ImportItem => {
  const values: Values = {}
  let title = text
  for (;;) {
    const [bracket = "", written = ""] = attributes.exec(title.slice(-maxAttributeLength)) ?? []
    const [status, due] = [readObjectiveStatus(written, statuses), readDate(written, isDayFirst)]
    if (bracket === "" || (status === undefined && due === undefined)) return newItem("objective", row, title, values)
    if (isTwoWay(written)) notes.ask(row, questions.dates(isDayFirst))
    if (status !== undefined) values.status = status.value
    if (due !== undefined) values.dueDate = due.value
    title = title.slice(0, -bracket.length)
  }
}

/** A line with a word before a colon that says what it is, such as “KR 2:”. */
const labelled = (text: string) => {
  const [, label = "", rest = ""] = /^(\p{L}[\p{L} ]*?) ?[\d.]*: *(.+)$/u.exec(text) ?? []
  const kind = kindOf(label)
  return kind === undefined ? { kind, text } : { kind, text: rest }
}

const readBelow = (objective: ImportItem, line: Line, reading: Reading, notes: Notes): void => {
  const { kind, text } = labelled(line.text)
  const { row } = line
  const { below, names } = objective
  const measure = kind === undefined || kind === "progress" ? measureInLine(row, text, reading, notes) : undefined
  if (measure !== undefined) below.push(measure)
  else if (kind === "progress") notes.add(row, texts.noTarget(text), true)
  else if (kind === "principle") names.push({ row, text })
  else if (kind === "group" || (kind === undefined && line.below.length > 0)) {
    below.push(newItem("group", row, text))
    const group = `${below.filter((one) => one.kind === "group").length}. ${text}`
    below.push(...descendantsOf(line).map(({ row, text }) => initiativeOf(row, text, group)))
    return
  } else below.push(initiativeOf(row, text, ""))
  for (const { row } of descendantsOf(line)) notes.add(row, texts.tooDeep, true)
}

/** Reads lines whose indentation says what belongs to what: objectives, in them groups and initiatives. */
export const readOutline = (text: string, reading: Reading, notes: Notes): ImportItem => {
  const team = newItem("team", 1, "")
  const read = (line: Line, kind: Reading["top"]): void => {
    if (kind === "principle") {
      const description = descendantsOf(line).map(({ text }) => text)
      team.below.push(newItem(kind, line.row, line.text, { description: description.join("\n") }))
      return
    }
    const { kind: label, text } = labelled(line.text)
    const objective = objectiveOf(label === "objective" ? { ...line, text } : line, reading, notes)
    team.below.push(objective)
    for (const one of line.below) readBelow(objective, one, reading, notes)
  }
  for (const line of treeOf(text)) {
    const named = line.below.length > 0 ? kindOf(line.text.replace(/:$/, "")) : undefined
    // The title of a page above lines that say themselves that they are objectives.
    const section = line.below.some(({ text }) => labelled(text).kind === "objective") ? "objective" : named
    if (section === "principle" || section === "objective") for (const one of line.below) read(one, section)
    else read(line, reading.top)
  }
  return team
}
