import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { indexOfReference, referencesIn, referenceTo } from "../../src/import/ImportReferences.ts"
import { readConfidence } from "../../src/import/Measures.ts"
import { isTwoWay, orderIn, readDate, readDateCell } from "../../src/import/values/Dates.ts"
import { decimalEvidence } from "../../src/import/values/DecimalEvidence.ts"
import { readPeriod, unclearIn } from "../../src/import/values/Periods.ts"
import { readInitiativeStatus, readObjectiveStatus } from "../../src/import/values/StatusWords.ts"
import { readQuantity, writeQuantity, writtenSign } from "../../src/shared/Quantities.ts"
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
    ["29.2.2028", "2028-02-29"],
    ["Wednesday, March 31, 2027", "2027-03-31"],
    ["Mittwoch, 31. März 2027", "2027-03-31"],
    ["Mi 31.03.2027", "2027-03-31"],
    ["mercredi 31 mars 2027", "2027-03-31"],
    ["mar. 6 avril 2027", "2027-04-06"],
    ["miércoles, 31 de marzo de 2027", "2027-03-31"],
    ["bis zum 31.12.2027", "2027-12-31"],
    ["d’ici le 30 juin 2027", "2027-06-30"],
    ["by 31 March 2027", "2027-03-31"],
    ["entro il 31 marzo 2027", "2027-03-31"],
    ["31 marca 2027", "2027-03-31"],
    ["31. března 2027", "2027-03-31"],
    ["31 марта 2027 г.", "2027-03-31"],
    ["31 Mart 2027", "2027-03-31"],
    ["2027年3月31日", "2027-03-31"],
    ["2027. 3. 31.", "2027-03-31"],
    ["20270331", "2027-03-31"],
    ["31.03.2027, 10:00 Uhr", "2027-03-31"],
    ["2027-03-31T23:00:00+02:00", "2027-03-31"],
    ["1er juillet 2027", "2027-07-01"]
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
    ["March 1, 2027 → March 31, 2027", "2027-03-31"],
    ["end of Q3 2027", "2027-09-30"],
    ["Ende März 2027", "2027-03-31"],
    ["bis Ende Q2 2027", "2027-06-30"],
    ["fin mars 2027", "2027-03-31"],
    ["a fines de marzo de 2027", "2027-03-31"],
    ["EOY 2027", "2027-12-31"],
    ["2027-06", "2027-06-30"],
    ["6/2027", "2027-06-30"],
    ["3Q27", "2027-09-30"],
    ["3. Quartal 2027", "2027-09-30"],
    ["T3 2027", "2027-09-30"],
    ["S1 2027", "2027-06-30"],
    ["before 31 March 2027", "2027-03-31"]
  ])("%s is read as its last day, which is told", (text, date) => {
    assert.deepStrictEqual(readDate(text, true), { value: date, isUnsure: true })
  })

  it("with slashes follow the order that is chosen, unless only the other one is a date", () => {
    assert.deepStrictEqual(readDate("3/4/2027", true), { value: "2027-04-03", isUnsure: false })
    assert.deepStrictEqual(readDate("3/4/2027", false), { value: "2027-03-04", isUnsure: false })
    assert.deepStrictEqual(readDate("3/25/2027", true), { value: "2027-03-25", isUnsure: true })
    assert.deepStrictEqual(orderIn(["3/4/2027", "25/4/2027"]), { hasSlashes: true, isDayFirst: true })
    assert.deepStrictEqual(orderIn(["3/4/2027", "4/25/2027"]), { hasSlashes: true, isDayFirst: false })
    assert.deepStrictEqual(orderIn(["25/3/2027", "3/25/2027"]), { hasSlashes: true, isDayFirst: undefined })
    assert.deepStrictEqual(["3/4/2027", "Sat 3/4/27", "4/4/2027", "25/4/2027", "3.4.2027"].map(isTwoWay), [
      ...[true, true, false, false, false]
    ])
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
      "early March 2027",
      "Mitte März 2027",
      "Anfang Q3 2027",
      "next Friday",
      "46112",
      "x".repeat(1e5)
    ]) {
      assert.isUndefined(readDate(text, true), text.slice(0, 20))
    }
  })
})

