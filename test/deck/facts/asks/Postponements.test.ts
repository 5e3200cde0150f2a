import { assert, describe, it } from "@effect/vitest"
import { postponedText, postponementIn, spanText } from "../../../../src/deck/facts/asks/Postponements.ts"
import type { DueDateChange } from "../../../../src/deck/Input.ts"

/** The changes from each date to the next one, as the events 1, 2, 3 and so on. */
const through = (...dates: ReadonlyArray<string | null>): ReadonlyArray<DueDateChange> =>
  dates.slice(1).map((to, index) => ({ sequenceNumber: index + 1, from: dates[index] ?? null, to }))

const [october, november, february] = ["2026-10-30", "2026-11-30", "2027-02-28"]

describe("Postponements", () => {
  it.each([
    ["nothing", [], null],
    ["once", [october, november], { times: 1, first: october }],
    ["twice", [october, november, february], { times: 2, first: october }],
    ["earlier", [november, october], null],
    ["earlier, then later", [november, october, february], { times: 1, first: october }],
    ["later, and taken back", [october, november, october], null],
    ["later, taken back, and later", [october, november, october, february], { times: 1, first: october }],
    ["further, then not so far", [october, february, november], { times: 1, first: october }],
    ["a first date", [null, october], null],
    ["without a date between", [october, null, november], { times: 1, first: october }]
  ] as const)("%s", (_, dates, expected) => assert.deepStrictEqual(postponementIn(through(...dates)), expected))

  it("are those up to an event", () => {
    const changes = through(october, november, february)
    assert.deepStrictEqual(
      [0, 1, 2].map((upTo) => postponementIn(changes, upTo)?.times ?? 0),
      [0, 1, 2]
    )
  })

  it.each([
    [through(october, november), november, "postponed once, by 4 weeks (first due 30 Oct 2026)"],
    [through(october, november, february), february, "postponed twice, by 4 months (first due 30 Oct 2026)"],
    [
      through(october, "2026-11-01", "2026-11-02", "2026-11-03"),
      "2026-11-03",
      "postponed 3 times, by 4 days (first due 30 Oct 2026)"
    ],
    [through(october, november, null), null, "postponed once (first due 30 Oct 2026)"],
    [[], november, null]
  ])("%j are %s", (changes, dueDate, words) => {
    assert.strictEqual(postponedText({ id: "a", dueDate }, { postponements: new Map([["a", changes]]) }), words)
  })

  it("are told in the unit that people would use", () =>
    assert.deepStrictEqual([1, 13, 14, 59, 60, 365].map(spanText), [
      "1 day",
      "13 days",
      "2 weeks",
      "8 weeks",
      "2 months",
      "12 months"
    ]))
})
