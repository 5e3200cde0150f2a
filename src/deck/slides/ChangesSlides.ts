import type { Team } from "../../domain/state/State.ts"
import { capitalized } from "../../shared/words/Nouns.ts"
import type { Block, SlidePlan } from "../DeckPlan.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { messageCounts } from "../facts/Findings.ts"
import { type Message, type MessageKind, messageKinds, messagesOf, messageWords } from "../facts/Messages.ts"
import type { DeckInput } from "../Input.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { changedPage } from "./PageLinks.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, type Section, tableFlow } from "./SlideRows.ts"
import { cell, foundRuns, headingRow, remarkRow, runsCell } from "./TableCells.ts"
import { tableSlides, textWidth } from "./TableSizes.ts"

/** A message, with the team's name in a deck of several teams. */
export interface ChangeLine {
  readonly message: Message
  readonly team: Team
  readonly isTeamNamed: boolean
}

const maxSlides = 2
const titleShare = 0.4
const columnCount = 2
const maxLines = 2

const rowOf = ({ message, team, isTeamNamed }: ChangeLine, size: number, width: number): Row => {
  const title = clip(message.title, size, false, textWidth(width * titleShare) - arrowWidth(size), maxLines)
  const page = changedPage(team, message)
  const words = clip(capitalized(message.words), size, false, textWidth(width * (1 - titleShare)), maxLines)
  return [
    {
      paragraphs: [
        { runs: [{ text: title, ...(page !== undefined && { page }) }, linkTo(objectiveKey(message.id))] },
        ...(isTeamNamed
          ? [
              {
                runs: [
                  { text: clip(team.name, size, false, textWidth(width * titleShare), 1), color: "muted" as const }
                ]
              }
            ]
          : [])
      ]
    },
    runsCell(foundRuns(words, message.note))
  ]
}

const sectionsOf = (
  lines: ReadonlyArray<ChangeLine>,
  rowFor: (line: ChangeLine) => Row,
  all: ReadonlyMap<MessageKind, number>
): ReadonlyArray<Section> =>
  messageKinds.flatMap((kind) => {
    const ofKind = lines.filter(({ message }) => message.kind === kind)
    if (ofKind.length === 0) return []
    const name = `${messageWords[kind]} (${all.get(kind) ?? 0})`
    return [
      {
        heading: headingRow(name, columnCount),
        again: headingRow(name, columnCount, " continued"),
        rows: ofKind.map(rowFor)
      }
    ]
  })

/** What changed in messages, by kind; on at most two slides. */
export const changeTables = (lines: ReadonlyArray<ChangeLine>, alt: string): ReadonlyArray<ReadonlyArray<Block>> => {
  const counts = new Map([...Map.groupBy(lines, ({ message }) => message.kind)].map(([kind, of]) => [kind, of.length]))
  return tableSlides(
    ({ size, limit }) => {
      const shown = lines.slice(0, limit)
      const left = lines.length - shown.length
      const sections = sectionsOf(shown, (line) => rowOf(line, size, bodyBox.w), counts)
      const remark = left === 0 ? [] : plainSection([remarkRow(`and ${counted(left, "more change")}`, columnCount)])
      return tableFlow({
        columns: (width) => [width * titleShare, width * (1 - titleShare)],
        size,
        header: [cell("What"), runsCell([{ text: "How it changed" }])],
        sections: [...sections, ...remark],
        alt
      })
    },
    { maxSlides }
  )
}

/** What has changed since the day compared with; no slide where nothing has. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const messages = messagesOf(input)
  const day = sinceText(input)
  return series({
    layout: "table",
    key: subjectKey(input, "changes"),
    section: "Review",
    title: `What changed since ${day}: ${messageCounts(messages)}`,
    pages: changeTables(
      messages.map((message) => ({ message, team: input.team, isTeamNamed: false })),
      `${counted(messages.length, "change")} since ${day}`
    )
  })
}
