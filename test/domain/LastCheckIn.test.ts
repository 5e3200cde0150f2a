import { assert, it } from "@effect/vitest"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { lastCheckIn } from "../../src/domain/state/LastCheckIn.ts"
import type { Progress } from "../../src/domain/state/State.ts"

/** A measure with check-ins at these sequence numbers and days, the latest first. */
const measure = (...checkIns: ReadonlyArray<readonly [sequenceNumber: number, date: string]>): Progress => ({
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

it("the last check-in of some measures is that of the latest day, then of the highest sequence number", () => {
  const march = measure([7, "2026-03-03"], [9, "2026-01-02"])
  const january = measure([8, "2026-01-04"])
  const both = measure([6, "2026-03-03"])
  for (const measures of [
    [march, measure(), january],
    [january, both, march]
  ]) {
    assert.strictEqual(lastCheckIn(measures)?.sequenceNumber, 7)
  }
  assert.strictEqual(lastCheckIn([measure(), january])?.sequenceNumber, 8)
  assert.isUndefined(lastCheckIn([measure()]))
})
