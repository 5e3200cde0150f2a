import { assert, describe, it } from "@effect/vitest"
import { daysIn } from "../../src/shared/Days.ts"
import { beginOf, makeIsDue, weekAt } from "../../src/webhooks/DigestWeek.ts"

describe("DigestWeek", () => {
  it.each([
    ["UTC", "2026-03-02T07:00:00.000Z"],
    ["Europe/Berlin", "2026-03-02T06:00:00.000Z"],
    ["Europe/Berlin", "2026-03-30T05:00:00.000Z"],
    ["America/Los_Angeles", "2026-03-02T15:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-03-01T17:00:00.000Z"]
  ])("in %s begins on Mondays at 07:00, %s", (timeZone, begin) => {
    const [monday, days] = [Date.parse(begin), daysIn(timeZone)]
    assert.strictEqual(beginOf(weekAt(monday, days), days), monday)
    assert.strictEqual(weekAt(monday - 1, days), weekAt(monday, days) - 1)
  })

  /** The weeks of the digests that a server sends whose clock shows these weeks one after the other. */
  const sent = (begin: number, weeks: ReadonlyArray<number>) => {
    const isDue = makeIsDue()
    let last = begin
    return weeks.filter((week) => {
      const due = isDue(last, week)
      if (due) last = week
      return due
    })
  }

  it.each([
    ["a clock that runs", [10, 10, 11, 11, 12], [11, 12]],
    ["a server that was down for weeks", [14, 14, 15], [14, 15]],
    ["a clock that steps back over Monday morning", [11, 10, 11, 12], [11, 12]],
    ["a clock that was a few days ahead", [11, 10, 10, 11, 12], [11, 12]],
    ["a clock that was years ahead", [300, 10, 10, 11, 12], [300, 11, 12]],
    ["a clock that was months behind for a while", [1, 1, 10, 11], [11]]
  ])("sends once a week with %s", (_, weeks, expected) => {
    assert.deepStrictEqual(sent(10, weeks), expected)
  })
})
