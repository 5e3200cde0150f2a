import { assert, describe, it } from "@effect/vitest"
import { teamSummaries } from "../../../../src/web/features/teams/TeamSummary.ts"
import { objective, overview, team } from "../OverviewBodies.ts"

const [empty, full] = [team({ name: "Empty" }), team({ name: "Full", principles: ["Safe"] })]

describe("The teams' summaries", () => {
  it("count by status, worst first, and find the latest change", () => {
    const body = overview(
      [empty, full],
      [
        objective({ team: full, status: "draft", updatedAt: "2030-01-01T00:00:00.000Z", updatedBy: "bob" }),
        objective({ team: full, status: "at_risk", updatedAt: "2030-01-03T00:00:00.000Z", updatedBy: "cyd" }),
        objective({ team: full, status: "draft", updatedAt: "2030-01-02T00:00:00.000Z", updatedBy: "dan" })
      ]
    )
    const summaries = teamSummaries(body)
    assert.deepStrictEqual(summaries.get(empty.id), { principles: 0, objectives: 0, statuses: [], last: undefined })
    const { last, ...counts } = summaries.get(full.id) ?? assert.fail("there is a summary")
    assert.deepStrictEqual(counts, {
      principles: 1,
      objectives: 3,
      statuses: [
        ["at_risk", 1],
        ["draft", 2]
      ]
    })
    assert.deepStrictEqual([last?.updatedBy, last?.updatedAt], ["cyd", "2030-01-03T00:00:00.000Z"])
  })
})
