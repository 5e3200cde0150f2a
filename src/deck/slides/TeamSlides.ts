import { attentionOf } from "../facts/Attention.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type DeckInput, maxDetailed } from "../Input.ts"
import { askSlides } from "./AskSlides.ts"
import { housekeepingSlides } from "./AttentionSlides.ts"
import { changesSlides } from "./ChangesSlides.ts"
import * as Cover from "./Cover.ts"
import { lastAskSlides } from "./LastAskSlides.ts"
import { legendSlide } from "./Legend.ts"
import * as MatrixSlides from "./MatrixSlides.ts"
import * as OverTime from "./OverTime.ts"
import * as ObjectiveSlides from "./objective/ObjectiveSlides.ts"
import * as PrincipleSlides from "./PrincipleSlides.ts"
import * as ProgressSlides from "./ProgressSlides.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import type { LinkedSlide } from "./SlideLinks.ts"
import { summaryOf, type ToldSummary } from "./Summary.ts"

/** The most slides of a deck. */
export const maxSlides = 120

interface Part {
  readonly slides: (input: DeckInput) => ReadonlyArray<LinkedSlide>
}

const review: ReadonlyArray<Part> = [ProgressSlides, OverTime, PrincipleSlides]

/** So few objectives are told by the summary and their own slides, and their deck has so few slides. */
const small = { objectives: 2, slides: 6 }

/** Says how many objectives that need attention have no slide of their own for want of room; empty if none. */
const leftOutOf = (input: DeckInput, slides: ReadonlyArray<LinkedSlide>): string => {
  const keys = new Set(slides.map(({ key }) => key))
  const attentions = attentionOf(input.team.objectives, input)
  const left = attentions.filter(({ objective }) => !keys.has(objectiveKey(objective.id))).length
  if (left === 0 || slides.length < maxSlides - 1) return ""
  return `Slides of ${counted(left, "objective")} that ${left === 1 ? "needs" : "need"} attention: a deck has at most ${maxSlides} slides.`
}

/** The matrix, of few objectives, and each objective, on at most `budget` slides. */
export const appendix = (input: DeckInput, budget: number): ReadonlyArray<LinkedSlide> => {
  const { length } = input.team.objectives
  const matrix = length > 1 && length <= maxDetailed ? MatrixSlides.slides(input) : []
  return [...matrix, ...ObjectiveSlides.slides(input, budget - matrix.length)]
}

/** Where the team stands, what has to be decided, and what came of the last asks. */
const openingOf = (input: DeckInput, summary: ToldSummary): ReadonlyArray<LinkedSlide> => [
  ...Cover.slides(input),
  ...summary.slides,
  ...askSlides([input], { key: subjectKey(input, "asks"), isTeamNamed: false }),
  ...lastAskSlides([input], { key: subjectKey(input, "lastAsks"), isTeamNamed: false })
]

/** The deck of a team with few objectives, which has at most as many slides as `small` says. */
const smallDeck = (input: DeckInput, opening: ReadonlyArray<LinkedSlide>): ReadonlyArray<LinkedSlide> => {
  const all =
    input.detail === "board" ? opening : [...opening, ...ObjectiveSlides.slides(input, small.slides - opening.length)]
  return all.length < small.slides ? [...all, legendSlide(input, "")] : all
}

/** A team's deck. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const { length } = input.team.objectives
  const summary = summaryOf(input)
  const opening = openingOf(input, summary)
  if (length === 0) return opening
  if (length <= small.objectives) return smallDeck(input, opening)
  const changes = summary.tellsChanges ? [] : changesSlides(input)
  const housekeeping = housekeepingSlides([input], { key: subjectKey(input, "attention"), isTeamNamed: false })
  const all = [...opening, ...changes, ...review.flatMap((part) => part.slides(input)), ...housekeeping]
  if (input.detail === "board") return [...all, legendSlide(input, "")]
  const more = [...all, ...appendix(input, maxSlides - 1 - all.length)]
  return [...more, legendSlide(input, leftOutOf(input, more))]
}
