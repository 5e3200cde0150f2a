import type { Objective } from "../../domain/state/State.ts"
import type { Cell, Paragraph, Run } from "../DeckPlan.ts"
import type { Note } from "../facts/LastNote.ts"
import type { DeckInput } from "../Input.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox } from "./ContentSlide.ts"
import { objectivePage } from "./PageLinks.ts"
import type { Flow } from "./Paging.ts"
import { objectiveKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { cell, foundRuns, tableSize } from "./TableCells.ts"
import { textWidth } from "./TableSizes.ts"

/** A table has at least this share of its slide: its rows have room for what people write into them. */
const leastShare = 0.4

/** Inches that a header and a remark take. */
const otherRows = 0.7

export const leastRowHeight = (rows: number): number => (bodyBox.h * leastShare - otherRows) / rows

/** Lines of a row. */
const leastLines = 4
const mostLines = 9

/** Points: larger text makes the columns too narrow. */
const maxSize = 14

/** More rows have the smallest text. */
const manyRows = 3

export const isSizeFor = (rows: number, size: number): boolean => size <= (rows > manyRows ? tableSize : maxSize)

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

/** The table with the most lines a row that still fits on a slide; with the fewest where none does. */
export const fullest = (flowWith: (lines: number) => Flow | null): Flow | null => {
  for (let lines = mostLines; lines > leastLines; lines--) {
    const flow = flowWith(lines)
    if (flow === null || flow.take(bodyBox).rest === null) return flow
  }
  return flowWith(leastLines)
}
