import { truncatedLine } from "../../../shared/Quoted.ts"
import { type CompanyFacts, companyFacts, type TeamRow } from "../../facts/Company.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import type { CompanyInput } from "../../Input.ts"
import { housekeepingSlides } from "../AttentionSlides.ts"
import { changesSlides } from "../ChangesSlides.ts"
import { about, fitsTitle, titleAround, withTitle } from "../ContentSlide.ts"
import { coverSlide } from "../Cover.ts"
import { legendSlide } from "../Legend.ts"
import { trendSlides } from "../OverTime.ts"
import { overviewPage } from "../PageLinks.ts"
import { companyReview } from "../Review.ts"
import { subjectKey } from "../SlideIds.ts"
import type { LinkedSlide } from "../SlideLinks.ts"
import { summaryOf } from "../Summary.ts"
import { appendix, maxSlides, opening } from "../TeamSlides.ts"
import { wallSlides } from "./AllObjectivesSlide.ts"
import { companyFindings, companyName } from "./CompanySummary.ts"
import { portfolioSlides } from "./Portfolio.ts"
import { teamSlide } from "./TeamSlide.ts"
import { treeSlides } from "./TreeSlides.ts"

const cover = (input: CompanyInput, { all }: CompanyFacts): LinkedSlide =>
  coverSlide({
    name: companyName(input),
    context: input,
    compared: input.teams.some(({ before }) => before !== null),
    facts: [`${counted(input.teams.length, "team")}, ${counted(all, "objective")}`],
    page: overviewPage
  })

/** Letters of a team's name before a title that has no room for more: what a slide says comes before whose it is. */
const shortNames = [30, 20, 10]

/** A team's slides within a company's deck, whose titles begin with its name. */
const named = ({ input: { team } }: TeamRow, slides: ReadonlyArray<LinkedSlide>): ReadonlyArray<LinkedSlide> =>
  slides.map((slide) => {
    const names = [team.name, ...shortNames.map((letters) => truncatedLine(team.name, letters))]
    const titled = (name = "", words = "") => about(name, words, " · ")
    const fitting = names.map((name) => titled(name, slide.title)).find(fitsTitle)
    const title = fitting ?? titleAround([names.at(-1) ?? "", slide.title], titled)
    return withTitle({ ...slide, section: team.name }, title)
  })

/** The keys of the slides whose tables have all of their rows. */
const wholeIn = (slides: ReadonlyArray<LinkedSlide>): ReadonlySet<string | undefined> =>
  new Set(
    slides.flatMap(({ key, blocks }) =>
      blocks.some((block) => block.kind === "table" && block.rows.some(({ length }) => length === 1)) ? [] : [key]
    )
  )

/**
 * All of a team, in the appendix: without the table of its objectives where its slide in the review has them all. Where it has
 * no slide there, what names it leads here.
 */
const teamSlides = (row: TeamRow, whole: ReturnType<typeof wholeIn>, budget: number): ReadonlyArray<LinkedSlide> => {
  const { input } = row
  if (row.all === 0) return []
  const told = whole.has(subjectKey(input, "summary")) ? subjectKey(input, "progress") : ""
  const [first, ...others] = named(row, appendix(input, budget)).filter(({ key }) => key !== told)
  if (first === undefined) return []
  return [{ ...first, otherKeys: [...(first.otherKeys ?? []), subjectKey(input, "summary")] }, ...others]
}

interface Chosen {
  readonly slides: ReadonlyArray<LinkedSlide>
  /** The number of teams for which there was no room. */
  readonly left: number
}

/** The slides of one team after the other, until those of a team do not all fit. */
const asFits = (rows: ReadonlyArray<TeamRow>, whole: ReturnType<typeof wholeIn>, budget: number): Chosen => {
  const slides: Array<LinkedSlide> = []
  for (const [index, row] of rows.entries()) {
    const own = teamSlides(row, whole, budget)
    if (slides.length + own.length > budget) return { slides, left: rows.length - index }
    slides.push(...own)
  }
  return { slides, left: 0 }
}

/** The most teams that have a slide each; of more, the tables of all teams tell. */
const maxTeamSlides = 10

const teamsInShort = ({ teams }: CompanyFacts): ReadonlyArray<LinkedSlide> => {
  const shown = teams.filter(({ all }) => all > 0)
  return shown.length > maxTeamSlides ? [] : shown.map(({ input }) => teamSlide(input))
}

/** The most slides with every objective in a board's pack; it has none where they take more. */
const maxWallSlides = 2

const wall = (facts: CompanyFacts, { detail }: CompanyInput): ReadonlyArray<LinkedSlide> => {
  const slides = wallSlides(facts)
  return detail === "board" && slides.length > maxWallSlides ? [] : slides
}

/** The deck of several teams: all of them together, then each team in their order. */
export const slides = (input: CompanyInput): ReadonlyArray<LinkedSlide> => {
  const facts = companyFacts(input)
  const review = companyReview(
    input,
    facts.teams.map((row) => row.input)
  )
  const summary = summaryOf(review, companyFindings(facts))
  const told = teamsInShort(facts)
  const first = [
    ...opening(review, [cover(input, facts)], summary),
    ...portfolioSlides(facts.teams),
    ...treeSlides(facts),
    ...trendSlides(review),
    ...(summary.tellsChanges ? [] : changesSlides(review)),
    ...wall(facts, input),
    ...told
  ]
  if (input.detail === "board") return [...first, legendSlide(input, "")]
  const housekeeping = housekeepingSlides(review)
  const more = asFits(facts.teams, wholeIn(told), maxSlides - first.length - housekeeping.length - 1)
  const leftOut =
    more.left === 0 ? "" : `The objectives of ${counted(more.left, "team")}: a deck has at most ${maxSlides} slides.`
  return [...first, ...housekeeping, ...more.slides, legendSlide(input, leftOut)]
}
