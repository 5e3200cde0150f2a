import { dateText } from "./facts/Dates.ts"
import { numberText } from "./facts/Numbers.ts"
import { themeOf } from "./facts/Theme.ts"
import type { DeckInput } from "./Input.ts"
import type { DeckPlan, SlidePlan } from "./Plan.ts"
import * as AttentionSlides from "./slides/AttentionSlides.ts"
import * as ChangesSlides from "./slides/ChangesSlides.ts"
import * as Cover from "./slides/Cover.ts"
import * as Legend from "./slides/Legend.ts"
import * as ObjectiveSlides from "./slides/ObjectiveSlides.ts"
import * as PrincipleSlides from "./slides/PrincipleSlides.ts"
import * as ProgressOverview from "./slides/ProgressOverview.ts"
import * as StrategyPage from "./slides/StrategyPage.ts"
import * as UnlinkedSlides from "./slides/UnlinkedSlides.ts"
import { inLine } from "./text/Direction.ts"
import { clip } from "./text/Fit.ts"

/** The parts of a deck in order. */
const parts: ReadonlyArray<{ readonly slides: (input: DeckInput) => ReadonlyArray<SlidePlan> }> = [
  Cover,
  StrategyPage,
  ProgressOverview,
  AttentionSlides,
  PrincipleSlides,
  ObjectiveSlides,
  UnlinkedSlides,
  ChangesSlides,
  Legend
]

/** Points and inches of the footer's text. */
const footer = { size: 10, w: 9 }

const footerOf = ({ team, sequenceNumber, date }: DeckInput): string => {
  const moment = `as of event ${numberText(sequenceNumber)} · ${dateText(date)}`
  const name = clip(team.name, footer.size, false, footer.w / 2, 1)
  return `${inLine(name)} · ${moment}`
}

/** The plan of a team's deck. The same input gives the same plan. */
export const plan = (input: DeckInput): DeckPlan => ({
  title: `${input.team.name} – Strategy`,
  author: "",
  description: "",
  language: "en",
  direction: "ltr",
  theme: themeOf(input.team.color),
  footer: footerOf(input),
  slides: parts.flatMap(({ slides }) => slides(input))
})
