import { assert, describe, it } from "@effect/vitest"
import { measureForecast, objectiveForecast } from "../../../../src/web/features/objective/ObjectiveForecast.ts"
import { formatDay } from "../../../../src/web/texts/values/PageFormats.ts"

const due = "2026-12-31"
const short = { atDueDate: { value: 71, percent: 71 }, reachesTargetOn: "2027-03-01" }
const enough = { atDueDate: { value: 120, percent: 100 }, reachesTargetOn: "2026-11-30" }
const unknown = { atDueDate: null, reachesTargetOn: null }

describe("A forecast in words", () => {
  it("says of a measure how far it gets by the due date, or when it reaches the target", () => {
    assert.strictEqual(measureForecast(short, due), `At this rate, 71% by ${formatDay(due)}`)
    assert.strictEqual(measureForecast(enough, due), `At this rate, target reached by ${formatDay("2026-11-30")}`)
    assert.strictEqual(
      measureForecast({ ...short, atDueDate: null }, null),
      `At this rate, target reached by ${formatDay("2027-03-01")}`
    )
    assert.strictEqual(measureForecast(unknown, due), "")
  })

  it("says of an objective the mean of its measures, unless one of them does not tell", () => {
    assert.strictEqual(objectiveForecast([short, enough], due), `At this rate, 85% by ${formatDay(due)}`)
    assert.strictEqual(objectiveForecast([short, unknown], due), "")
    assert.strictEqual(objectiveForecast([short], null), "")
    assert.strictEqual(objectiveForecast([], due), "")
  })
})
