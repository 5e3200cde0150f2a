import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { Planned } from "../../src/import/ImportPlan.ts"
import { countsOf, inNorth, inPlan, readFor } from "./Reading.ts"
import * as Strategy from "./SampleStrategy.ts"

const read = (name: string) => readFor(readFileSync(join(import.meta.dirname, "samples", name), "utf8"), inNorth())

/** What a plan makes, in the form of the strategy. */
const madeBy = (plan: Planned): unknown => {
  const principles = inPlan(plan, "principle")
  return {
    principles: principles.map(({ title, values }) => ({ title, ...values })),
    objectives: inPlan(plan, "objective").map((objective) => {
      const groups = inPlan(objective, "group")
      return {
        ...{ title: objective.title, ...objective.values },
        links: objective.links.map((link) => principles.indexOf(link)).sort(),
        groups: groups.map(({ title }) => title),
        initiatives: inPlan(objective, "initiative").map(({ title, values, links: [group] }) => ({
          ...{ title, ...values },
          group: group && groups.indexOf(group)
        })),
        measures: inPlan(objective, "progress").map(({ title, values }) => ({ title, ...values }))
      }
    })
  }
}

const files = ["excel.csv", "google-sheets.csv", "notion.csv"]

describe("The sample files", () => {
  it.each(files)("%s: every cell arrives", (name) => {
    const { plan, notes } = read(name)
    assert.deepStrictEqual(madeBy(plan), { principles: [...Strategy.principles], objectives: [...Strategy.objectives] })
    assert.deepStrictEqual(countsOf(plan), { principle: 8, objective: 25, group: 5, initiative: 60, progress: 30 })
    // Nothing is left out; what is told is only how words for a status were read.
    assert.deepStrictEqual(
      notes.filter(({ isLoss, text }) => isLoss || !/^Read “[\p{L} ]+” as [\p{L} ]+\.$/u.test(text)),
      []
    )
  })
})
