import type { DecimalSign } from "../../texts/Quantities.ts"
import { oneLine } from "./CellText.ts"
import type { Reading } from "./Columns.ts"
import { readDate } from "./Dates.ts"
import { initiativeOf, kindOf, withoutBullet } from "./Kinds.ts"
import { measureInLine } from "./Measures.ts"
import { readObjectiveStatus } from "./StatusWords.ts"
import * as texts from "./Texts.ts"
import { type Notes, newObjective, type Objective, type Things } from "./Things.ts"

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
const indentOf = (line: string): number => {
  const [, heading] = /^(#{1,6}) /.exec(line) ?? []
  if (heading !== undefined) return heading.length - 10
  const spaces = /^\s*/.exec(line)?.[0] ?? ""
  const text = line.slice(spaces.length)
  return spaces.replaceAll("\t", " ".repeat(tabWidth)).length * 2 + (withoutBullet(text) === text ? 0 : 1)
}

const treeOf = (text: string): ReadonlyArray<Line> => {
  const top: Array<Line> = []
  const open: Array<readonly [indent: number, line: Line]> = []
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const written = withoutBullet(oneLine(line.replace(/^#+ /, "")))
    if (written === "") continue
    const indent = indentOf(line)
    while ((open.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= indent) open.pop()
    const next: Line = { row: at + 1, text: written, below: [] }
    ;(open.at(-1)?.[1].below ?? top).push(next)
    open.push([indent, next])
  }
  return top
}

const allBelow = (line: Line): ReadonlyArray<Line> => line.below.flatMap((one) => [one, ...allBelow(one)])

const maxAttributeLength = 60

/** What stands in brackets at the end of an objective: its status, its due date. */
const attributes = /\s*[([](?:due:? |bis )?([^()[\]]+)[)\]]$/i

const objectiveOf = ({ row, text }: Line, isDayFirst: boolean): Objective => {
  const objective = newObjective(row, text)
  let title = text
  for (;;) {
    const [bracket = "", written = ""] = attributes.exec(title.slice(-maxAttributeLength)) ?? []
    const [status, due] = [readObjectiveStatus(written), readDate(written, isDayFirst)]
    if (bracket === "" || (status === undefined && due === undefined)) return { ...objective, title }
    objective.status = status?.status ?? objective.status
    objective.dueDate = due?.date ?? objective.dueDate
    title = title.slice(0, -bracket.length)
  }
}

/** A line with a word before a colon that says what it is. */
const labelled = (text: string) => {
  const [, label = "", rest = ""] = /^([\p{L} ]+): *(.+)$/u.exec(text) ?? []
  const kind = kindOf(label)
  return kind === undefined ? { kind, text } : { kind, text: rest }
}

const below = (objective: Objective, line: Line, decimal: DecimalSign, notes: Notes): void => {
  const { kind, text } = labelled(line.text)
  const { row } = line
  const measure = kind === undefined || kind === "measure" ? measureInLine(row, text, decimal, notes) : undefined
  if (measure !== undefined) objective.measures.push(measure)
  else if (kind === "measure") notes.add(row, texts.noTarget(text), true)
  else if (kind === "principle") objective.principles.push({ row, text })
  else if (kind === "group" || (kind === undefined && line.below.length > 0)) {
    objective.groups.push({ row, title: text })
    const group = `${objective.groups.length}. ${text}`
    for (const { row, text } of allBelow(line)) objective.initiatives.push(initiativeOf(row, text, group, "planned"))
    return
  } else objective.initiatives.push(initiativeOf(row, text, "", "planned"))
  for (const { row } of allBelow(line)) notes.add(row, texts.tooDeep, true)
}

/** Reads lines whose indentation says what belongs to what: objectives, in them groups and initiatives. */
export const readOutline = (
  text: string,
  { top, isDayFirst }: Pick<Reading, "top" | "isDayFirst">,
  decimal: DecimalSign,
  notes: Notes
): Things => {
  const things: Things = { principles: [], objectives: [] }
  const read = (line: Line, kind: Reading["top"]): void => {
    if (kind === "principle") {
      const description = allBelow(line).map(({ text }) => text)
      things.principles.push({ row: line.row, title: line.text, description: description.join("\n") })
      return
    }
    const objective = objectiveOf(line, isDayFirst)
    things.objectives.push(objective)
    for (const one of line.below) below(objective, one, decimal, notes)
  }
  for (const line of treeOf(text)) {
    const section = line.below.length > 0 ? kindOf(line.text.replace(/:$/, "")) : undefined
    if (section === "principle" || section === "objective") for (const one of line.below) read(one, section)
    else read(line, top)
  }
  return things
}
