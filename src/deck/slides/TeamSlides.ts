import { attentionOf } from "../facts/Attention.ts"
import { counted } from "../facts/DeckNumbers.ts"
import type { DeckInput } from "../Input.ts"
import { askSlides } from "./AskSlides.ts"
import { housekeepingSlides } from "./AttentionSlides.ts"
import { changesSlides } from "./ChangesSlides.ts"
import * as Cover from "./Cover.ts"
import { lastAskSlides } from "./LastAskSlides.ts"
import { legendSlide } from "./Legend.ts"
import * as MatrixSlides from "./MatrixSlides.ts"
import { trendSlides } from "./OverTime.ts"
import * as ObjectiveSlides from "./objective/ObjectiveSlides.ts"
import * as ProgressSlides from "./ProgressSlides.ts"
import { type Review, teamReview } from "./Review.ts"
import { objectiveKey } from "./SlideIds.ts"
import type { LinkedSlide } from "./SlideLinks.ts"
import { summaryOf, type ToldSummary } from "./Summary.ts"
import { usesRoom } from "./TableSizes.ts"

/** The most slides of a deck. */
export const maxSlides = 120

/** The deck of so few objectives has at most so many slides. */
const small = { objectives: ObjectiveSlides.alwaysPaged, slides: 6 }

/** Says how many objectives that need attention have no slide of their own for want of room; empty if none. */
const leftOutOf = (input: DeckInput, slides: ReadonlyArray<LinkedSlide>): string => {
  const keys = new Set(slides.map(({ key }) => key))
  const attentions = attentionOf(input.team.objectives, input)
  const left = attentions.filter(({ objective }) => !keys.has(objectiveKey(objective.id))).length
  if (left === 0 || slides.length < maxSlides - 1) return ""
  return `Slides of ${counted(left, "objective")} that ${left === 1 ? "needs" : "need"} attention: a deck has at most ${maxSlides} slides.`
}

/** The most slides of the table of all objectives in a board's deck: of more objectives there is none. */
const maxBoardTable = 2

const fillsSlide = (slides: ReadonlyArray<LinkedSlide>): boolean =>
  slides.some(({ blocks: [, ...blocks] }) => usesRoom(blocks))

/**
 * The table of all objectives, if it fills enough of a slide or some have no slide of their own; all principles; and the
 * objectives' slides: on at most `budget` slides.
 */
export const appendix = (input: DeckInput, budget: number): ReadonlyArray<LinkedSlide> => {
  const { objectives } = input.team
  const matrix = MatrixSlides.slides(input)
  const progress = ProgressSlides.slides(input)
  const pages = ObjectiveSlides.slides(input, budget - matrix.length - progress.length)
  const keys = new Set(pages.map(({ key }) => key))
  const without = objectives.some(({ id }) => !keys.has(objectiveKey(id)))
  return [...(without || fillsSlide(progress) ? progress : []), ...matrix, ...pages]
}

/** Where the teams stand, what has to be decided, and what came of the last asks. */
export const opening = (
  review: Review,
  cover: ReadonlyArray<LinkedSlide>,
  summary: ToldSummary
): ReadonlyArray<LinkedSlide> => [...cover, ...summary.slides, ...askSlides(review), ...lastAskSlides(review)]

/** The deck of a team with few objectives and principles, which has at most as many slides as `small` says if they fit. */
const smallDeck = (
  input: DeckInput,
  first: ReadonlyArray<LinkedSlide>,
  principles: ReadonlyArray<LinkedSlide>
): ReadonlyArray<LinkedSlide> => {
  const left = small.slides - first.length - principles.length
  const pages =
    input.detail === "board" ? [] : ObjectiveSlides.slides(input, Math.max(input.team.objectives.length, left))
  const all = [...first, ...pages, ...principles]
  return all.length < small.slides ? [...all, legendSlide(input, "")] : all
}

/** A team's deck. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const { length } = input.team.objectives
  const review = teamReview(input)
  const summary = summaryOf(review)
  const cover = Cover.slides(input)
  const principles = MatrixSlides.slides(input)
  if (length === 0) return [...cover, ...(principles.length === 0 ? summary.slides : principles)]
  const first = opening(review, cover, summary)
  const told = input.detail === "board" ? [] : principles
  if (length <= small.objectives && told.length <= 1) return smallDeck(input, first, told)
  const changes = summary.tellsChanges ? [] : changesSlides(review)
  const all = [...first, ...changes, ...trendSlides(review), ...housekeepingSlides(review)]
  if (input.detail === "board") {
    const progress = ProgressSlides.slides(input)
    const isShown = progress.length <= maxBoardTable && fillsSlide(progress)
    return [...all, ...(isShown ? progress : []), legendSlide(input, "")]
  }
  const more = [...all, ...appendix(input, maxSlides - 1 - all.length)]
  return [...more, legendSlide(input, leftOutOf(input, more))]
}
