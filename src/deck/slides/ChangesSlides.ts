import type { Team } from "../../domain/state/State.ts"
import { capitalized } from "../../shared/words/Nouns.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { messageCounts } from "../facts/Findings.ts"
import { type Message, messageKinds, messagesOf, messageWords } from "../facts/Messages.ts"
import { inLine } from "../text/Direction.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { changedPage } from "./PageLinks.ts"
import type { Review } from "./Review.ts"
import { objectiveKey } from "./SlideIds.ts"
import { cell, fitting, namedCell } from "./TableCells.ts"
import type { Column } from "./TableFlow.ts"
import { tableSlides } from "./TableSizes.ts"

interface Change {
  readonly message: Message
  readonly team: Team
}

/** What changed, in the order of kinds, in each in the order of teams. */
export const changesOf = ({ inputs }: Review): ReadonlyArray<Change> => {
  const all = inputs.flatMap((input) => messagesOf(input).map((message) => ({ message, team: input.team })))
  return messageKinds.flatMap((kind) => all.filter(({ message }) => message.kind === kind))
}

const columnsOf = (isTeamNamed: boolean): ReadonlyArray<Column<Change>> => [
  { head: "", width: 1.15, cellOf: ({ message }) => cell(messageWords[message.kind], { color: "muted" }) },
  {
    head: "",
    share: 0.55,
    cellOf: ({ message, team }, room) => {
      const name = isTeamNamed ? `${inLine(team.name)}: ${inLine(message.title)}` : message.title
      return namedCell(name, { key: objectiveKey(message.id), page: changedPage(team, message) }, room)
    }
  },
  { head: "", share: 0.45, cellOf: ({ message }, room) => cell(fitting(capitalized(message.words), room)) }
]

/** What changed, by default on at most two slides. */
export const changeTables = (
  review: Review,
  { box = bodyBox, maxSlides = 2 }: { readonly box?: Box; readonly maxSlides?: number } = {}
): ReadonlyArray<ReadonlyArray<Block>> => {
  const rows = changesOf(review)
  const heading = `What changed since ${sinceText(review.context)}`
  return tableSlides(
    {
      ...{ columns: columnsOf(review.isTeamNamed), rows, heading, lines: [3], maxSize: 14 },
      more: (left) => `and ${counted(left, "more change")}`,
      alt: `${heading}: ${counted(rows.length, "change")}`
    },
    { box, maxSlides }
  )
}

/** What has changed since the day compared with; no slide where nothing has. */
export const changesSlides = (review: Review): ReadonlyArray<SlidePlan> => {
  const counts = messageCounts(changesOf(review).map(({ message }) => message))
  return series({
    ...{ layout: "table", key: review.keyOf("changes"), section: "Review", pages: changeTables(review) },
    title: `What changed since ${sinceText(review.context)}: ${counts}`
  })
}
