import { assert, describe, it } from "@effect/vitest"
import { forecastWords } from "../../../src/deck/facts/ForecastFacts.ts"
import { teamOf } from "../Build.ts"

const objectiveWith = (values: ReadonlyArray<readonly [value: number, day: string]>) => {
  const [objective] = teamOf({
    ...{ name: "Team", color: "#336699", principles: [] },
    objectives: [
      {
        ...{ title: "Grow", description: "", status: "on_track", dueDate: "2026-12-31", principles: [] },
        ...{ groups: [], initiatives: [] },
        measures: [
          {
            ...{ name: "Calls", unit: "", start: 0, target: 100 },
            checkIns: values.map(([value, day]) => ({
              ...{ value, confidence: null, note: "", timestamp: `${day}T09:00:00.000Z`, actorName: "ada" }
            }))
          }
        ]
      }
    ]
  }).objectives
  assert(objective !== undefined)
  return objective
}

const steady = objectiveWith([
  [30, "2026-11-30"],
  [20, "2026-11-20"],
  [10, "2026-11-10"]
])

const wordsOf = (objective: typeof steady, more: Partial<typeof steady> = {}, date = "2026-12-01") => {
  const [measure] = objective.progress
  assert(measure !== undefined)
  return forecastWords({ ...objective, ...more }, measure, date)?.replaceAll("\u00A0", " ") ?? null
}

describe("The words of a forecast", () => {
  it("say where three check-ins lead by the due date", () => {
    assert.strictEqual(wordsOf(steady), "at this rate 61 % by 31 Dec 2026")
  })

  it("are left out where they would be a guess or come too late", () => {
    assert.isNull(wordsOf(objectiveWith([[30, "2026-11-30"]])))
    assert.isNull(wordsOf(steady, { status: "achieved" }))
    assert.isNull(wordsOf(steady, { status: "draft" }))
    assert.isNull(wordsOf(steady, { dueDate: null }))
    assert.isNull(wordsOf(steady, {}, "2027-01-01"))
  })
})
