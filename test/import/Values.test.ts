import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { orderIn, readDate } from "../../src/import/Dates.ts"
import { indexOfReference, referencesIn, referenceTo } from "../../src/import/ImportReferences.ts"
import { readConfidence } from "../../src/import/Measures.ts"
import { readInitiativeStatus, readObjectiveStatus } from "../../src/import/StatusWords.ts"
import { decimalSignIn, readQuantity, writeQuantity } from "../../src/shared/Quantities.ts"
import { converted } from "../../src/shared/Units.ts"

describe("Dates", () => {
  it.each([
    ["2027-03-31", "2027-03-31"],
    ["2027/3/31", "2027-03-31"],
    ["2027-03-31T10:00:00Z", "2027-03-31"],
    ["31.3.2027", "2027-03-31"],
    ["31. 03. 27", "2027-03-31"],
    ["31/3/2027", "2027-03-31"],
    ["31 March 2027", "2027-03-31"],
    ["March 31, 2027", "2027-03-31"],
    ["31st Mar 2027", "2027-03-31"],
    ["31-Mar-27", "2027-03-31"],
    ["31. März 2027", "2027-03-31"],
    ["31 mars 2027", "2027-03-31"],
    ["March 31, 2027 9:00 AM", "2027-03-31"],
    ["29.2.2028", "2028-02-29"]
  ])("%s is one day", (text, date) => {
    assert.deepStrictEqual(readDate(text, true), { value: date, isUnsure: false })
  })

  it.each([
    ["Q3 2027", "2027-09-30"],
    ["2027 Q1", "2027-03-31"],
    ["q4/2027", "2027-12-31"],
    ["2027Q2", "2027-06-30"],
    ["Mar-27", "2027-03-31"],
    ["Mär ’27", "2027-03-31"],
    ["Q3 27", "2027-09-30"],
    ["H1 2027", "2027-06-30"],
    ["Februar 45", "2045-02-28"],
    ["Feb 2028", "2028-02-29"],
    ["March 1, 2027 → March 31, 2027", "2027-03-31"]
  ])("%s is read as its last day, which is told", (text, date) => {
    assert.deepStrictEqual(readDate(text, true), { value: date, isUnsure: true })
  })

  it("with slashes follow the order that is chosen, unless only the other one is a date", () => {
    assert.deepStrictEqual(readDate("3/4/2027", true), { value: "2027-04-03", isUnsure: false })
    assert.deepStrictEqual(readDate("3/4/2027", false), { value: "2027-03-04", isUnsure: false })
    assert.deepStrictEqual(readDate("3/25/2027", true), { value: "2027-03-25", isUnsure: true })
    assert.deepStrictEqual(orderIn(["3/4/2027", "25/4/2027"]), { hasSlashes: true, isDayFirst: true })
    assert.deepStrictEqual(orderIn(["3/4/2027", "4/25/2027"]), { hasSlashes: true, isDayFirst: false })
    assert.deepStrictEqual(orderIn(["3/4/2027"]), { hasSlashes: true, isDayFirst: undefined })
    assert.deepStrictEqual(orderIn(["3.4.2027"]), { hasSlashes: false, isDayFirst: undefined })
  })

  it("are read from nothing else", () => {
    for (const text of [
      "",
      "Mar 27",
      "soon",
      "30.2.2027",
      "2027-13-01",
      "29.2.2027",
      "0/4/2027",
      "March 12345",
      "31 Q3",
      "12",
      "2027",
      "1/2/3/4",
      "May be 2027",
      "x".repeat(1e5)
    ]) {
      assert.isUndefined(readDate(text, true), text.slice(0, 20))
    }
  })
})

