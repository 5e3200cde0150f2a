import { type CompanyFacts, companyFacts, type TeamRow } from "../facts/Company.ts"
import { sinceText } from "../facts/Dates.ts"
import { messageCounts } from "../facts/Findings.ts"
import { counted } from "../facts/Numbers.ts"
import { measuredRows } from "../facts/Progress.ts"
import { statusFlow } from "../facts/StatusFlow.ts"
import type { CompanyInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import * as AttentionSlides from "./AttentionSlides.ts"
import { attentionTables } from "./AttentionSlides.ts"
import { changeTables } from "./ChangesSlides.ts"
import { companyName, companySummary } from "./CompanySummary.ts"
import { comparisonSlides } from "./Comparison.ts"
import { coverSlide } from "./Cover.ts"
import { about, contentSlide, fitsTitle, series, titleAround, withTitle } from "./Frame.ts"
import { companyKey } from "./Keys.ts"
import { legendSlide } from "./Legend.ts"
import type { LinkedSlide } from "./Links.ts"
import { flowChart, flowTitle } from "./OverTime.ts"
import { overviewPage } from "./PageLinks.ts"
import * as ProgressSlides from "./ProgressSlides.ts"
import * as Summary from "./Summary.ts"
import { appendix, maxSlides } from "./TeamSlides.ts"

const worstSlides = 2

const cover = (input: CompanyInput, { standing }: CompanyFacts): LinkedSlide =>
  coverSlide({
    name: companyName(input),
    context: input,
    compared: input.teams.some(({ before }) => before !== null),
    facts: [`${counted(input.teams.length, "team")}, ${counted(standing.all, "objective")}`],
    page: overviewPage
  })

const worst = (input: CompanyInput, { teams, attentions }: CompanyFacts): ReadonlyArray<LinkedSlide> => {
  const deltas = new Map(
    teams.flatMap((row) =>
      measuredRows(row.input.team.objectives, row.input).map(({ objective, delta }) => [objective.id, delta] as const)
    )
  )
  const [first] = attentions
  if (first === undefined) return []
  const affected = new Set(attentions.map(({ team }) => team.id)).size
  const need =
    attentions.length === 1
      ? "1 objective needs attention:"
      : `${counted(attentions.length, "objective")} in ${counted(affected, "team")} need attention, most of all`
  return series({
    layout: "table",
    key: companyKey("attention"),
    section: "Review",
    title: titleAround(
      [first.team.name, first.of.objective.title],
      (team = "", title = "") => `${need} “${inLine(title)}” (${inLine(team)})`
    ),
    pages: attentionTables(
      attentions.map(({ team, of }) => ({
        attention: of,
        team,
        isTeamNamed: true,
        delta: deltas.get(of.objective.id) ?? null
      })),
      {
        date: input.date,
        since: input.teams.some(({ before }) => before !== null) ? sinceText(input) : null,
        slides: worstSlides
      }
    )
  })
}

const overTime = (input: CompanyInput, facts: CompanyFacts): ReadonlyArray<LinkedSlide> => {
  const samples = statusFlow(facts)
  if (samples.length < 2) return []
  const title = flowTitle(samples, input.date)
  const key = companyKey("overTime")
  return [contentSlide({ layout: "chart", key, section: "Review", title, blocks: [flowChart(samples)], notes: "" })]
}

const changes = (input: CompanyInput, { messages }: CompanyFacts): ReadonlyArray<LinkedSlide> => {
  const day = sinceText(input)
  return series({
    layout: "table",
    key: companyKey("changes"),
    section: "Review",
    title: `What changed since ${day}: ${messageCounts(messages.map(({ of }) => of))}`,
    pages: changeTables(
      messages.map(({ team, of }) => ({ message: of, team, isTeamNamed: true })),
      `${counted(messages.length, "change")} since ${day}`
    )
  })
}

/** The title without the reason after a quoted name, since part of a reason would say nothing. */
const withoutReason = (title: string): string => title.replace(/” – [^”]*?( \(\d+\u00A0of\u00A0\d+\))?$/, "”$1")

/** A team's slides within a company's deck, whose titles begin with its name. */
const named = ({ input: { team } }: TeamRow, slides: ReadonlyArray<LinkedSlide>): ReadonlyArray<LinkedSlide> =>
  slides.map((slide) => {
    const title = fitsTitle(about(team.name, slide.title)) ? slide.title : withoutReason(slide.title)
    return withTitle(
      { ...slide, section: team.name },
      titleAround([team.name, title], (name = "", words = "") => about(name, words))
    )
  })

const teamSlides = (row: TeamRow): ReadonlyArray<LinkedSlide> => {
  const { input } = row
  if (input.team.objectives.length === 0) return []
  return named(
    row,
    [Summary, AttentionSlides, ProgressSlides].flatMap((part) => part.slides({ ...input, detail: "board" }))
  )
}

interface Chosen {
  readonly slides: ReadonlyArray<LinkedSlide>
  /** The number of teams for which there was no room. */
  readonly left: number
}

/** The slides of one team after the other, until those of a team do not all fit. */
const asFits = (
  rows: ReadonlyArray<TeamRow>,
  budget: number,
  slidesOf: (row: TeamRow) => ReadonlyArray<LinkedSlide>
): Chosen => {
  const slides: Array<LinkedSlide> = []
  for (const [index, row] of rows.entries()) {
    const own = slidesOf(row)
    if (slides.length + own.length > budget) return { slides, left: rows.length - index }
    slides.push(...own)
  }
  return { slides, left: 0 }
}

/** The deck of several teams: all of them together, then each team's own slides, the teams that need most first. */
export const slides = (input: CompanyInput): ReadonlyArray<LinkedSlide> => {
  const facts = companyFacts(input)
  const opening = [cover(input, facts), companySummary(input, facts), ...worst(input, facts)]
  const closing = [...overTime(input, facts), ...changes(input, facts)]
  // The comparison may take one slide more for the line about teams without room.
  const comparison = comparisonSlides(facts.teams, 0).length + 1
  const used = opening.length + closing.length + comparison + 1
  const own = asFits(facts.teams, maxSlides - used, teamSlides)
  const review = [...opening, ...comparisonSlides(facts.teams, own.left), ...closing, ...own.slides]
  if (input.detail === "board") return review
  const budget = maxSlides - review.length - 1
  const more = asFits(facts.teams, budget, (row) => named(row, appendix(row.input, budget)))
  const leftOut =
    more.left === 0 ? "" : `The objectives of ${counted(more.left, "team")}: a deck has at most ${maxSlides} slides.`
  return [...review, ...more.slides, legendSlide(leftOut)]
}
