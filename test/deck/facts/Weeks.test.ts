import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { scheduleOn } from "../../../src/deck/facts/AveragePercent.ts"
import { daysBefore } from "../../../src/deck/facts/DeckDates.ts"
import { weekEnds, weeksOf } from "../../../src/deck/facts/WeekFacts.ts"
import { teamOf } from "../Build.ts"
import { anyInput } from "../Teams.ts"

const date = "2026-11-14"

const at = (day: string, value: number) => ({
  ...{ value, confidence: null, note: "", actorName: "ada" },
  timestamp: `${day}T12:00:00.000Z`
})

/** An objective of 1 October to 30 December, with these check-ins of 100 to do. */
const objectivesWith = (...checkIns: ReadonlyArray<ReturnType<typeof at>>) =>
  teamOf({
    name: "North",
    color: "#336699",
    principles: [],
    objectives: [
      {
        ...{ title: "Grow", description: "", status: "on_track", dueDate: "2026-12-30" },
        ...{ principles: [], groups: [], initiatives: [] },
        measures: [{ name: "Share", unit: "%", start: 0, target: 100, checkIns }]
      }
    ]
  }).objectives.map((objective) => ({ ...objective, createdAt: "2026-10-01T08:00:00.000Z" }))

describe("The last weeks of a team", () => {
  it("are nine days, a week apart, of which the last is today", () => {
    const days = weekEnds(date)
    assert.lengthOf(days, 9)
    assert.strictEqual(days.at(-1), date)
    for (const [index, day] of days.slice(1).entries()) assert.strictEqual(daysBefore(day, 7), days[index])
  })

  it("begin with the first objective, and have the last value by each day, of whatever day it was written", () => {
    const weeks = weeksOf(objectivesWith(at("2026-10-10", 10), at("2026-10-12", 20), at("2026-11-14", 60)), date)
    assert.deepStrictEqual(
      weeks.map(({ date, done }) => [date.slice(5), done]),
      [
        ["10-03", 0],
        ["10-10", 10],
        ["10-17", 20],
        ["10-24", 20],
        ["10-31", 20],
        ["11-07", 20],
        ["11-14", 60]
      ]
    )
    assert.deepStrictEqual(
      weeks.map(({ expected }) => expected),
      [2, 10, 17, 25, 33, 41, 48]
    )
  })

  it("end with what is done and expected today, of the same objectives", () => {
    fc.assert(
      fc.property(anyInput, ({ team, date }) => {
        const isPast = (checkIn: { readonly date: string }) => checkIn.date <= date
        const objectives = team.objectives.filter(({ progress }) =>
          progress.every((each) => each.checkIns.every(isPast))
        )
        const schedule = scheduleOn(objectives, date)
        const last = weeksOf(objectives, date).at(-1)
        if (last !== undefined) assert.deepStrictEqual([last.done, last.expected], [schedule?.done, schedule?.expected])
      }),
      { numRuns: 50 }
    )
  })
})
