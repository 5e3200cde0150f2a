import type { Cell, SlidePlan } from "../DeckPlan.ts"
import { type Attention, ruleText } from "../facts/Attention.ts"
import { inMeasure } from "../facts/AttentionRules.ts"
import { type Ask, asksOf, furthestMeasure, maxAsks } from "../facts/asks/Asks.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { worstAtThisRate } from "../facts/ForecastFacts.ts"
import { valueText } from "../facts/MeasureWords.ts"
import { silenceOf } from "../facts/PaceFacts.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { inLine } from "../text/Direction.ts"
import { aboutCell, askTable, ownerCell, saidRuns } from "./AskCells.ts"
import { type SeriesTitle, series } from "./ContentSlide.ts"
import type { Review } from "./Review.ts"
import { cell, empty, fitting, markCell, type Room, runsCell, twoLineCell } from "./TableCells.ts"
import { type Column, tableSize } from "./TableFlow.ts"

/** The value of the measure that tells how the objective stands, and below it `3 weeks silent` where it is stale. */
const nowCell = ({ input, attention: { objective } }: Ask, room: Room): Cell => {
  const measure = worstAtThisRate(objective, input.date)?.measure ?? furthestMeasure(objective)
  const silence = silenceOf(objective, input.date)
  const value = measure === undefined ? "–" : valueText(measure) + inMeasure(objective, measure)
  const text = fitting(value, { ...room, lines: room.lines - (silence === null ? 0 : 1) })
  return twoLineCell([{ text }], silence === null ? "" : `${counted(silence.weeks, "week")} silent`)
}

/** The two worst reasons, without what another column says. */
const whyText = (attention: Attention): string => {
  const [worst, ...others] = attention.reasons
  return ruleText({ ...attention, reasons: [worst, ...others.filter(({ kind }) => kind !== "silent").slice(0, 1)] })
}

const columnsOf = (isTeamNamed: boolean): ReadonlyArray<Column<Ask>> => [
  { head: "Status", width: 1.1, cellOf: ({ attention }) => markCell(objectiveMarks[attention.objective.status]) },
  {
    head: "Needs a decision",
    share: 0.42,
    cellOf: ({ input, attention }, room) => aboutCell(attention.objective, input.team, isTeamNamed, room)
  },
  { head: "Owner", width: 1.15, cellOf: ({ attention }, room) => ownerCell(attention.objective, room) },
  { head: "Now", width: 1.6, cellOf: nowCell },
  {
    head: "At this rate",
    width: 1.35,
    cellOf: ({ input, attention }, room) =>
      cell(fitting(worstAtThisRate(attention.objective, input.date)?.amount ?? "–", room))
  },
  {
    head: "Why",
    share: 0.58,
    cellOf: ({ attention }, room) => runsCell(saidRuns(whyText(attention), attention.note, room))
  },
  { head: "Proposal · who · by when", width: 2.3, cellOf: () => empty }
]

const askTitle = (all: ReadonlyArray<Ask>, isTeamNamed: boolean): SeriesTitle => {
  const [worst] = all
  if (worst === undefined) return ""
  const { objective, reasons } = worst.attention
  const need = all.length === 1 ? "1 objective needs a decision:" : `${all.length} objectives need a decision, first`
  const reason = reasons[0].words.replace(/^./u, (letter) => letter.toLowerCase())
  const words = (name = "", team = "") =>
    `${need} “${inLine(name)}”${team === "" ? "" : ` (${inLine(team)})`} – ${reason}`
  return { names: [objective.title, ...(isTeamNamed ? [worst.input.team.name] : [])], words }
}

/** What a presenter can read aloud: each note in full. */
const askNotes = (asks: ReadonlyArray<Ask>): string =>
  asks
    .flatMap(({ attention: { objective, note } }) => (note === null ? [] : [`${objective.title}: ${note.typed}`]))
    .join("\n\n")

/** What those who see the deck have to decide: no slide where nothing has to be decided. */
export const askSlides = ({ inputs, isTeamNamed, keyOf }: Review): ReadonlyArray<SlidePlan> => {
  const all = asksOf(inputs)
  const rows = all.slice(0, maxAsks)
  const pages = askTable({
    ...{ columns: columnsOf(isTeamNamed), rows, all: all.length, maxSize: tableSize },
    alt: `${counted(rows.length, "objective")} to decide about, with value, forecast and reason`
  })
  const title = askTitle(all, isTeamNamed)
  return series({ layout: "table", key: keyOf("asks"), section: "Review", title, pages, notes: askNotes(rows) })
}
