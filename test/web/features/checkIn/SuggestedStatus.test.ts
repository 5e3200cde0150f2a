import { assert, describe, it } from "@effect/vitest"
import { suggestedStatus } from "../../../../src/web/features/checkIn/SuggestedStatus.ts"

type Standing = Parameters<typeof suggestedStatus>[0]

const onTrack: Standing = { status: "on_track", percent: 50, expected: 50, isOverdue: false }

const cases: ReadonlyArray<readonly [what: string, Partial<Standing>, string | undefined]> = [
  ["nothing as expected", {}, undefined],
  ["nothing up to nine points behind", { expected: 59 }, undefined],
  ["a risk from ten points on", { expected: 60 }, "at_risk"],
  ["off track from thirty points on", { expected: 80 }, "off_track"],
  ["that it is on track again", { status: "off_track" }, "on_track"],
  ["that it is achieved at the target, even too late", { percent: 100, isOverdue: true }, "achieved"],
  ["off track after the due date", { expected: 100, percent: 95, isOverdue: true }, "off_track"],
  ["nothing without a due date", { expected: null, percent: 1 }, undefined],
  ["nothing without measures", { percent: null }, undefined],
  ["that a draft with progress has begun", { status: "draft", expected: null }, "on_track"],
  ["nothing for a draft that nobody has begun", { status: "draft", percent: 0, expected: 90 }, undefined]
]

describe("The suggested status", () => {
  it.each(cases)("is %s", (_, given, expected) => {
    assert.strictEqual(suggestedStatus({ ...onTrack, ...given }), expected)
  })
})
