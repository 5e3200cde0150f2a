import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf, worseFirst } from "../../../src/deck/facts/Attention.ts"
import { kinds } from "../../../src/deck/facts/AttentionRules.ts"
import type { ObjectiveStatus } from "../../../src/shared/Statuses.ts"
import { type MeasureSpec, teamOf } from "../Build.ts"
import { anyInput } from "../Teams.ts"
import { whyText } from "./ExampleTeams.ts"

/** All objectives are created on 2 March 2026; 80 % of the time until 19 January 2027 has passed. */
const period = { date: "2026-11-16", since: "2026-10-17", postponements: new Map(), reasons: new Map() }
const due = "2027-01-19"

interface CheckInRow {
  readonly value: number
  readonly on?: string
  readonly confidence?: number
  readonly note?: string
}

/** Check-ins, newest first; by default the newest is of 10 November. */
const measure = (checkIns: ReadonlyArray<CheckInRow>, more: Partial<MeasureSpec> = {}): MeasureSpec => ({
  ...{ name: "Calls", unit: "", start: 0, target: 100 },
  checkIns: checkIns.map(({ value, on = "2026-11-10", confidence = null, note = "" }) => ({
    ...{ value, confidence, note, timestamp: `${on}T09:00:00.000Z`, actorName: "ada" }
  })),
  ...more
})

const at = (value: number, more: Omit<CheckInRow, "value"> = {}) => [measure([{ value, ...more }])]
const sure = (...confidences: ReadonlyArray<readonly [confidence: number, on: string]>) => [
  measure(confidences.map(([confidence, on]) => ({ value: 80, confidence, on })))
]

const checked = (...days: ReadonlyArray<string>) => [measure(days.map((on) => ({ value: 80, on })))]

type Row = readonly [
  status: ObjectiveStatus,
  dueDate: string | null,
  measures: ReadonlyArray<MeasureSpec>,
  why: string | null
]

const rows: ReadonlyArray<Row> = [
  // Far behind schedule, whatever the status.
  ["on_track", due, at(2), "On track, but 2 % done, 80 % expected"],
  ["on_track", due, at(60), "On track, but 60 % done, 80 % expected"],
  ["on_track", due, at(61), null],
  ["on_track", due, at(95), null],
  ["on_track", null, at(2), null],
  ["on_track", due, [], null],
  ["draft", due, at(2), "Draft, but 2 % done"],
  ["draft", due, at(0), null],
  ["at_risk", due, at(62), "62 % done, 80 % expected"],
  ["at_risk", due, at(90), "At risk, though 90 % done, 80 % expected"],
  ["at_risk", null, [], "No measures, no due date"],
  ["at_risk", due, [], "No measures, due 19 Jan 2027"],
  ["off_track", due, at(10), "10 % done, 80 % expected"],
  ["off_track", due, at(80), "Off track, though 80 % done, 80 % expected"],
  ["off_track", null, at(10), "10 %, no due date"],
  // What somebody said comes after what was found.
  [
    ...(["off_track", due, at(2, { note: "Vendor insolvent. We look for another one." })] as const),
    "2 % done, 80 % expected · 10 Nov 2026, ada: Vendor insolvent. We look for another one."
  ],
  // Of finished objectives only that they did not reach their targets.
  ["achieved", "2026-10-01", at(40), "Achieved at 40 %, below its target"],
  ["achieved", "2026-10-01", at(100), null],
  ["achieved", "2026-10-01", [], null],
  ["missed", "2026-10-01", at(40, { on: "2026-08-01", confidence: 1 }), "Missed at 40 %, due 1 Oct 2026"],
  ["missed", null, [], "Missed"],
  // Overdue.
  ["on_track", "2026-11-15", at(99), "Overdue by 1 day"],
  ["on_track", "2026-11-16", at(99), null],
  ["draft", "2026-10-17", [], "Overdue by 30 days"],
  ["at_risk", "2026-11-06", at(50), "Overdue by 10 days · 50 % done, 100 % expected"],
  // Confidence: fallen by three, or to four.
  ["on_track", due, sure([5, "2026-11-10"], [8, "2026-11-03"]), "Confidence fell from 8 to 5"],
  ["on_track", due, sure([6, "2026-11-10"], [8, "2026-11-03"]), null],
  ["on_track", due, sure([5, "2026-11-10"], [6, "2026-11-03"], [8, "2026-10-20"]), "Confidence fell from 8 to 5"],
  ["on_track", due, sure([5, "2026-11-10"], [6, "2026-10-01"], [9, "2026-09-20"]), null],
  ["on_track", due, sure([4, "2026-11-10"]), "Confidence 4 of 10"],
  // A value on the wrong side of its start.
  ["on_track", null, [measure([{ value: -3 }])], "−3, 3 the wrong way"],
  [
    ...(["on_track", null, [measure([{ value: 9 }], { name: "Wait", unit: "days", start: 8, target: 1 })]] as const),
    "9 days, 1 day the wrong way"
  ],
  // Stale.
  ["on_track", null, at(50, { on: "2026-11-02" }), "No check-in for 2 weeks"],
  ["on_track", null, at(50, { on: "2026-11-03" }), null],
  ["on_track", null, [measure([])], "No check-in for 37 weeks"],
  ["draft", null, [measure([])], null],
  ["on_track", null, checked("2026-10-01", "2026-09-01", "2026-08-01"), "No check-in for 6 weeks, usually every month"],
  ["on_track", null, checked("2026-10-10", "2026-09-10", "2026-08-10"), null],
  ["on_track", null, checked("2026-10-10", "2026-10-03", "2026-09-26"), "No check-in for 5 weeks"],
  [
    "on_track",
    null,
    checked("2026-10-16", "2026-10-04", "2026-09-20"),
    "No check-in for 4 weeks, usually every 2 weeks"
  ],
  [
    "on_track",
    null,
    checked("2026-05-01", "2026-02-01", "2025-11-01"),
    "No check-in for 28 weeks, usually every 3 months"
  ]
]

