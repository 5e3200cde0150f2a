import type { Objective, Progress } from "../../domain/state/State.ts"
import type { SlidePlan } from "../DeckPlan.ts"
import { type Attention, ruleText } from "../facts/Attention.ts"
import { type Ask, asksOf, furthestMeasure, maxAsks } from "../facts/asks/Asks.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { worstAtThisRate } from "../facts/ForecastFacts.ts"
import { valueText } from "../facts/MeasureWords.ts"
import { silenceOf } from "../facts/PaceFacts.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { type AskOptions, aboutCell, askTable, fitting, ownerCell, saidRuns } from "./AskCells.ts"
import { bodyBox, type SeriesTitle, series } from "./ContentSlide.ts"
import type { Row } from "./SlideRows.ts"
import { cell, empty, markCell, runsCell, tableSize } from "./TableCells.ts"
import { growth } from "./TableSizes.ts"

/** ` (No-shows)` after the value of one of several measures. */
const nameOf = ({ progress }: Objective, { name }: Progress): string =>
  progress.length > 1 ? ` (${inLine(name)})` : ""

/** `3 weeks silent`; null for an objective that is not stale. */
const silenceText = (objective: Objective, date: string): string | null => {
  const silence = silenceOf(objective, date)
  return silence === null ? null : `${counted(silence.weeks, "week")} silent`
}

/** Inches at the smallest size; the room for proposals is the same at every size. */
const askWidths = { status: 1.1, owner: 1, now: 1.6, rate: 1.25, proposal: 2.35 }
const askTitleShare = 0.4

const askColumns = (size: number): ReadonlyArray<number> => {
  const { proposal, ...texts } = askWidths
  const [status = 0, owner = 0, now = 0, rate = 0] = Object.values(texts).map((width) => width * growth(size))
  const free = bodyBox.w - status - owner - now - rate - proposal
  return [status, free * askTitleShare, owner, now, rate, free * (1 - askTitleShare), proposal]
}

/** The two worst reasons, without what another column says. */
const whyText = (attention: Attention): string => {
  const [worst, ...others] = attention.reasons
  return ruleText({ ...attention, reasons: [worst, ...others.filter(({ kind }) => kind !== "silent").slice(0, 1)] })
}

const askRow = ({ input, attention }: Ask, isTeamNamed: boolean, size: number, lines: number): Row => {
  const { objective, note } = attention
  const [, title = 0, owner = 0, now = 0, rateWidth = 0, why = 0] = askColumns(size)
  const roomOf = (width: number, fewer = 0) => ({ size, width, lines: lines - fewer })
  const rate = worstAtThisRate(objective, input.date)
  const measure = rate?.measure ?? furthestMeasure(objective)
  const value = measure === undefined ? "–" : valueText(measure) + nameOf(objective, measure)
  const silence = silenceText(objective, input.date)
  return [
    markCell(objectiveMarks[objective.status]),
    aboutCell(objective, input, { isTeamNamed, isThere: true, ...roomOf(title) }),
    ownerCell(objective, roomOf(owner)),
    {
      paragraphs: [
        { runs: [{ text: fitting(value, roomOf(now, silence === null ? 0 : 1)) }] },
        ...(silence === null ? [] : [{ runs: [{ text: silence, color: "muted" as const }] }])
      ]
    },
    cell(fitting(rate?.amount ?? "–", roomOf(rateWidth))),
    runsCell(saidRuns(whyText(attention), note, roomOf(why))),
    empty
  ]
}

const askHeader: Row = [
  cell("Status"),
  cell("Needs a decision"),
  cell("Owner"),
  cell("Now"),
  cell("At this rate"),
  cell("Why"),
  cell("Proposal · who · by when")
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
export const askSlides = (
  inputs: ReadonlyArray<DeckInput>,
  { key, isTeamNamed }: AskOptions
): ReadonlyArray<SlidePlan> => {
  const all = asksOf(inputs)
  const asks = all.slice(0, maxAsks)
  const pages = askTable({
    ...{ rows: asks, all: all.length, header: askHeader, columns: askColumns, maxSize: tableSize },
    rowOf: (ask, size, lines) => askRow(ask, isTeamNamed, size, lines),
    alt: `${counted(asks.length, "objective")} to decide about, with value, forecast and reason`
  })
  const title = askTitle(all, isTeamNamed)
  return series({ layout: "table", key, section: "Review", title, pages, notes: askNotes(asks) })
}