describe("Periods", () => {
  const answers = { FY27: "2026-04", "GJ 2026/27": "2026-10", Q1: "2027", "Jan–Mar": "2028" }

  it.each([
    ["Q1 2027", "2027-01-01 2027-03-31"],
    ["2027-Q1", "2027-01-01 2027-03-31"],
    ["Q1-2027", "2027-01-01 2027-03-31"],
    ["Q1/27", "2027-01-01 2027-03-31"],
    ["H2 2026", "2026-07-01 2026-12-31"],
    ["2. Halbjahr 2026", "2026-07-01 2026-12-31"],
    ["2º semestre 2027", "2027-07-01 2027-12-31"],
    ["2027", "2027-01-01 2027-12-31"],
    ["Jan–Mar 2027", "2027-01-01 2027-03-31"],
    ["Jan-Mar 2027", "2027-01-01 2027-03-31"],
    ["Januar bis März 2027", "2027-01-01 2027-03-31"],
    ["T1 2027", "2027-01-01 2027-03-31"],
    ["1er trimestre 2027", "2027-01-01 2027-03-31"],
    ["1. Quartal 2027", "2027-01-01 2027-03-31"],
    ["Mai 2027", "2027-05-01 2027-05-31"],
    ["Q1-Q2 2027", "2027-01-01 2027-06-30"],
    ["Q4 2026 – Q1 2027", "2026-10-01 2027-03-31"],
    ["01.01.2027 - 31.03.2027", "2027-01-01 2027-03-31"],
    ["vom 1.1.2027 bis 31.3.2027", "2027-01-01 2027-03-31"],
    ["du 1er janvier au 31 mars 2027", "2027-01-01 2027-03-31"],
    ["2027-01-01 00:00 - 2027-03-31 00:00", "2027-01-01 2027-03-31"],
    ["Q1 2027 (Jan-Mar)", "2027-01-01 2027-03-31"],
    ["FY27 Q1 (Apr–Jun 2026)", "2026-04-01 2026-06-30"],
    ["FY27 Q1", "2026-04-01 2026-06-30"],
    ["H2 FY27", "2026-10-01 2027-03-31"],
    ["FY27", "2026-04-01 2027-03-31"],
    ["GJ 2026/27 Q2", "2027-01-01 2027-03-31"],
    ["Q1", "2027-01-01 2027-03-31"],
    ["Jan–Mar", "2028-01-01 2028-03-31"]
  ])("%s is %s", (text, expected) => {
    const { from, value, isUnsure } = readPeriod(text, true, answers) ?? assert.fail("not read")
    assert.deepStrictEqual([`${from} ${value}`, isUnsure], [expected, false])
  })

  it.each([
    ["1/2027", "2027-01-01 2027-01-31"],
    ["31.03.2027", "2027-03-31 2027-03-31"],
    ["Ende Q1 2027", "2027-03-31 2027-03-31"]
  ])("%s is read as %s, which is told", (text, expected) => {
    const { from, value, isUnsure } = readPeriod(text, true, answers) ?? assert.fail("not read")
    assert.deepStrictEqual([`${from} ${value}`, isUnsure], [expected, true])
  })

  it.each([
    ...[
      "Sprint 3",
      "KW 12 2027",
      "2026/27",
      "2026-2027",
      "Q1 2027 (Apr–Jun)",
      "Oct - Mar 2027",
      "FY28 Q1",
      "FY27 März"
    ],
    ...["Q2", "FY 27 Q1", "Q1 - Q2", "27Q1", "31 Q3 2027", "soon", "", "x".repeat(1e5)]
  ])("%s is none without an answer of its own", (text) => {
    assert.isUndefined(readPeriod(text, true, answers))
  })

  it.each([
    ["FY27 Q1", "FY27", "2027-01 2026-04 2026-07"],
    ["Geschäftsjahr 2026/27", "Geschäftsjahr 2026/27", "2026-04 2026-07 2026-10"],
    ["Q1", "Q1", "2027"],
    ["Jan–Mar", "Jan–Mar", "2027"],
    ["FY27 Sprint 3", undefined, ""],
    ["Sprint 3", undefined, ""],
    ["Q1 2027", undefined, ""]
  ])("%s leaves open %s, first of all %s", (text, about, first) => {
    const unclear = unclearIn(text, () => ["2027"])
    assert.deepStrictEqual([unclear?.about, unclear?.answers.slice(0, 3).join(" ") ?? ""], [about, first])
    for (const answer of unclear?.answers ?? [])
      assert.isDefined(readPeriod(text, true, { [unclear?.about ?? ""]: answer }), answer)
  })
})

