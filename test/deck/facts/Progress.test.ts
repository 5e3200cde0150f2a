import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isAveraged } from "../../../src/deck/facts/AveragePercent.ts"
import { paceOf } from "../../../src/deck/facts/PaceFacts.ts"
import { inOrder, measuredRows, progressSummary } from "../../../src/deck/facts/Progress.ts"
import { headlines, trendsOf } from "../../../src/deck/facts/TrendFacts.ts"
import { percentOf, percentOfMeasure } from "../../../src/shared/Percent.ts"
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
  it("have a value for each day with a check-in, oldest first, and nothing that nobody measured", () => {
    fc.assert(
      fc.property(anyInput, ({ team, date }) => {
        for (const { objective, measure, points, pace, rate } of team.objectives.flatMap((each) =>
          trendsOf(each, date)
        )) {
          const days = new Set(measure.checkIns.map((checkIn) => checkIn.date))
          assert.deepStrictEqual(
            points.map((point) => point.date),
            [...days].sort()
          )
          assert.strictEqual(points.at(-1)?.value, measure.value)
          if (pace === null) assert.isAtLeast(points.length, 2)
          else assert.deepStrictEqual(pace[1], { date: objective.dueDate ?? "", value: measure.target })
          if (rate === null) continue
          assert.deepStrictEqual(rate[0], points.at(-1))
          assert.isTrue(rate[0].date < rate[1].date && rate[1].date <= (objective.dueDate ?? ""))
        }
      }),
      { numRuns: 50 }
    )
  })

  it("begin to be expected at the objective's start, from its progress on that day", () => {
    const objective = inputs.quarter.team.objectives.find(
      ({ dueDate, progress: [measure] }) => dueDate !== null && (measure?.checkIns.length ?? 0) > 0
    )
    assert.isDefined(objective)
    const expectedOf = (more: Partial<typeof objective>) => trendsOf({ ...objective, ...more }, "2026-11-14")[0]?.pace
    const [{ start = 0, target = 0 } = {}] = objective.progress
    assert.deepStrictEqual(expectedOf({})?.[0], { date: objective.createdAt.slice(0, 10), value: start })
    assert.deepStrictEqual(expectedOf({ startDate: "2026-09-20", baselinePercent: 50 })?.[0], {
      date: "2026-09-20",
      value: (start + target) / 2
    })
    assert.isNull(expectedOf({ startDate: objective.dueDate }))
  })

  it("end at the target where they reach it before the due date", () => {
    const [objective] = inputs.sample.team.objectives
    const [measure] = objective?.progress ?? []
    assert(objective !== undefined && measure !== undefined)
    const checkIns = [30, 20, 10].map((value, at) => ({
      ...{ value, confidence: null, note: "", timestamp: "2026-11-10T09:00:00.000Z", actorName: "ada" },
      ...{ date: `2026-11-${12 - at}`, sequenceNumber: 9 - at }
    }))
    const rateOf = (target: number, dueDate: string) =>
      trendsOf(
        {
          ...objective,
          ...{ status: "on_track", startDate: null, dueDate },
          progress: [{ ...measure, start: 0, target, value: 30, checkIns }]
        },
        "2026-11-14"
      )[0]?.rate?.[1]
    assert.deepStrictEqual(rateOf(60, "2026-12-31"), { date: "2026-11-15", value: 60 })
    assert.deepStrictEqual(rateOf(1000, "2026-11-22"), { date: "2026-11-22", value: 130 })
  })

  it("are headlines of open objectives, each once, by the measure furthest from its target, those furthest behind first", () => {
    for (const input of Object.values(inputs)) {
      const rows = inOrder(input.team.objectives, input)
      const trends = headlines(rows, input.date)
      const gaps = trends.map(({ objective }) => paceOf(objective, input.date).gap ?? Number.NEGATIVE_INFINITY)
      assert.deepStrictEqual(
        gaps,
        gaps.toSorted((one, other) => (one === other ? 0 : other - one))
      )
      const open = rows.filter(({ objective }) => ["on_track", "at_risk", "off_track"].includes(objective.status))
      assert.sameMembers(
        trends.map(({ objective }) => objective),
        open.map(({ objective }) => objective).filter((each) => trendsOf(each, input.date).length > 0)
      )
      for (const { objective, measure } of trends) {
        const all = trendsOf(objective, input.date).map((each) => percentOfMeasure(each.measure))
        assert.strictEqual(percentOfMeasure(measure), Math.min(...all))
      }
    }
  })
})
