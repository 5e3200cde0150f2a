import { assert, describe, it } from "@effect/vitest"
import { measureForecast, objectiveForecast } from "../../../../src/web/features/objective/ObjectiveForecast.ts"
import { formatDay } from "../../../../src/web/texts/values/PageFormats.ts"

const due = "2026-12-31"
const measure = { unit: "days", start: 0, target: 100 }
const short = { atDueDate: { value: 71.234, percent: 71 }, reachesTargetOn: "2027-03-01" }
const enough = { atDueDate: { value: 120, percent: 100 }, reachesTargetOn: "2026-11-30" }
const nearly = { atDueDate: { value: 99.7, percent: 99 }, reachesTargetOn: "2027-01-01" }
const unknown = { atDueDate: null, reachesTargetOn: null }

describe("A forecast in words", () => {
  it("says of a measure which value it has by the due date, or when it reaches the target", () => {
    assert.strictEqual(measureForecast(measure, short, due), `At this rate, 71 days by ${formatDay(due)}; target 100`)
    assert.strictEqual(measureForecast(measure, nearly, due), `At this rate, 99% by ${formatDay(due)}`)
    const reached = `At this rate, target reached by ${formatDay("2026-11-30")}`
    assert.strictEqual(measureForecast(measure, enough, due), reached)
    assert.strictEqual(
      measureForecast(measure, { ...short, atDueDate: null }, null),
      `At this rate, target reached by ${formatDay("2027-03-01")}`
    )
    assert.strictEqual(measureForecast(measure, unknown, due), "")
  })

  it("says of an objective that of its measure, or the mean of several, unless one of them does not tell", () => {
    const [one, two] = [
      { dueDate: due, progress: [measure] },
      { dueDate: due, progress: [measure, measure] }
    ]
    assert.strictEqual(objectiveForecast(one, [short]), measureForecast(measure, short, due))
    assert.strictEqual(objectiveForecast(two, [short, enough]), `At this rate, 85% by ${formatDay(due)}`)
    assert.strictEqual(objectiveForecast(two, [short, unknown]), "")
    assert.strictEqual(objectiveForecast({ ...one, dueDate: null }, [short]), "")
    assert.strictEqual(objectiveForecast({ dueDate: due, progress: [] }, []), "")
  })
})
