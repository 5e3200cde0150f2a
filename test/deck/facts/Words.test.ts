import { assert, describe, it } from "@effect/vitest"
import { dateText, daysBefore, daysBetween, dayText, shortDate } from "../../../src/deck/facts/DeckDates.ts"
import { counted, numberText, percentText, quantityText } from "../../../src/deck/facts/DeckNumbers.ts"

describe("Numbers", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [12, "12"],
    [-5, "−5"],
    [1234567.8912, "1,234,567.891"],
    [0.1 + 0.2, "0.3"],
    [0.0012345, "0.00123"],
    [0.99996, "1"],
    [1e15, "1,000,000,000,000,000"],
    [-1e15, "−1,000,000,000,000,000"],
    [0.000001, "0.000001"],
    [-1.2345e-300, "−1.23e-300"]
  ])("%d is written %s", (value, text) => {
    assert.strictEqual(numberText(value), text)
  })

  it.each([
    [12, "%", "12\u00A0%"],
    [-12.5, "days", "−12.5\u00A0days"],
    [1200, "", "1,200"],
    [-1200, "€", "−€1,200"],
    [-12.5, "€", "−€12.50"],
    [1.25, "€m", "€1.25m"],
    [3, "$k", "$3k"],
    [3, "k€", "3\u00A0k€"]
  ])("%d with unit '%s' is written %s", (value, unit, text) => {
    assert.strictEqual(quantityText(value, unit), text)
  })

  it("per cent and counts", () => {
    assert.deepStrictEqual([percentText(54), percentText(0), percentText(null)], ["54\u00A0%", "0\u00A0%", "–"])
    assert.deepStrictEqual(
      [counted(0, "objective"), counted(1, "objective"), counted(1200, "objective"), counted(2, "entry", "entries")],
      ["no objectives", "1 objective", "1,200 objectives", "2 entries"]
    )
  })
})

describe("Dates", () => {
  it("are written from days and from instants", () => {
    assert.deepStrictEqual(
      ["2026-11-14", "2026-01-05T23:59:59.999Z", "0001-12-31"].map((date) => [dateText(date), shortDate(date)]),
      [
        ["14 November 2026", "14 Nov 2026"],
        ["5 January 2026", "5 Jan 2026"],
        ["31 December 1", "31 Dec 1"]
      ]
    )
    assert.deepStrictEqual(
      [dayText("2026-10-15", "2026-11-14"), dayText("2025-12-20", "2026-01-19")],
      ["15\u00A0October", "20 December 2025"]
    )
  })

  it.each([
    ["2026-11-14", 30, "2026-10-15"],
    ["2028-03-01", 1, "2028-02-29"],
    ["2026-01-19", 30, "2025-12-20"],
    ["2026-02-28", -1, "2026-03-01"],
    ["2026-02-28", 0, "2026-02-28"]
  ])("%s, %d days before, is %s", (date, days, expected) => {
    assert.strictEqual(daysBefore(date, days), expected)
    assert.strictEqual(daysBetween(expected, date), days)
  })

  it("count days without regard to the hour", () => {
    assert.strictEqual(daysBetween("2026-03-28T23:00:00.000Z", "2026-03-30"), 2)
  })
})
