import type { Team } from "../../domain/state/State.ts"
import { capitalized } from "../../shared/words/Nouns.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { messageCounts } from "../facts/Findings.ts"
import { type Message, messagesOf, messageWords } from "../facts/Messages.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { fitting } from "./AskCells.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { changedPage } from "./PageLinks.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, remarkRow, runsCell } from "./TableCells.ts"
import { growth, tableSlides } from "./TableSizes.ts"

/** A message, with the team's name in a deck of several teams. */
export interface ChangeLine {
  readonly message: Message
  readonly team: Team
  readonly isTeamNamed: boolean
}

/** Points. */
const maxSize = 14

/** Inches at the smallest size. */
const kindWidth = 1.15
const titleShare = 0.55

/** Lines of a title, and of its words. */
const lines = 3

const rowOf = ({ message, team, isTeamNamed }: ChangeLine, size: number, widths: ReadonlyArray<number>): Row => {
  const [, title = 0, words = 0] = widths
  const name = isTeamNamed ? `${inLine(team.name)}: ${inLine(message.title)}` : message.title
  const shown = fitting(name, { size, width: title - arrowWidth(size), lines })
  const page = changedPage(team, message)
  return [
    cell(messageWords[message.kind], { color: "muted" }),
    runsCell([{ text: shown, ...(page !== undefined && { page }) }, linkTo(objectiveKey(message.id))]),
    cell(fitting(capitalized(message.words), { size, width: words, lines }))
  ]
}

interface ChangesTable {
  /** The day compared with: `1 September`. */
  readonly since: string
  readonly box?: Box
  readonly maxSlides?: number
}

/** What changed, in the order of kinds; by default on at most two slides. */
export const changeTables = (
  changes: ReadonlyArray<ChangeLine>,
  { since, box = bodyBox, maxSlides = 2 }: ChangesTable
): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const kind = kindWidth * growth(size)
      const title = (box.w - kind) * titleShare
      const widths = [kind, title, box.w - kind - title]
      const shown = changes.slice(0, limit)
      const left = changes.length - shown.length
      return tableFlow({
        columns: () => widths,
        size,
        header: [cell(`What changed since ${since}`, { columns: widths.length })],
        rows: [
          ...shown.map((line) => rowOf(line, size, widths)),
          ...(left === 0 ? [] : [remarkRow(`and ${counted(left, "more change")}`, widths.length)])
        ],
        alt: `What changed since ${since}: ${counted(changes.length, "change")}`
      })
    },
    { box, maxSlides }
  )

/** What has changed since the day compared with; no slide where nothing has. */
export const changesSlides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const messages = messagesOf(input)
  const since = sinceText(input)
  return series({
    layout: "table",
    key: subjectKey(input, "changes"),
    section: "Review",
    title: `What changed since ${since}: ${messageCounts(messages)}`,
    pages: changeTables(
      messages.map((message) => ({ message, team: input.team, isTeamNamed: false })),
      { since }
    )
  })
}
