import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { dateOfDay, dayOf, daysIn, millisPerDay } from "../../src/shared/Days.ts"

const zones = [...Intl.supportedValuesOf("timeZone"), "UTC", "Asia/Calcutta", "America/St_Johns"]

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  ])
)

/** What `Intl` says, asked at each moment. */
const dateAt = (timeZone: string, moment: number): string => formats.get(timeZone)?.format(moment) ?? ""

const zone = fc.constantFrom(...zones)
const moment = fc.integer({ min: 0, max: Date.parse("2080-01-01") })

const iso = (time: number): string => new Date(time).toISOString()
const begin = (timeZone: string, date: string): string => iso(daysIn(timeZone).momentOf(dayOf(date)))

describe("Days", () => {
  it("tells the day of a moment as Intl does, in every time zone", () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, moment) => {
        assert.strictEqual(dateOfDay(daysIn(timeZone).at(moment)), dateAt(timeZone, moment))
      }),
      { numRuns: 2_000 }
    )
  })

  it("begins a day at the first moment that has its date or a later one", () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, moment) => {
        const day = Math.floor(moment / millisPerDay)
        const begins = daysIn(timeZone).momentOf(day)
        assert.isTrue(dateAt(timeZone, begins) >= dateOfDay(day))
        assert.isTrue(dateAt(timeZone, begins - 1) < dateOfDay(day))
      }),
      { numRuns: 2_000 }
    )
  })

  it.each([
    ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z"],
    ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-28", "2026-11-28T08:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-28", "2026-11-27T18:30:00.000Z"],
    ["Asia/Kathmandu", "2026-11-28", "2026-11-27T18:15:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-05", "2026-10-04T13:00:00.000Z"],
    // The clocks went from 24:00 to 01:00.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
    // They went from 00:01 back to 23:01: the day goes on.
    ["America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z"],
    // Skipped, so it is empty.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"]
  ])("in %s %s begins at %s", (timeZone, date, expected) => {
    assert.strictEqual(begin(timeZone, date), expected)
  })

  it.each([
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
    ["Pacific/Apia", "2011-12-30", 0]
  ])("in %s %s has %d hours", (timeZone, date, hours) => {
    assert.strictEqual(
      (Date.parse(begin(timeZone, dateOfDay(dayOf(date) + 1))) - Date.parse(begin(timeZone, date))) / 3_600_000,
      hours
    )
  })

  it("never goes back, where the clocks go back over midnight", () => {
    const days = daysIn("America/St_Johns")
    const midnight = Date.parse("2010-11-07T02:30:00.000Z")
    const minutes = Array.from({ length: 180 }, (_, minute) => days.at(midnight + (minute - 60) * 60_000))
    assert.deepStrictEqual(
      minutes,
      minutes.toSorted((one, other) => one - other)
    )
  })

  it.each([
    ["Europe/Berlin", "2026-03-29", "2026-03-29T05:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-30", "2026-11-30T01:30:00.000Z"]
  ])("in %s seven o'clock of %s is %s", (timeZone, date, expected) => {
    assert.strictEqual(iso(daysIn(timeZone).momentOf(dayOf(date), 7 * 3_600_000)), expected)
  })

  it("has dates of four digits for every year", () => {
    for (const date of ["0001-01-01", "0987-06-05", "1969-12-31", "9999-12-31"]) {
      assert.strictEqual(dateOfDay(dayOf(date)), date)
    }
  })
})
