import type { Objective } from "../../domain/state/State.ts"
import type { Cell, Paragraph, Run } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import type { Note } from "../facts/LastNote.ts"
import type { DeckInput } from "../Input.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox } from "./ContentSlide.ts"
import { objectivePage } from "./PageLinks.ts"
import { objectiveKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, foundRuns, remarkRow, tableSize } from "./TableCells.ts"
import { tableSlides, textWidth } from "./TableSizes.ts"

/** A table has at least this share of its slide: its rows have room for what people write into them. */
const leastShare = 0.4

/** Inches that a header and a remark take. */
const otherRows = 0.7

/** Lines of a row. */
const leastLines = 4
const mostLines = 9

/** More rows have the smallest text. */
const manyRows = 3

/** The room of a text in a cell. */
export interface Room {
  /** Points. */
  readonly size: number
  /** Inches. */
  readonly width: number
  readonly lines: number
}

/** A text that is cut where it has no room. */
export const fitting = (text: string, { size, width, lines }: Room): string =>
  clip(text, size, false, textWidth(width), lines)

/** The key of the first slide, and whether the deck has several teams. */
export interface AskOptions {
  readonly key: string
  readonly isTeamNamed: boolean
}

/** An objective with the link to its slide, and below it its team where the deck has several. */
export const aboutCell = (
  { id, title }: Objective,
  { team }: DeckInput,
  { isTeamNamed, isThere, ...room }: Room & { readonly isTeamNamed: boolean; readonly isThere: boolean }
): Cell => {
  const lines = room.lines - (isTeamNamed ? 1 : 0)
  const shown = fitting(title, { ...room, lines, width: room.width - arrowWidth(room.size) })
  const page = isThere ? { page: objectivePage(team, { id }) } : {}
  const named: ReadonlyArray<Paragraph> = isTeamNamed
    ? [{ runs: [{ text: fitting(team.name, { ...room, lines: 1 }), color: "muted" }] }]
    : []
  return { paragraphs: [{ runs: [{ text: shown, ...page }, linkTo(objectiveKey(id))] }, ...named] }
}

/** The owner in words, a dash where nobody answers for it. */
export const ownerCell = ({ owner }: Objective, room: Room): Cell =>
  owner === "" ? cell("–", { color: "muted" }) : cell(fitting(owner, room))

/** What is found, and as much of what somebody said as `lines` lines have room for. */
export const saidRuns = (found: string, note: Note | null, room: Room): ReadonlyArray<Run> => {
  if (note === null) return foundRuns(fitting(found, room), null)
  const [first, head] = foundRuns(found, note)
  const before = (first?.text ?? "") + (head?.text ?? "")
  const words = fitting(before + note.words, room).slice(before.length)
  return words.length < 2 ? saidRuns(found, null, room) : foundRuns(found, { ...note, words })
}

interface AskTable<A> {
  readonly rows: ReadonlyArray<A>
  /** How many there are, of which the rows are the first. */
  readonly all: number
  readonly header: Row
  /** Inches. */
  readonly columns: (size: number) => ReadonlyArray<number>
  /** Points, of few rows: larger text makes the columns too narrow. */
  readonly maxSize: number
  readonly rowOf: (row: A, size: number, lines: number) => Row
  readonly alt: string
}

/** The slide of a table: many rows have the smallest text, and each has as many lines as fit. */
export const askTable = <A>({ rows, all, header, columns, maxSize, rowOf, alt }: AskTable<A>) =>
  tableSlides(
    ({ size, limit }) => {
      const shown = rows.slice(0, limit)
      if (size > (shown.length > manyRows ? tableSize : maxSize)) return null
      const left = all - shown.length
      const remark =
        left === 0 ? [] : [remarkRow(`and ${counted(left, "more objective")}, less far off`, header.length)]
      const leastRowHeight = (bodyBox.h * leastShare - otherRows) / shown.length
      const flowWith = (lines: number) => {
        const cells = [...shown.map((row) => rowOf(row, size, lines)), ...remark]
        return tableFlow({ columns: () => columns(size), size, header, rows: cells, alt, leastRowHeight })
      }
      for (let lines = mostLines; lines > leastLines; lines--) {
        const flow = flowWith(lines)
        if (flow?.take(bodyBox).rest === null) return flow
      }
      return flowWith(leastLines)
    },
    { maxSlides: 1 }
  )
