import { attentionOf } from "../facts/Attention.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type DeckInput, maxDetailed } from "../Input.ts"
import * as AttentionSlides from "./AttentionSlides.ts"
import * as ChangesSlides from "./ChangesSlides.ts"
import * as Cover from "./Cover.ts"
import { legendSlide } from "./Legend.ts"
import * as MatrixSlides from "./MatrixSlides.ts"
import * as OverTime from "./OverTime.ts"
import * as ObjectiveSlides from "./objective/ObjectiveSlides.ts"
import * as PrincipleSlides from "./PrincipleSlides.ts"
import * as ProgressSlides from "./ProgressSlides.ts"
import { objectiveKey } from "./SlideIds.ts"
import type { LinkedSlide } from "./SlideLinks.ts"
import * as Summary from "./Summary.ts"

/** The most slides of a deck. */
export const maxSlides = 120

interface Part {
  readonly slides: (input: DeckInput) => ReadonlyArray<LinkedSlide>
}

const review: ReadonlyArray<Part> = [AttentionSlides, ProgressSlides, OverTime, ChangesSlides, PrincipleSlides]

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

/** A team's deck. With a single objective it has only the summary and the objective's own slide. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const { length } = input.team.objectives
  const opening = [...Cover.slides(input), ...Summary.slides(input)]
  if (length === 0) return opening
  const parts = length === 1 ? [] : review.flatMap((part) => part.slides(input))
  const all = [...opening, ...parts]
  if (input.detail === "board") return [...all, legendSlide(input, "")]
  const more = [...all, ...appendix(input, maxSlides - 1 - all.length)]
  return [...more, legendSlide(input, leftOutOf(input, more))]
}
