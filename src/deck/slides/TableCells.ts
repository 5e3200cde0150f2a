import type { Objective, Team } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import type { Cell, Color, PageLink, Run } from "../DeckPlan.ts"
import { shortDate } from "../facts/DeckDates.ts"
import { percentText } from "../facts/DeckNumbers.ts"
import { type Note, noteHead } from "../facts/LastNote.ts"
import type { ProgressRow } from "../facts/Progress.ts"
import type { Mark } from "../facts/StatusFacts.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { afterDot, inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { barRuns, markRuns } from "../text/Glyphs.ts"
import { styledRuns } from "../text/MarkdownRuns.ts"
import { objectivePage } from "./PageLinks.ts"
import { objectiveKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"

/** The room of a text in a cell. */
export interface Room {
  /** Points. */
  readonly size: number
  /** Inches. */
  readonly width: number
  readonly lines: number
}

/** A text that is cut where it has no room. */
export const fitting = (text: string, { size, width, lines }: Room, bold = false): string =>
  clip(text, size, bold, width, lines)

type CellOptions = Partial<Omit<Cell, "paragraphs">>

export const runsCell = (runs: ReadonlyArray<Run>, more: CellOptions = {}): Cell => ({
  paragraphs: [{ runs }],
  ...more
})

export const cell = (text: string, more: CellOptions = {}): Cell => {
  const { color, ...rest } = more
  return runsCell([{ text, ...(color !== undefined && { color }) }], rest)
}

export const empty: Cell = cell("")

/** A status as glyph and word. */
export const markCell = (mark: Mark): Cell => runsCell(markRuns(mark))

/** For what there is not. */
export const dash: Cell = cell("–", { color: "muted" })

/** A count; a dash for none. */
export const numberCell = (count: number): Cell => (count === 0 ? dash : cell(String(count)))

/** Runs, and another line below them; an empty one is none. */
export const twoLineCell = (runs: ReadonlyArray<Run>, below: string, color: Color = "muted"): Cell => ({
  paragraphs: [{ runs }, ...(below === "" ? [] : [{ runs: [{ text: below, color }] }])]
})

interface Named {
  /** Of the slide about it. */
  readonly key: string
  readonly page?: PageLink | undefined
  readonly isBold?: boolean
  readonly color?: Color
  /** The line below the name. */
  readonly below?: string
}

/** A name with the mark of the slide about it, else of its page. */
export const namedCell = (name: string, { key, page, isBold = false, color, below = "" }: Named, room: Room): Cell => {
  const lines = room.lines - (below === "" ? 0 : 1)
  const text = fitting(name, { ...room, lines, width: room.width - arrowWidth(room.size) }, isBold)
  const run = { text, ...(isBold && { bold: true }), ...(color && { color }), ...(page && { page }) }
  return twoLineCell([run, linkTo(key)], fitting(below, { ...room, lines: 1 }))
}

/** An objective of a team, with a line below it. */
export const objectiveCell = (
  { id, title }: Pick<Objective, "id" | "title">,
  team: Pick<Team, "id">,
  room: Room,
  more: Omit<Named, "key"> = {}
): Cell => namedCell(title, { key: objectiveKey(id), page: objectivePage(team, { id }), ...more }, room)

/** What the service found, and after it the last note with its day and author: what somebody said, not why. */
export const foundRuns = (found: string, note: Note | null): ReadonlyArray<Run> =>
  note === null
    ? [{ text: found }]
    : [
        { text: found },
        { text: afterDot(found, `${noteHead(note)}: `), color: "muted" },
        ...styledRuns(inLine(note.words), note.typed).map((run) => ({ ...run, color: "muted" as const }))
      ]

/** A line that says what a table leaves out. */
export const remark = (text: string): Cell => cell(text, { color: "muted" })

/** The due date. That it is past is said in words, and only while something can be done about it. */
export const dueRuns = ({ dueDate, status }: Objective, date: string): ReadonlyArray<Run> => {
  if (dueDate === null) return [{ text: "–", color: "muted" }]
  if (!isOpen(status) || dueDate >= date) return [{ text: shortDate(dueDate) }]
  return [{ text: `${shortDate(dueDate)}, ` }, { text: "overdue", bold: true, color: "bad" }]
}

export const dueCell = (objective: Objective, date: string): Cell => runsCell(dueRuns(objective, date))

/** The bar in the status' colour with a tick at the expected pace, and behind it the per cent or other words. */
export const progressCell = ({ objective, pace }: Pick<ProgressRow, "objective" | "pace">, words?: string): Cell => {
  const { percent, expected } = pace
  if (percent === null) return cell("Not measured", { color: "muted" })
  const { color } = objectiveMarks[objective.status]
  return runsCell([...barRuns({ percent, color, expected }), { text: ` ${words ?? percentText(percent)}` }])
}

/** How something changed; a dash where there is nothing to compare with. */
export const changeCell = (change: string | null): Cell => (change === null ? dash : cell(change))
