import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf } from "../../../../src/deck/facts/Attention.ts"
import { asksOf, housekeepingOf, maxAsks } from "../../../../src/deck/facts/asks/Asks.ts"
import type { DeckInput, DueDateChange } from "../../../../src/deck/Input.ts"
import type { ObjectiveStatus } from "../../../../src/shared/Statuses.ts"
import { teamOf } from "../../Build.ts"
import { anySmallInput, inputs } from "../../Teams.ts"

/** A status, a due date and a value on the way from 0 to 100, of an objective that was created on 2 March 2026. */
type Row = readonly [status: ObjectiveStatus, dueDate: string | null, value: number | null]

/** 80 % of the time until 19 January 2027 has passed on 16 November. */
const due = "2027-01-19"

const checkedIn = { confidence: null, note: "", timestamp: "2026-11-14T09:00:00.000Z", actorName: "ada" }

const inputWith = (rows: ReadonlyArray<Row>, changes: ReadonlyArray<DueDateChange> = []): DeckInput => {
  const team = teamOf({
    ...{ name: "Team", color: "#336699", principles: [] },
    objectives: rows.map(([status, dueDate, value], index) => ({
      ...{ title: `Objective ${index}`, description: "", principles: [], groups: [], initiatives: [], status, dueDate },
      measures:
        value === null ? [] : [{ name: "Calls", unit: "", start: 0, target: 100, checkIns: [{ value, ...checkedIn }] }]
    }))
  })
  const postponements = new Map(team.objectives.map(({ id }) => [id, changes]))
  return { ...inputs.sample, team, date: "2026-11-16", since: "2026-10-17", postponements }
}

const moved = (...dates: ReadonlyArray<string>): ReadonlyArray<DueDateChange> =>
  dates.slice(1).map((to, index) => ({ sequenceNumber: index + 1, from: dates[index] ?? null, to }))

const twice = moved("2026-08-01", "2026-10-01", due)

const asked = (input: DeckInput) => asksOf([input]).map(({ damage }) => damage)

describe("Asks", () => {
  it.each<readonly [row: Row, changes: ReadonlyArray<DueDateChange>, damage: number | null]>([
    [["off_track", due, 10], [], 70],
    [["off_track", due, 95], [], 0],
    [["off_track", null, 10], [], 0],
    [["off_track", "2026-10-01", 10], [], 90],
    [["off_track", due, null], [], 80],
    [["missed", due, 40], [], 60],
    [["missed", null, null], [], 100],
    [["achieved", due, 40], [], 60],
    [["achieved", due, 100], [], null],
    [["achieved", due, null], [], null],
    [["at_risk", due, 10], [], null],
    [["on_track", "2026-10-01", 10], [], null],
    // What was promised first counts.
    [["on_track", due, 90], twice, 10],
    [["on_track", due, 90], twice.slice(1), null],
    [["draft", due, 0], twice, null],
    [["missed", due, 40], twice, 60]
  ])("of %j after %j have the damage %s", (row, changes, damage) =>
    assert.deepStrictEqual(asked(inputWith([row], changes)), damage === null ? [] : [damage])
  )

  it("are sorted by damage, whatever their kind", () => {
    const rows = [
      ["achieved", due, 90],
      ["off_track", due, 70],
      ["missed", due, 30]
    ] as const
    assert.deepStrictEqual(asked(inputWith(rows)), [70, 10, 10])
    assert.deepStrictEqual(
      asksOf([inputWith(rows)]).map(({ attention }) => attention.reasons[0].kind),
      ["missed", "off_track", "achieved_below_target"]
    )
  })

  it("and the housekeeping are together what needs attention, each once", () =>
    fc.assert(
      fc.property(fc.array(anySmallInput, { minLength: 1, maxLength: 3 }), (all) => {
        const shown = asksOf(all).slice(0, maxAsks)
        const found = [...shown, ...housekeepingOf(all)].map(({ attention }) => attention.objective)
        const attended = all.flatMap((input) => attentionOf(input.team.objectives, input))
        assert.strictEqual(shown.length, Math.min(maxAsks, asksOf(all).length))
        if (all.length === 1)
          assert.sameMembers(
            found,
            attended.map(({ objective }) => objective)
          )
      }),
      { numRuns: 50 }
    ))
})
