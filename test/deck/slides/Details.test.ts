import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { changesBetween } from "../../../src/deck/facts/Changes.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import type { SlidePlan } from "../../../src/deck/Plan.ts"
import * as ChangesSlides from "../../../src/deck/slides/ChangesSlides.ts"
import * as ObjectiveSlides from "../../../src/deck/slides/ObjectiveSlides.ts"
import * as PrincipleSlides from "../../../src/deck/slides/PrincipleSlides.ts"
import * as UnlinkedSlides from "../../../src/deck/slides/UnlinkedSlides.ts"
import type { Objective } from "../../../src/domain/state/State.ts"
import { geometryFaults } from "../Geometry.ts"
import { anyInput, inputs } from "../Teams.ts"
import { textsOn } from "./PlanText.ts"

const parts = { PrincipleSlides, ObjectiveSlides, UnlinkedSlides, ChangesSlides }

const slidesOf = (input: DeckInput): ReadonlyArray<SlidePlan> =>
  Object.values(parts).flatMap(({ slides }) => slides(input))

const plain = (text: string): string => text.replaceAll(/\s/g, "")

/** What is to be read somewhere in a cell or a text of its own, and is not. */
const missing = (input: DeckInput, slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> => {
  const texts = new Set(textsOn(slides))
  const { objectives } = input.team
  const names = [
    ...objectives.map(({ title }) => title),
    ...objectives.flatMap(({ groups }) => groups.map(({ name }) => name)),
    ...objectives.flatMap(({ initiatives }) => initiatives.map(({ title }) => title)),
    ...objectives.flatMap(({ progress }) => progress.map(({ name }) => name))
  ]
  return names.filter((name) => !texts.has(name))
}

const figures = (slides: ReadonlyArray<SlidePlan>, words: ReadonlyArray<string>): number =>
  slides.flatMap(({ blocks }) => blocks).filter((block) => block.kind === "shape" && words.includes(block.alt)).length

const stateWords = ["Planned", "Active", "Done", "Dropped"]

const proseOf = (slides: ReadonlyArray<SlidePlan>): string =>
  slides
    .flatMap(({ blocks }) => blocks.filter((block) => block.kind === "text" && block.placeholder === "body"))
    .flatMap((block) => (block.kind === "text" ? block.paragraphs : []))
    .flatMap(({ runs, bullet }) => [bullet === true ? "-" : "", ...runs.map(({ text }) => text)])
    .join("")

const elsewhere = "… full text in the notes"

/** The description is read to its end on the slides, or they say where the rest is and it is there. */
const holdsDescription = (description: string, slides: ReadonlyArray<SlidePlan>): boolean => {
  const prose = plain(proseOf(slides)).replaceAll(/[-*•]/g, "")
  const whole = plain(description).replaceAll(/[-*•]/g, "")
  if (prose === whole) return true
  const cut = plain(elsewhere)
  return (
    prose.endsWith(cut) &&
    whole.startsWith(prose.slice(0, -cut.length)) &&
    slides.every(({ notes }) => notes.includes(description))
  )
}

/** Tables that end with a heading, and those that hold only a header. */
const unfinished = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> =>
  slides
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "table" ? [block] : [])))
    .filter(({ rows, headerRows }) => rows.length <= headerRows || rows.at(-1)?.[0]?.fill === "panel")
    .map(({ alt }) => `${alt}: ends with a heading`)

const only = (input: DeckInput, objective: Objective): DeckInput => ({
  ...input,
  team: { ...input.team, objectives: [objective] }
})

const faults = (input: DeckInput): ReadonlyArray<string> => {
  const slides = slidesOf(input)
  const initiatives = input.team.objectives.reduce((sum, objective) => sum + objective.initiatives.length, 0)
  const marks = figures(ObjectiveSlides.slides(input), stateWords)
  return [
    ...geometryFaults({ slides }),
    ...unfinished(slides),
    ...missing(input, slides).map((name) => `${name} stands nowhere`),
    ...slides.filter(({ blocks }) => blocks.length < 2).map(({ title }) => `${title}: nothing but a title`),
    ...(marks === initiatives ? [] : [`${marks} marks for ${initiatives} initiatives`]),
    ...input.team.objectives
      .filter((objective) => !holdsDescription(objective.description, ObjectiveSlides.slides(only(input, objective))))
      .map(({ title }) => `${title}: the description is lost`)
  ]
}

describe("the slides of principles, objectives and changes", () => {
  for (const [name, input] of Object.entries(inputs)) {
    it(`fit and hold everything: the ${name} team`, () => assert.deepStrictEqual(faults(input), []))
  }

  it("fit and hold everything: 100 generated teams", { timeout: 120_000 }, () =>
    fc.assert(
      fc.property(anyInput, (input) => assert.deepStrictEqual(faults(input), [])),
      { numRuns: 100, seed: 5 }
    )
  )

  it("are the same for the same team", () => assert.deepStrictEqual(slidesOf(inputs.large), slidesOf(inputs.large)))

  it("tell every change by the name of what changed", () => {
    const { before, team } = inputs.large
    const texts = textsOn(ChangesSlides.slides(inputs.large))
    const changes = changesBetween(before, team)
    assert.isAbove(changes.length, 300)
    assert.deepStrictEqual(
      changes.filter(({ subject: { name } }) => !texts.some((text) => text.startsWith(name))),
      []
    )
  })

  it("say it when nothing has changed, and when the team is new", () => {
    const { team } = inputs.sample
    const said = (before: DeckInput["before"]) =>
      textsOn(ChangesSlides.slides({ ...inputs.sample, team, before })).at(-1)
    assert.match(said(team) ?? "", /^Nothing was added, removed or moved in the 30 days before /)
    assert.strictEqual(said(null), "The team is younger than 30 days: everything in this deck is new.")
  })

  it("have none for objectives without a principle where there are none", () => {
    const linked = inputs.large.team.objectives.filter(({ principleIds }) => principleIds.length > 0)
    const input = { ...inputs.large, team: { ...inputs.large.team, objectives: linked } }
    assert.deepStrictEqual(UnlinkedSlides.slides(input), [])
    assert.isAbove(UnlinkedSlides.slides(inputs.large).length, 1)
  })
})
