import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { countsOf, type Plan } from "../../../../src/web/features/import/Plan.ts"
import { inNorth, readFor } from "./Reading.ts"
import * as Strategy from "./SampleStrategy.ts"

const read = (name: string) => readFor(readFileSync(join(import.meta.dirname, "samples", name), "utf8"), inNorth())

/** What a plan makes, in the form of the strategy. */
const madeBy = ({ principles, objectives }: Plan) => ({
  principles: principles.map(({ title, description }) => ({ title, description })),
  objectives: objectives.map(({ row: _, existing: __, groups, initiatives, measures, ...objective }) => ({
    ...objective,
    links: objective.links.toSorted(),
    groups: groups.map(({ title }) => title),
    initiatives: initiatives.map(({ title, status, group }) => ({ title, status, group })),
    measures: measures.map(({ row: _, existing: __, ...measure }) => measure)
  }))
})

const files = ["excel.csv", "google-sheets.csv", "notion.csv"]

describe("The sample files", () => {
  it.each(files)("%s: every cell arrives", (name) => {
    const { plan, notes } = read(name)
    assert.deepStrictEqual(madeBy(plan), { principles: [...Strategy.principles], objectives: [...Strategy.objectives] })
    assert.deepStrictEqual(countsOf(plan), { principle: 8, objective: 25, group: 5, initiative: 60, measure: 30 })
    // Nothing is left out; the only messages are about words for a status.
    assert.deepStrictEqual(
      notes.filter(({ isLoss, text }) => isLoss || !/^“[\p{L} ]+” is read as [\p{L} ]+\.$/u.test(text)),
      []
    )
  })
})