describe("Days of workbooks", () => {
  it.each([
    ["46112", "2026-03-31"],
    ["46112.75", "2026-03-31"],
    ["36526", "2000-01-01"],
    ["31.3.2026", "2026-03-31"],
    ["36525", undefined],
    ["4611", undefined]
  ])("%s in a column of dates is %s", (text, date) => {
    assert.strictEqual(readDateCell(text, true)?.value, date)
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
    ["4 points/week", 4, "points/week"],
    ["5/week", 5, "/week"],
    ["1 000 000 Stk.", 1_000_000, "Stk."],
    ["½", 0.5, ""],
    ["2½ days", 2.5, "days"],
    ["2h30", 2.5, "h"],
    ["1h 30m", 1.5, "h"],
    ["1:30 h", 1.5, "h"],
    ["12 t CO2", 12, "t CO2"],
    ["5 %-Punkte", 5, "%-Punkte"]
  ])("%s is %d with the unit “%s”", (text, value, unit) => {
    for (const decimal of [".", ","] as const) {
      assert.deepStrictEqual(readQuantity(text, decimal), { value, unit, isUnsure: false })
    }
  })

  it("with one separator before three digits are read like the other values", () => {
    assert.deepStrictEqual(readQuantity("1,234", "."), { value: 1234, unit: "", isUnsure: true })
    assert.deepStrictEqual(readQuantity("1,234", ","), { value: 1.234, unit: "", isUnsure: true })
    assert.deepStrictEqual(["1,234", "0,5", "0.123", "7", "1.234,5"].map(writtenSign), [undefined, ",", ".", "", ","])
  })

  it.each([
    ["10k", 10_000, "", "k"],
    ["1.5 k", 1500, "", "k"],
    ["950 Tsd. €", 950_000, "€", "Tsd. €"],
    ["1,2 Mio. €", 1_200_000, "€", "Mio. €"],
    ["0,9 Mio", 900_000, "", "Mio"],
    ["€1.2m", 1_200_000, "€", "€m"],
    ["$5M", 5_000_000, "$", "$M"],
    ["3 M€", 3_000_000, "€", "M€"],
    ["40 T€", 40_000, "€", "T€"],
    ["75 kEUR", 75_000, "EUR", "kEUR"],
    ["2,5 Mrd. Euro", 2_500_000_000, "Euro", "Mrd. Euro"],
    ["1.1bn", 1_100_000_000, "", "bn"],
    ["USD 3bn", 3_000_000_000, "USD", "USDbn"],
    ["12 million users", 12_000_000, "users", "million users"],
    ["10k users", 10_000, "users", "k users"],
    ["7 mln", 7_000_000, "", "mln"],
    ["10 lakh", 1_000_000, "", "lakh"],
    ["3万", 30_000, "", "万"],
    ["-2k", -2000, "", "k"]
  ])("%s is %d with the unit “%s”, or %s", (text, value, unit, scaled) => {
    for (const decimal of [".", ","] as const) {
      assert.deepStrictEqual(readQuantity(text, decimal), { value, unit, scaled, isUnsure: false })
    }
  })

  it.each([
    ["100m", 1e8],
    ["+5", 5],
    ["+20 %", 20]
  ])("that could mean another thing are told: %s", (text, value) => {
    const { value: read, isUnsure } = readQuantity(text, ".") ?? {}
    assert.deepStrictEqual([read, isUnsure], [value, true])
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
    ...[
      "5-10",
      "5–10",
      "10 → 20",
      "12:30",
      "9 am",
      "14 Uhr",
      "1:30",
      "2d4h",
      "3x2",
      "1st",
      "2nd place",
      "12 by June",
      "3 bis Mai"
    ],
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
      "10 mil",
      "300,00 -",
      "300-€",
      "5 *",
      "5 (est.)",
      "1. Platz",
      "5-day",
      "4.5/5",
      "10 of 20",
      "m2 5"
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
    ["1000", "", "k€", 1],
    ["1200000", "€", "€m", 1.2],
    ["3000000000", "USD", "USDbn", 3]
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

  it.each([
    ["a column", [["1,234", "0,5"]], false, ",", true],
    ["both signs", [["1,234.5", "0,5", "0.5"]], false, ".", false],
    ["no sign", [["1,234", "7"]], false, undefined, false],
    ["semicolons", [["1.234", "7"]], true, ",", true],
    ["values beside it", [["800", "1.200", "950"]], false, ",", true],
    ["values far from it", [["5", "1.200"]], false, undefined, false],
    ["values that it would be a decimal of", [["1", "2,500"]], false, undefined, false],
    ["values beside it against semicolons", [["800", "1,200"]], true, undefined, false]
  ] as const)("take their decimal sign from %s", (_, rows, hasSemicolons, likely, isTold) => {
    assert.deepStrictEqual(decimalEvidence(rows, hasSemicolons), { likely, isTold })
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
  })

  const words: ReadonlyArray<readonly [text: string, objective?: string, initiative?: string]> = [
    ["Partial", "at_risk", "active"],
    ["Caution", "at_risk", "active"],
    ["Exceeded", "achieved", "done"],
    ["Ahead of schedule", "on_track", "active"],
    ["2 - At risk", "at_risk", "active"],
    ["À faire", "draft", "planned"],
    ["En cours", "on_track", "active"],
    ["Terminée", "achieved", "done"],
    ["Finalizada", "achieved", "done"],
    ["Zu erledigen", "draft", "planned"],
    ["Übertroffen", "achieved", "done"],
    ...["On Hold", "Postponed", "Paused", "Deferred", "Verschoben", "Pausiert"].map((text) => [text] as const),
    ...["50 % done", "Not done", "Completed (late)", "so so", "n/a", "no"].map((text) => [text] as const)
  ]

  it.each(words)("of “%s” are %s and %s", (text = "", objective, initiative) => {
    const read = [readObjectiveStatus(text)?.value, readInitiativeStatus(text)?.value]
    assert.deepStrictEqual<ReadonlyArray<string | undefined>>(read, [objective, initiative])
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
