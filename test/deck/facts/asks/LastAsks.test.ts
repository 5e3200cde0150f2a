import { assert, describe, it } from "@effect/vitest"
import { outcomesOf, outcomesText } from "../../../../src/deck/facts/asks/LastAsks.ts"
import type { DeckInput } from "../../../../src/deck/Input.ts"
import type { ObjectiveStatus } from "../../../../src/shared/Statuses.ts"
import { teamOf } from "../../Build.ts"
import { inputs } from "../../Teams.ts"

/** On 17 October and on 16 November 2026; of the value, 0 is the start and 100 the target. */
interface Moment {
  readonly status: ObjectiveStatus
  readonly value: number
  readonly dueDate?: string
  readonly on?: string
}

const teamWith = (moments: ReadonlyArray<Moment>, day: string) =>
  teamOf({
    ...{ name: "Team", color: "#336699", principles: [] },
    objectives: moments.map(({ status, value, dueDate = "2027-01-19", on = day }, index) => ({
      ...{ title: `Objective ${index}`, description: "", principles: [], groups: [], initiatives: [], status, dueDate },
      measures: [
        {
          ...{ name: "Calls", unit: "", start: 0, target: 100 },
          checkIns: [{ value, confidence: null, note: "", timestamp: `${on}T09:00:00.000Z`, actorName: "ada" }]
        }
      ]
    }))
  })

const inputWith = (then: ReadonlyArray<Moment>, now: ReadonlyArray<Moment>): DeckInput => ({
  ...inputs.sample,
  ...{ date: "2026-11-16", since: "2026-10-17", lastDeck: 40 },
  team: teamWith(now, "2026-11-14"),
  before: teamWith(then, "2026-10-10")
})

const off = { status: "off_track", value: 10 } as const

describe("What came of the last deck's asks", () => {
  it.each<readonly [then: Moment, now: Moment | undefined, words: string]>([
    [off, undefined, "Dropped: the objective was deleted."],
    [off, { status: "achieved", value: 100 }, "Achieved at 100 %."],
    [off, { status: "achieved", value: 49 }, "Closed as achieved at 49 %, below its target."],
    [off, { status: "missed", value: 12 }, "Closed as missed at 12 %."],
    [off, { status: "at_risk", value: 30 }, "Recovered: at risk, was off track."],
    [off, { status: "off_track", value: 30 }, "Still off track, but closer to its target."],
    [off, { status: "off_track", value: 10 }, "Still off track, and nothing moved."],
    // Below the start, where the percentage is 0 before and after.
    [{ ...off, value: -5 }, { ...off, value: -8 }, "Still off track, and further from its target."],
    [off, { ...off, on: "2026-10-10" }, "Still off track, and nothing moved; no check-in since."],
    [
      off,
      { ...off, dueDate: "2027-02-16" },
      "Still off track, and nothing moved; postponed by 4 weeks to 16 Feb 2027."
    ],
    [{ status: "missed", value: 40 }, { status: "missed", value: 40 }, "Still missed at 40 %."],
    [{ status: "achieved", value: 40 }, { status: "achieved", value: 40 }, "Still achieved at 40 %, below its target."],
    [{ status: "achieved", value: 40 }, { status: "achieved", value: 100 }, "Achieved at 100 %."],
    [{ status: "missed", value: 40 }, { status: "on_track", value: 40 }, "Recovered: on track, was missed."],
    [{ status: "achieved", value: 40 }, { status: "off_track", value: 40 }, "Worse: off track, was achieved."]
  ])("%j, then %j", (then, now, words) => {
    const [outcome] = outcomesOf([inputWith([then], now === undefined ? [] : [now])])
    assert.strictEqual(outcome?.words.replaceAll("\u00A0", " "), words)
  })

  it("is counted in one sentence", () => {
    const outcomes = outcomesOf([
      inputWith(
        [off, off, off, off],
        [{ status: "achieved", value: 100 }, { status: "at_risk", value: 20 }, off, { status: "missed", value: 10 }]
      )
    ])
    assert.strictEqual(
      outcomesText(outcomes).replaceAll("\u00A0", " "),
      "1 done, 1 recovered, 1 closed or dropped short of the target, 1 still open"
    )
  })

  it("is nothing where the last deck is not known", () =>
    assert.isEmpty(outcomesOf([{ ...inputWith([off], [off]), lastDeck: null }])))

  it("has the postponements of that day, and what was said since", () => {
    const input = inputWith([{ status: "on_track", value: 90 }], [{ status: "on_track", value: 90 }])
    const [objective] = input.team.objectives
    assert(objective !== undefined)
    const moves = (...events: ReadonlyArray<number>) => ({
      ...input,
      postponements: new Map([
        [
          objective.id,
          events.map((sequenceNumber, index) => ({
            ...{ sequenceNumber, from: `2026-0${index + 5}-01`, to: `2026-0${index + 6}-01` }
          }))
        ]
      ])
    })
    assert.lengthOf(outcomesOf([moves(30, 40)]), 1)
    assert.lengthOf(outcomesOf([moves(30, 41)]), 0)
    const team = { ...input.team, objectives: [{ ...objective, statusNote: "Vendor insolvent." }] }
    const saidOn = (day: string) => {
      const reasons = new Map([[objective.id, { timestamp: `${day}T08:00:00.000Z`, actorName: "Ada" }]])
      return outcomesOf([{ ...moves(30, 40), team, reasons }])[0]?.said?.words
    }
    assert.deepStrictEqual([saidOn("2026-11-01"), saidOn("2026-10-01")], ["Vendor insolvent.", undefined])
  })
})
