import { assert, describe, it } from "@effect/vitest"
import { teamSummary } from "../../../../src/web/features/teams/TeamSummary.ts"

const by = (updatedBy: string, updatedAt: string) => ({ updatedBy, updatedAt })

describe("A team's summary", () => {
  it("counts by status, worst first, and finds the latest change of any entity", () => {
    assert.deepStrictEqual(
      teamSummary({
        principles: [by("ada", "2030-01-02T00:00:00.000Z")],
        objectives: [
          { ...by("bob", "2030-01-01T00:00:00.000Z"), status: "draft", progress: [] },
          {
            ...by("bob", "2030-01-01T00:00:00.000Z"),
            status: "at_risk",
            progress: [by("cyd", "2030-01-03T00:00:00.000Z"), by("dan", "2029-12-31T00:00:00.000Z")]
          },
          { ...by("bob", "2030-01-01T00:00:00.000Z"), status: "draft", progress: [] }
        ]
      }),
      {
        principles: 1,
        objectives: 3,
        statuses: [
          ["at_risk", 1],
          ["draft", 2]
        ],
        last: by("cyd", "2030-01-03T00:00:00.000Z")
      }
    )
  })

  it("of an empty team has no last change", () => {
    assert.deepStrictEqual(teamSummary({ principles: [], objectives: [] }), {
      principles: 0,
      objectives: 0,
      statuses: [],
      last: undefined
    })
  })
})