const teamWith = (all: ReadonlyArray<Row>) =>
  teamOf({
    ...{ name: "Team", color: "#336699", principles: [] },
    objectives: all.map(([status, dueDate, measures], index) => ({
      ...{ title: `Objective ${index}`, description: "", principles: [], groups: [], initiatives: [] },
      ...{ status, dueDate, measures }
    }))
  })

describe("Attention", () => {
  it.each(rows.map((row, index) => [index, row] as const))("row %d has its reason", (_, row) => {
    const [attention] = attentionOf(teamWith([row]).objectives, period)
    const why = attention === undefined ? null : whyText(attention).replaceAll("\u00A0", " ")
    assert.strictEqual(why, row[3])
  })

  it("names the measure where there are several", () => {
    const two = [measure([{ value: 80, confidence: 2 }], { name: "Visits" }), measure([{ value: 80, confidence: 4 }])]
    const [attention] = attentionOf(teamWith([["on_track", due, two, null]]).objectives, period)
    assert.deepStrictEqual(attention?.reasons, [{ kind: "doubted", words: "Confidence 2 of 10 (Visits)" }])
  })

  it("orders all rows by the worst reason", () => {
    const found = attentionOf(teamWith(rows).objectives, period)
    assert.lengthOf(found, rows.filter(([, , , why]) => why !== null).length)
    const severities = found.map(({ reasons: [{ kind }] }) => kinds.indexOf(kind))
    assert.deepStrictEqual(
      severities,
      severities.toSorted((one, other) => one - other)
    )
    assert.strictEqual(found[0]?.objective.title, "Objective 15", "the furthest behind of those off track")
  })

  it("is of each objective once, in a total order that does not depend on the order given", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const found = attentionOf(input.team.objectives, input)
        assert.deepStrictEqual(attentionOf(input.team.objectives.toReversed(), input), found)
        assert.strictEqual(new Set(found.map(({ objective }) => objective)).size, found.length)
        for (const [index, attention] of found.entries()) {
          const next = found[index + 1]
          if (next !== undefined) assert.isBelow(worseFirst(attention, next), 0)
          assert.notInclude(whyText(attention), "Last check-in")
        }
      }),
      { numRuns: 50 }
    )
  })
})
