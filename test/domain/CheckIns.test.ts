import { assert, describe, it } from "@effect/vitest"
import type { EventData } from "../../src/domain/Event.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { lastCheckIn } from "../../src/domain/state/LastCheckIn.ts"
import type { Progress, State } from "../../src/domain/state/State.ts"
import * as Targets from "../../src/domain/state/Targets.ts"
import { checkInsKept } from "../../src/shared/Limits.ts"
import { decideIn, eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"
import { reasonOf } from "./Sentences.ts"

const progress = (data: EventData): Input => ({ eventType: "update_progress_value", targetId: id.progress, data })

const measureIn = (state: State) => Targets.progress.find(state, id.progress)?.entity ?? assert.fail("no measure")

/** The days and values of check-ins, the latest first. */
const seriesIn = (state: State) => measureIn(state).checkIns.map(({ date, value }) => `${date} ${value}`)

const next = example.sequenceNumber + 1

describe("Check-ins", () => {
  it.each([
    ["the latest", [5, 6, 7], next + 2, 6, ["2026-01-01 6", "2026-01-01 5"]],
    ["a middle one", [5, 6, 7], next + 1, 7, ["2026-01-01 7", "2026-01-01 5"]],
    ["the only one", [5], next, 4, []]
  ] as const)("of which %s is taken out are as if it had not been", (_, values, retract, value, left) => {
    const before = stateAfter(example, ...values.map((value) => progress({ value, confidence: 3, note: "n" })))
    const after = stateAfter(before, progress({ retract }))
    const { confidence, note } = measureIn(after)
    assert.deepStrictEqual([measureIn(after).value, seriesIn(after)], [value, [...left]])
    assert.deepStrictEqual([confidence, note], left.length === 0 ? [null, ""] : [3, "n"])
    const event = eventOf(before, progress({ retract }))
    assert.deepStrictEqual([event.oldValue, event.newValue], [String(values.at(-1)), String(value)])
    assert.include(reasonOf(eventOf(after, progress({ retract }))), "must be one of the latest")
  })

  it("are ordered by day, then by sequence number, in whatever order they come", () => {
    const state = stateAfter(
      example,
      progress({ value: 7 }),
      progress({ value: 5, date: "2025-11-01" }),
      progress({ value: 6, date: "2025-12-01" }),
      progress({ value: 8, date: "2025-12-01" })
    )
    assert.deepStrictEqual(seriesIn(state), ["2026-01-01 7", "2025-12-01 8", "2025-12-01 6", "2025-11-01 5"])
    assert.strictEqual(measureIn(state).value, 7)
    assert.strictEqual(measureIn(stateAfter(state, progress({ retract: next }))).value, 8)
  })

  it("of the same value are a change on another day, and none on the same", () => {
    const state = stateAfter(example, progress({ value: 5 }))
    assert.strictEqual(decideIn(state, progress({ value: 5 })).status, "no_change")
    assert.strictEqual(decideIn(state, progress({ value: 5, date: "2026-01-01" })).status, "no_change")
    assert.strictEqual(decideIn(state, progress({ value: 5, date: "2025-12-31" })).status, "applied")
  })

  it("are kept as far as their number allows, and one that is not kept cannot be taken out", () => {
    const many = Array.from({ length: checkInsKept + 1 }, (_, n) => progress({ value: n + 10 }))
    const state = stateAfter(example, ...many)
    assert.strictEqual(measureIn(state).checkIns.length, checkInsKept)
    assert.strictEqual(decideIn(state, progress({ retract: next })).status, "rejected")
    assert.strictEqual(decideIn(state, progress({ retract: next + 1 })).status, "applied")
  })

  it("of an earlier day than those that are kept are refused, since nobody could see them", () => {
    const many = Array.from({ length: checkInsKept }, (_, n) => progress({ value: n + 10 }))
    const event = eventOf(stateAfter(example, ...many), progress({ value: 1, date: "2025-12-31" }))
    assert.strictEqual(reasonOf(event), "date must be a day from 2026-01-01 to today, 2026-01-01")
  })

  it("cannot be taken out against somebody's later one that was not seen", () => {
    const state = stateAfter(example, progress({ value: 5 }), progress({ value: 6 }))
    const event = eventOf(state, { ...progress({ retract: next }), lastSeenSequence: next })
    assert.strictEqual(event.conflictingServerValue, "6")
  })
})

/** A measure with check-ins at these sequence numbers and days, the latest first. */
const measureWith = (...checkIns: ReadonlyArray<readonly [sequenceNumber: number, date: string]>): Progress => ({
  id: EntityId.make("00000000-0000-4000-8000-000000000001"),
  ...{ name: "Calls", unit: "", start: 0, target: 10, value: 0, initialValue: 0, confidence: null, note: "" },
  ...{ updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: "ada", versions: {} },
  checkIns: checkIns.map(([sequenceNumber, date]) => ({
    ...{
      sequenceNumber,
      date,
      timestamp: "2026-05-01T00:00:00.000Z",
      actorName: "ada",
      value: 1,
      confidence: null,
      note: ""
    }
  }))
})

it("The last check-in of some measures is that of the latest day, then of the highest sequence number", () => {
  const march = measureWith([7, "2026-03-03"], [9, "2026-01-02"])
  const january = measureWith([8, "2026-01-04"])
  const both = measureWith([6, "2026-03-03"])
  for (const measures of [
    [march, measureWith(), january],
    [january, both, march]
  ]) {
    assert.strictEqual(lastCheckIn(measures)?.sequenceNumber, 7)
  }
  assert.strictEqual(lastCheckIn([measureWith(), january])?.sequenceNumber, 8)
  assert.isUndefined(lastCheckIn([measureWith()]))
})
