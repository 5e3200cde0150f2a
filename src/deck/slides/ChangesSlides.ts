import type { Team } from "../../domain/state/State.ts"
import { capitalized } from "../../shared/words/Nouns.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { messageCounts } from "../facts/Findings.ts"
import { type Message, messagesOf, messageWords } from "../facts/Messages.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { fitting, saidRuns } from "./AskCells.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { changedPage } from "./PageLinks.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "./SlideRows.ts"
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
const titleShare = { plain: 0.55, withNotes: 0.42 }

/** Lines of a title and of its words; with what somebody said more. */
const maxLines = { plain: 3, withNotes: 4 }

const rowOf = (line: ChangeLine, hasNotes: boolean, size: number, widths: ReadonlyArray<number>): Row => {
  const { message, team, isTeamNamed } = line
  const [, title = 0, words = 0] = widths
  const lines = hasNotes ? maxLines.withNotes : maxLines.plain
  const name = isTeamNamed ? `${inLine(team.name)}: ${inLine(message.title)}` : message.title
  const shown = fitting(name, { size, width: title - arrowWidth(size), lines: maxLines.plain })
  const page = changedPage(team, message)
  return [
    cell(messageWords[message.kind], { color: "muted" }),
    runsCell([{ text: shown, ...(page !== undefined && { page }) }, linkTo(objectiveKey(message.id))]),
    runsCell(saidRuns(capitalized(message.words), hasNotes ? message.note : null, { size, width: words, lines }))
  ]
}

interface ChangesTable {
  /** The day compared with: `1 September`. */
  readonly since: string
  readonly box?: Box
  readonly maxSlides?: number
  /** Whether it has what teams said about what slipped. */
  readonly hasNotes?: boolean
}

/** What changed, in the order of kinds; by default on at most two slides. */
export const changeTables = (
  lines: ReadonlyArray<ChangeLine>,
  { since, box = bodyBox, maxSlides = 2, hasNotes = true }: ChangesTable
): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const kind = kindWidth * growth(size)
      const title = (box.w - kind) * titleShare[hasNotes ? "withNotes" : "plain"]
      const widths = [kind, title, box.w - kind - title]
      const shown = lines.slice(0, limit)
      const left = lines.length - shown.length
      return tableFlow({
        columns: () => widths,
        size,
        header: [cell(`What changed since ${since}`, { columns: widths.length })],
        sections: plainSection([
          ...shown.map((line) => rowOf(line, hasNotes, size, widths)),
          ...(left === 0 ? [] : [remarkRow(`and ${counted(left, "more change")}`, widths.length)])
        ]),
        alt: `What changed since ${since}: ${counted(lines.length, "change")}`
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
