import type { Principle } from "../../domain/state/State.ts"
import { objectivesOf, principleLabel } from "../facts/Matrix.ts"
import { principleNotes } from "../facts/Notes.ts"
import { principleTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { descriptionWith, remark } from "./Description.ts"
import { bodyBox, bodySizes } from "./Frame.ts"
import { objectiveTable } from "./ObjectiveRows.ts"
import { pages, stacked } from "./Paging.ts"
import { series } from "./Series.ts"

/** Of a description, which may be pages of line breaks; the notes have all of it. */
const descriptionSlides = 3

const missing = (description: boolean, objectives: boolean): string | null => {
  if (!description) return objectives ? "Not described yet." : "Not described yet, and no objective is linked to it."
  return objectives ? null : "No objective is linked to this principle yet."
}

const slidesOf = (input: DeckInput, principle: Principle, index: number): ReadonlyArray<SlidePlan> => {
  const objectives = objectivesOf(input.team, principle.id)
  const words = missing(principle.description !== "", objectives.length > 0)
  const said = words === null ? null : remark(words)
  const alt = `Objectives linked to ${principleLabel(index)}`
  const below = bodySizes.map((size) => ({
    size,
    flow: stacked(objectiveTable(objectives, { date: input.date, size, alt }), said)
  }))
  const body = descriptionWith(principle.description, below, {
    slides: descriptionSlides,
    box: bodyBox,
    otherwise: "first"
  })
  return series({
    section: "Principles",
    title: principleTitle(principle, index),
    pages: body === null ? [[]] : pages(body, bodyBox, bodyBox),
    notes: { first: principleNotes(input, principle), others: principle.description }
  })
}

/** What each principle says and which objectives follow it, in the team's order. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> =>
  input.team.principles.flatMap((principle, index) => slidesOf(input, principle, index))
