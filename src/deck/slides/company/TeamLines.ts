import { statusCounts } from "../../../shared/Statuses.ts"
import { capitalized } from "../../../shared/words/Nouns.ts"
import type { SlidePlan } from "../../DeckPlan.ts"
import type { Attention } from "../../facts/Attention.ts"
import { ruleText } from "../../facts/Attention.ts"
import type { TeamRow } from "../../facts/Company.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { messageWords } from "../../facts/Messages.ts"
import { inOrder, type ProgressRow } from "../../facts/Progress.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { thenAndNow, worstText } from "../../facts/Worst.ts"
import { inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { about, bodyBox, contentSlide, placed, titleAround } from "../ContentSlide.ts"
import { standingWords } from "../objective/ObjectiveSlideTexts.ts"
import { objectivePage, teamPage } from "../PageLinks.ts"
import { below, type Flow, take } from "../Paging.ts"
import { objectiveKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, type LinkedSlide, linkTo } from "../SlideLinks.ts"
import { plainSection, type Row, type Section, tableFlow } from "../SlideRows.ts"
import { standingStrip } from "../Summary.ts"
import { cell, changeCell, foundRuns, headingRow, markCell, progressCell, runsCell, tableSize } from "../TableCells.ts"
import { growth, tableSlides, textWidth } from "../TableSizes.ts"

/** The objectives that tell most about a team. */
const maxTelling = 3

/** An objective of a team and why it is told. */
interface Telling {
  readonly row: ProgressRow
  readonly attention: Attention | undefined
  readonly words: string
}

/** What needs attention, the worst first; then what changed; then the team's order. */
const tellingOf = ({ input, attentions, messages }: TeamRow): ReadonlyArray<Telling> => {
  const rows = new Map<string, ProgressRow>(inOrder(input.team.objectives, input).map((row) => [row.objective.id, row]))
  const changed = new Map(messages.map((message) => [message.id, message]))
  const ids = new Set<string>([
    ...attentions.map(({ objective }) => objective.id),
    ...messages.map(({ id }) => id),
    ...rows.keys()
  ])
  const attended = new Map<string, Attention>(attentions.map((attention) => [attention.objective.id, attention]))
  return [...ids]
    .flatMap((id) => rows.get(id) ?? [])
    .slice(0, maxTelling)
    .map((row) => {
      const attention = attended.get(row.objective.id)
      const message = changed.get(row.objective.id)
      const change =
        message === undefined ? capitalized(standingWords(row)) : `${messageWords[message.kind]}: ${message.words}`
      return { row, attention, words: attention === undefined ? change : ruleText(attention) }
    })
}

/** Inches at the smallest size. */
const fixed = { status: 1.2, progress: 2.05, change: 1.1 }
/** Of what is left: in one line of each, titles and reasons are about equally long. */
const titleShares = { oneLine: 0.5, more: 0.38 }

interface Look {
  readonly size: number
  /** Lines of a title and of its reason; notes only where there is room for more than one. */
  readonly lines: number
}

const columnsFor = ({ size, lines }: Look): ReadonlyArray<number> => {
  const titleShare = titleShares[lines === 1 ? "oneLine" : "more"]
  const [status = 0, progress = 0, change = 0] = [fixed.status, fixed.progress, fixed.change].map(
    (w) => w * growth(size)
  )
  const free = bodyBox.w - status - progress - change
  return [status, free * titleShare, progress, change, free * (1 - titleShare)]
}

const rowsFor = (team: TeamRow, look: Look): ReadonlyArray<Row> => {
  const { size, lines } = look
  const [, titleWidth = 0, , , whyWidth = 0] = columnsFor(look)
  return tellingOf(team).map(({ row, attention, words }): Row => {
    const { objective } = row
    const title = clip(objective.title, size, false, textWidth(titleWidth) - arrowWidth(size), lines)
    return [
      markCell(objectiveMarks[objective.status]),
      runsCell([{ text: title, page: objectivePage(team.input.team, objective) }, linkTo(objectiveKey(objective.id))]),
      progressCell(row),
      changeCell(row.change),
      runsCell(
        lines > 1 && attention !== undefined
          ? foundRuns(words, attention.note)
          : [{ text: clip(words, size, false, textWidth(whyWidth), lines) }]
      )
    ]
  })
}

const header: Row = [cell("Status"), cell("Objective"), cell("Progress"), cell("Change"), cell("What to know")]

const leftText = ({ all }: TeamRow): string => {
  const left = Math.max(0, all - maxTelling)
  return left === 0 ? "" : `${counted(left, "more objective")} in the full deck`
}

/** A team's slide in a company's deck: how its objectives stand, and the three that tell most. */
const teamSlide = (team: TeamRow): SlidePlan => {
  const { input } = team
  const compared = thenAndNow(input)
  const strip = take(
    standingStrip(team.counts, compared.before === null ? null : statusCounts(compared.before), compared.since),
    bodyBox
  )
  const [table = []] = tableSlides(
    ({ size }) =>
      tableFlow({
        columns: () => columnsFor({ size, lines: 3 }),
        size,
        header,
        sections: plainSection(rowsFor(team, { size, lines: 3 })),
        alt: `The objectives of ${input.team.name} that tell most`
      }),
    { box: below(bodyBox, strip.height), maxSlides: 1 }
  )
  return contentSlide({
    layout: "titleOnly",
    key: subjectKey(input, "summary"),
    section: "Teams",
    title: titleAround([input.team.name], (name = "") => about(name, worstText(compared))),
    blocks: [...strip.blocks, ...table],
    notes: leftText(team),
    page: teamPage(input.team)
  })
}

/** The most teams on a slide. */
const mostTeams = 4

const linesFlow = (teams: ReadonlyArray<TeamRow>): Flow | null =>
  tableFlow({
    columns: () => columnsFor({ size: tableSize, lines: 1 }),
    size: tableSize,
    header,
    sections: teams.map(
      (team): Section => ({
        heading: headingRow(team.input.team.name, header.length, ` · ${worstText(thenAndNow(team.input))}`),
        again: null,
        rows: rowsFor(team, { size: tableSize, lines: 1 })
      })
    ),
    alt: `The objectives of ${counted(teams.length, "team")} that tell most`
  })

const allNames = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** Some teams on a slide, one line an objective. */
const sharedSlide = (teams: ReadonlyArray<TeamRow>): LinkedSlide => {
  const [key, ...otherKeys] = teams.map(({ input }) => subjectKey(input, "summary"))
  const words = worstText(thenAndNow(...teams.map(({ input }) => input)))
  const slide = contentSlide({
    layout: "table",
    ...(key !== undefined && { key }),
    section: "Teams",
    title: titleAround(
      teams.map(({ input }) => input.team.name),
      (...names) => `${allNames(names.map(inLine))}: ${words}`
    ),
    blocks: placed("table", take(linesFlow(teams), bodyBox).blocks),
    notes: ""
  })
  return { ...slide, otherKeys }
}

const fits = (teams: ReadonlyArray<TeamRow>): boolean => linesFlow(teams)?.take(bodyBox).rest === null

/** As many teams to a slide as fit, at most `mostTeams`. */
const sharedSlides = (teams: ReadonlyArray<TeamRow>): ReadonlyArray<LinkedSlide> => {
  const slides: Array<LinkedSlide> = []
  for (let rest = teams; rest.length > 0; ) {
    let count = Math.min(mostTeams, rest.length)
    while (count > 1 && !fits(rest.slice(0, count))) count -= 1
    slides.push(sharedSlide(rest.slice(0, count)))
    rest = rest.slice(count)
  }
  return slides
}

/** The slides of teams that have objectives, and how many of them there was no room for. */
interface TeamLines {
  readonly slides: ReadonlyArray<LinkedSlide>
  readonly left: number
}

/** A slide for each team, if there is `room` for so many; else some lines for each, those that need most first. */
export const teamLines = (rows: ReadonlyArray<TeamRow>, room: number): TeamLines => {
  const teams = rows.filter(({ all }) => all > 0)
  if (teams.length <= room) return { slides: teams.map(teamSlide), left: 0 }
  const shown = teams.slice(0, mostTeams * room)
  return { slides: sharedSlides(shown), left: teams.length - shown.length }
}
