import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { localTime } from "../../src/deck/LocalTime.ts"
import { dateOfDay, daysIn } from "../../src/shared/Days.ts"

const iso = (time: number): string => new Date(time).toISOString()
const time = fc.integer({ min: Date.parse("2010-01-01"), max: Date.parse("2030-01-01") })
const zone = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia")

it("a deck's times have the date of their day, and keep their order", () => {
  fc.assert(
    fc.property(zone, time, fc.integer({ min: 0, max: 90_000_000 }), (timeZone, time, more) => {
      const days = daysIn(timeZone)
      assert.strictEqual(localTime(iso(time), days).slice(0, 10), dateOfDay(days.at(time)))
      assert.isTrue(localTime(iso(time), days) <= localTime(iso(time + more), days))
      assert.strictEqual(localTime(iso(time), daysIn("UTC")), iso(time))
    })
  )
})
