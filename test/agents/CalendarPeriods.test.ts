import { assert, describe, it } from "@effect/vitest"
import { monthsLater, nameOfPeriod, periodOf } from "../../src/shared/calendar/CalendarPeriods.ts"

describe("A period", () => {
  it.each([
    ["2027", "2027-01-01 2027-12-31"],
    ["2028-02", "2028-02-01 2028-02-29"],
    ["2027-Q4", "2027-10-01 2027-12-31"],
    ["q1 2027", "2027-01-01 2027-03-31"],
    ["2027H2", "2027-07-01 2027-12-31"],
    ["This quarter", "2027-01-01 2027-03-31"],
    ["last_quarter", "2026-10-01 2026-12-31"],
    ["next half", "2027-07-01 2027-12-31"],
    ["previous month", "2027-01-01 2027-01-31"],
    ["current year", "2027-01-01 2027-12-31"],
    ["2027-H3", "none"],
    ["2027-Q5", "none"],
    ["2027-13", "none"],
    ["27", "none"],
    ["Q1", "none"],
    ["quarter", "none"]
  ])("%s has the days %s", (text, days) => {
    const period = periodOf(text, "2027-02-28")
    assert.strictEqual(period === undefined ? "none" : `${period.from} ${period.to}`, days)
  })

  it.each(["Q4 2026", "H2 2027", "2028"])("%s is the name of its days, which it is read from", (name) => {
    const period = periodOf(name, "2027-02-28")
    assert.strictEqual(nameOfPeriod(period?.from ?? "", period?.to ?? ""), name)
  })

  it("has no name where a day is missing or more", () => {
    assert.isUndefined(nameOfPeriod("2027-01-01", "2027-03-30"))
    assert.isUndefined(nameOfPeriod("2027-02-01", "2027-04-30"))
  })

  it.each([
    ["2027-03-31", 3, "2027-06-30"],
    ["2026-06-30", 3, "2026-09-30"],
    ["2027-01-12", -3, "2026-10-12"],
    ["2026-11-29", 3, "2027-02-28"],
    ["2027-01-01", 24, "2029-01-01"]
  ])("%s is %d months later %s", (date, months, later) => assert.strictEqual(monthsLater(date, months), later))
})
