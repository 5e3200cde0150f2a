import { assert, it } from "@effect/vitest"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { lastCheckIn } from "../../src/domain/state/LastCheckIn.ts"
import type { Progress } from "../../src/domain/state/State.ts"

/** A measure with check-ins at these sequence numbers and times, newest first. */
const measure = (...checkIns: ReadonlyArray<readonly [sequenceNumber: number, timestamp: string]>): Progress => ({
  id: EntityId.make("00000000-0000-4000-8000-000000000001"),
  ...{ name: "Calls", unit: "", start: 0, target: 10, value: 0, confidence: null, note: "" },
  ...{ updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: "ada", versions: {} },
  checkIns: checkIns.map(([sequenceNumber, timestamp]) => ({
    ...{ sequenceNumber, timestamp, actorName: "ada", value: 1, confidence: null, note: "" }
  }))
})

it("the last check-in of some measures is the newest by sequence number, even if the clock went back", () => {
  const ahead = measure([7, "2026-03-03T00:00:00.000Z"], [3, "2026-01-02T00:00:00.000Z"])
  const back = measure([9, "2026-01-04T00:00:00.000Z"])
  for (const measures of [
    [ahead, measure(), back],
    [back, ahead]
  ]) {
    assert.strictEqual(lastCheckIn(measures)?.sequenceNumber, 9)
  }
  assert.strictEqual(lastCheckIn([measure(), ahead])?.sequenceNumber, 7)
  assert.isUndefined(lastCheckIn([measure()]))
})
