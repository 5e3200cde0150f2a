import { assert, describe, it } from "@effect/vitest"
import { portfolioRows } from "../../../../src/web/features/overview/PortfolioRows.ts"
import { trendLine } from "../../../../src/web/features/overview/TrendLine.ts"
import type { OverviewBody, OverviewObjective } from "../../../../src/web/workspace/LiveOverview.ts"

type Given = Partial<Pick<OverviewObjective, "status" | "percent" | "expectedPercent">>

const bodyOf = (objectives: ReadonlyArray<Given>): OverviewBody =>
  ({
    sequenceNumber: 1,
    teams: [
      {
        team: { id: "a", name: "A", color: "#123456" },
        counts: {
          principles: 0,
          objectives: objectives.length,
          byStatus: { draft: 1, on_track: 2, at_risk: 0, off_track: 0, achieved: 1, missed: 0 },
          overdue: 1,
          stale: 2
        }
      }
    ],
    objectives: objectives.map((given) => ({
      teamId: "a",
      status: "on_track",
      percent: null,
      expectedPercent: null,
      ...given
    }))
  }) as unknown as OverviewBody

describe("The portfolio", () => {
  it("has the means of what is measured and no draft, and counts an objective of which nothing is expected as it stands", () => {
    const body = bodyOf([
      { percent: 40, expectedPercent: 60 },
      { percent: null, expectedPercent: 90 },
      { percent: 100, status: "achieved" },
      { percent: 10, status: "draft" }
    ])
    const [company, team] = portfolioRows(body, undefined)
    assert.deepInclude(company, { team: undefined, percent: 70, expected: 80, overdue: 1, stale: 2 })
    assert.deepInclude(team, { percent: 70, expected: 80, percents: undefined })
    assert.deepInclude(portfolioRows(bodyOf([{ percent: 100, status: "achieved" }]), undefined)[0], { expected: null })
    assert.deepInclude(portfolioRows(bodyOf([]), undefined)[0], { percent: null, expected: null })
  })

  it("draws the weeks from 0 to 100, with a gap where nothing was measured", () => {
    assert.deepStrictEqual(trendLine([0, 50, null, 100]), { path: "M3 21L33 12M93 3", end: { x: 93, y: 3 } })
    assert.strictEqual(trendLine([null, null]), undefined)
    assert.strictEqual(trendLine([]), undefined)
  })
})
