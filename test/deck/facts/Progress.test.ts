import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf } from "../../../src/deck/facts/Attention.ts"
import { isAveraged } from "../../../src/deck/facts/AveragePercent.ts"
import { paceOf } from "../../../src/deck/facts/PaceFacts.ts"
import { principleFacts } from "../../../src/deck/facts/Principles.ts"
import { inOrder, measuredRows, progressSummary } from "../../../src/deck/facts/Progress.ts"
import { totalOf } from "../../../src/deck/facts/Standing.ts"
import { gapOf, headlines, trendsOf } from "../../../src/deck/facts/TrendFacts.ts"
import { percentOf } from "../../../src/shared/Percent.ts"
import { worstFirst } from "../../../src/shared/Statuses.ts"
import { teamOf } from "../Build.ts"
import { anyInput, inputs } from "../Teams.ts"

describe("Progress", () => {
  it("orders by status, then by the gap to the pace, and has each objective once", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { objectives } = input.team
        const rows = inOrder(objectives, input)
        assert.sameMembers(
          rows.map(({ objective }) => objective),
          [...objectives]
        )
        const keys = rows.map(({ objective, pace }) => [
          worstFirst.indexOf(objective.status),
          -(pace.gap ?? Number.NEGATIVE_INFINITY)
        ])
        for (const [index, [status = 0, gap = 0]] of keys.entries()) {
          const [nextStatus = status, nextGap = gap] = keys[index + 1] ?? []
          assert.isTrue(status < nextStatus || (status === nextStatus && gap <= nextGap))
        }
      }),
      { numRuns: 50 }
    )
  })

  it("gives points since the day of comparison", () => {
    const { team, before, date } = inputs.sample
    const earlier = new Map(before?.objectives.map((objective) => [objective.id, objective]))
    const rows = measuredRows(team.objectives, inputs.sample)
    for (const { objective, pace, delta } of rows) {
      const old = earlier.get(objective.id)
      const then = old === undefined ? null : percentOf(old.progress)
      assert.strictEqual(delta, then === null ? null : (percentOf(objective.progress) ?? 0) - then)
      assert.deepStrictEqual(pace, paceOf(objective, date))
    }
    assert.isTrue(rows.some(({ delta }) => delta !== null && delta !== 0))
    const { measured, scheduled, behind } = progressSummary(rows)
    assert.strictEqual(measured, team.objectives.filter(isAveraged).length)
    assert.isTrue(behind <= scheduled && scheduled <= measured)
  })
})

describe("A change", () => {
  const objectiveAt = (value: number, [start, target, unit]: readonly [number, number, string]) =>
    teamOf({
      ...{ name: "Team", color: "#336699", principles: [] },
      objectives: [
        {
          ...{ title: "Cut", description: "", status: "on_track", dueDate: null, principles: [] },
          ...{ groups: [], initiatives: [] },
          measures: [
            {
              ...{ name: "DSO", unit, start, target },
              checkIns: [{ value, confidence: null, note: "", timestamp: "2026-11-10T09:00:00.000Z", actorName: "ada" }]
            }
          ]
        }
      ]
    })

  const [days, counts] = [[58, 42, "days"] as const, [0, 100, ""] as const]

  it.each([
    [days, 61, 63, "+2 days, the wrong way"],
    [days, 58, 60, "+2 days, the wrong way"],
    [days, 63, 61, "−2 days"],
    [days, 61, 61, "unchanged"],
    [days, 50, 46, "+25 points"],
    [days, 50, 60, "−50 points"],
    [days, 61, 58, "−3 days"],
    [counts, 120, 110, "−10, the wrong way"],
    [counts, 110, 120, "+10"],
    [counts, 54.1, 54.4, "unchanged"]
  ])("of %j from %d to %d is %s", (measure, from, to, words) => {
    const [before, after] = [objectiveAt(from, measure), objectiveAt(to, measure)]
    const [row] = inOrder(after.objectives, { before, date: "2026-11-14" })
    assert.strictEqual(row?.change?.replaceAll("\u00A0", " "), words)
  })

  it("is none where there is nothing to compare with", () => {
    assert.isNull(inOrder(objectiveAt(1, counts).objectives, { before: null, date: "2026-11-14" })[0]?.change)
  })
})

describe("Trends", () => {
  it("go from the creation to the last check-in, a value a day, oldest first", () => {
    fc.assert(
      fc.property(anyInput, ({ team }) => {
        for (const { objective, measure, points, pace } of team.objectives.flatMap(trendsOf)) {
          const dates = points.map(({ date }) => date)
          assert.deepStrictEqual(dates, [...new Set(dates)].sort())
          assert.isAtLeast(points.length, 2)
          const newest = measure.checkIns.reduce((one, other) => (other.timestamp > one.timestamp ? other : one))
          assert.isTrue(points.some(({ date }) => date === newest.timestamp.slice(0, 10)))
          const [from, to] = pace ?? []
          if (objective.dueDate === null) assert.isUndefined(from)
          else if (from !== undefined && to !== undefined) assert.isBelow(Date.parse(from.date), Date.parse(to.date))
        }
      }),
      { numRuns: 50 }
    )
  })

  it("headlines have each objective at most once, by its first measure or the one furthest behind", () => {
    for (const input of Object.values(inputs)) {
      const attentions = attentionOf(input.team.objectives, input)
      const { trends, of } = headlines(input.team.objectives, attentions, { date: input.date, max: 4 })
      const ids = trends.map(({ objective }) => objective.id)
      assert.strictEqual(new Set(ids).size, ids.length)
      const attended = new Set(attentions.map(({ objective }) => objective.id))
      const isAttended = ids.map((id) => attended.has(id))
      assert.deepStrictEqual(
        isAttended,
        isAttended.toSorted((one, other) => Number(other) - Number(one))
      )
      assert.isTrue(isAttended.filter(Boolean).length <= 4 && isAttended.filter((each) => !each).length <= 4)
      assert.isAtLeast(of, trends.length)
      for (const trend of trends) {
        const [first] = trendsOf(trend.objective)
        const gaps = trendsOf(trend.objective).map((each) => Math.max(0, gapOf(each, input.date) ?? 0))
        assert.strictEqual(Math.max(0, gapOf(trend, input.date) ?? 0), Math.max(...gaps))
        if (Math.max(...gaps) === 0) assert.strictEqual(trend.measure, first?.measure)
      }
    }
  })
})

describe("Principles", () => {
  it("are served or not; an objective serves a principle or none", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { principles, objectives } = input.team
        const { served, unserved, unlinked } = principleFacts(input)
        const all = [...served, ...unserved].sort((one, other) => one.index - other.index)
        assert.deepStrictEqual(
          all.map(({ principle }) => principle),
          [...principles]
        )
        for (const { principle, objectives: rows, counts } of served) {
          assert.strictEqual(totalOf(counts), rows.length)
          for (const { objective } of rows) assert.include(objective.principleIds, principle.id)
        }
        const serving = new Set(served.flatMap(({ objectives: rows }) => rows.map(({ objective }) => objective)))
        if (principles.length > 0) assert.strictEqual(serving.size + unlinked.length, objectives.length)
      }),
      { numRuns: 50 }
    )
  })
})