describe("Quantities", () => {
  it.each([
    ["1.234,5", 1234.5, ""],
    ["1,234.5", 1234.5, ""],
    ["1 234,5 kg", 1234.5, "kg"],
    ["12,5 %", 12.5, "%"],
    ["80%", 80, "%"],
    ["€ 1.200,50", 1200.5, "€"],
    ["-$5", -5, "$"],
    ["−0,25", -0.25, ""],
    ["1'234'567", 1_234_567, ""],
    ["20 m2", 20, "m2"],
    [".5", 0.5, ""],
    ["1e-7", 1e-7, ""],
    ["0.123", 0.123, ""],
    ["1.200,00-", -1200, ""],
    ["300,00- €", -300, "€"],
    ["(1,200.50)", -1200.5, ""],
    ["(12) kg", -12, "kg"],
    ["1.000,–", 1000, ""],
    ["12,34,567", 1_234_567, ""],
    ["1\u202f234,5", 1234.5, ""],
    ["USD 12", 12, "USD"],
    ["R$ 5", 5, "R$"],
    ["12 new customers", 12, "new customers"],
    ["2 weeks", 2, "weeks"],
    ["5 m", 5, "m"],
    ["250 MB", 250, "MB"],
    ["3 kWh", 3, "kWh"],
    ["30 min", 30, "min"],
    ["4 points/week", 4, "points/week"]
  ])("%s is %d with the unit “%s”", (text, value, unit) => {
    for (const decimal of [".", ","] as const) {
      assert.deepStrictEqual(readQuantity(text, decimal), { value, unit, isUnsure: false })
    }
  })

  it("with one separator before three digits are read like the other values", () => {
    assert.deepStrictEqual(readQuantity("1,234", "."), { value: 1234, unit: "", isUnsure: true })
    assert.deepStrictEqual(readQuantity("1,234", ","), { value: 1.234, unit: "", isUnsure: true })
    assert.strictEqual(decimalSignIn(["1,234", "0,5"], "."), ",")
    assert.strictEqual(decimalSignIn(["1,234", "7"], "."), ".")
    assert.strictEqual(decimalSignIn(["1,234.5", "0,5", "0.5"], ","), ".")
  })

  it.each([
    ["10k", 10_000, "", "k"],
    ["1.5 k", 1500, "", "k"],
    ["950 Tsd. €", 950_000, "€", "Tsd."],
    ["1,2 Mio. €", 1_200_000, "€", "Mio."],
    ["0,9 Mio", 900_000, "", "Mio"],
    ["€1.2m", 1_200_000, "€", "m"],
    ["$5M", 5_000_000, "$", "M"],
    ["3 M€", 3_000_000, "€", "M"],
    ["40 T€", 40_000, "€", "T"],
    ["75 kEUR", 75_000, "EUR", "k"],
    ["2,5 Mrd. Euro", 2_500_000_000, "Euro", "Mrd."],
    ["1.1bn", 1_100_000_000, "", "bn"],
    ["12 million users", 12_000_000, "users", "million"],
    ["7 mln", 7_000_000, "", "mln"],
    ["-2k", -2000, "", "k"]
  ])("%s is %d with the unit “%s”, of %s", (text, value, unit, magnitude) => {
    for (const decimal of [".", ","] as const) {
      assert.deepStrictEqual(readQuantity(text, decimal), { value, unit, magnitude, isUnsure: false })
    }
  })

  it("of an attached m without money are told, since they could be metres", () => {
    assert.deepStrictEqual(readQuantity("100m", "."), { value: 1e8, unit: "", magnitude: "m", isUnsure: true })
  })

  it.each([
    ...["", "-", "many", "1,2,3", "1.2.3", "12 of 20", "3 4 x 5", "31.03.2027", "1".repeat(61)],
    ...[
      "Jul 25",
      "JUL 25",
      "12. Mai",
      "02. Mai",
      "25 Jul",
      "5 May",
      "3 March",
      "9 sept.",
      "Mar-27",
      "3/4/2027",
      "2027-03-31"
    ],
    ...[
      "Q3 2026",
      "2026 Q3",
      "H1",
      "v1.2",
      "v2",
      "1.2.3-beta",
      "Phase 3",
      "Milestone 2",
      "Step 1",
      "50+",
      ">50",
      "≤ 5",
      "<1"
    ],
    ...["5-10", "5–10", "10 → 20", "12:30", "9 am", "14 Uhr", "1h 30m", "1st", "2nd place", "12 by June", "3 bis Mai"],
    ...[
      "Launch 3 products",
      "12 new customers in the north",
      "2026 12",
      "12 3456",
      "3 = three",
      "#5",
      "(5",
      "~50",
      "about 50",
      "mil 5",
      "10 mil"
    ]
  ])("are not read from “%s”", (text) => {
    for (const decimal of [".", ","] as const) assert.isUndefined(readQuantity(text, decimal), text)
  })

  it.each([
    ["9", "days", "days", 9],
    ["2", "weeks", "days", 14],
    ["90", "min", "h", 1.5],
    ["3", "Stunden", "min", 180],
    ["1", "year", "months", 12],
    ["5", "‰", "%", 0.5],
    ["1200000", "€", "Mio. €", 1.2],
    ["950000", "EUR", "Tsd. €", 950],
    ["3", "customers", "customer", 3],
    ["3", "Day", "days", 3],
    ["1000", "", "k€", 1]
  ])("%s %s in %s is %d", (value, from, to, expected) => {
    assert.strictEqual(converted(Number(value), from, to), expected)
  })

  it.each([
    ["weeks", "months"],
    ["€", "$"],
    ["%", "points"],
    ["days", "customers"],
    ["m", "km"]
  ])("in %s are not brought to %s", (from, to) => {
    assert.isUndefined(converted(1, from, to))
  })

  it("written are read as they were, whatever the others show", () => {
    const sign = fc.constantFrom("." as const, "," as const)
    const number = fc.double({ min: -1e15, max: 1e15, noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(number, sign, sign, (value, written, decimal) => {
        const read = readQuantity(writeQuantity(value, written), decimal)
        assert.deepStrictEqual(read, { value: value === 0 ? 0 : value, unit: "", isUnsure: false })
      })
    )
    assert.deepStrictEqual(
      [1.234, 1.234e-7].map((value) => writeQuantity(value)),
      ["1.2340", "1.2340e-7"]
    )
  })
})

describe("References", () => {
  it("find each title, also among equal ones", () => {
    const title = fc.constantFrom("Safe", "safe", "2. Safe", "1. 2. Safe", "Fast", "3. Fast, really")
    fc.assert(
      fc.property(fc.array(title, { minLength: 1, maxLength: 6 }), (titles) => {
        for (const at of titles.keys()) assert.strictEqual(indexOfReference(titles, referenceTo(titles, at)), at)
      })
    )
  })

  it("are several in a cell: lines, semicolons, Notion's addresses, commas between what is known", () => {
    const isKnown = (text: string): boolean => ["Safe", "Fast", "Simple, then complete"].includes(text)
    const read = (cell: string) => referencesIn(cell, isKnown)
    assert.deepStrictEqual(read("Safe\n Fast \n"), ["Safe", "Fast"])
    assert.deepStrictEqual(read("Safe; New, too"), ["Safe", "New, too"])
    assert.deepStrictEqual(read("Safe, Fast"), ["Safe", "Fast"])
    assert.deepStrictEqual(read("Simple, then complete"), ["Simple, then complete"])
    assert.deepStrictEqual(read("A, b (https://www.notion.so/A-1?pvs=4), C (https://www.notion.so/C-2)"), ["A, b", "C"])
  })
})

describe("Statuses", () => {
  it("are read from other words, which is told", () => {
    assert.deepStrictEqual(readObjectiveStatus(" On Track "), { value: "on_track", isUnsure: false })
    assert.deepStrictEqual(readObjectiveStatus("on_track"), { value: "on_track", isUnsure: false })
    assert.deepStrictEqual(readObjectiveStatus("Gefährdet"), { value: "at_risk", isUnsure: true })
    assert.deepStrictEqual(readInitiativeStatus("Done"), { value: "done", isUnsure: false })
    assert.deepStrictEqual(readInitiativeStatus("In progress"), { value: "active", isUnsure: true })
    assert.deepStrictEqual(readInitiativeStatus("cancelled"), { value: "dropped", isUnsure: true })
    assert.deepStrictEqual(
      ["🟢", "🟡", "🔴", "🟢 At risk"].map((text) => readObjectiveStatus(text)?.value),
      ["on_track", "at_risk", "off_track", "at_risk"]
    )
    assert.isUndefined(readObjectiveStatus("so so"))
  })
})

describe("Confidences", () => {
  it.each([
    ["7", 7],
    ["7/10", 7],
    ["70 %", 7],
    ["0.7", 7],
    ["0,65", 7],
    ["high", 8],
    ["🟡", 5],
    ["11", undefined],
    ["7.5", undefined],
    ["120 %", undefined],
    ["so so", undefined]
  ] as const)("%s is %s of 10", (text, value) => {
    assert.strictEqual(readConfidence(text)?.value, value)
  })
})
