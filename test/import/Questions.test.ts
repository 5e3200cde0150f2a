import { assert, describe, it } from "@effect/vitest"
import { withAnswer } from "../../src/import/Questions.ts"
import { inNorth, inPlan, readFor } from "./Reading.ts"

const lines = (...rows: ReadonlyArray<string>): string => `${rows.join("\n")}\n`

/** Texts, what they ask (choice, word, rows), and what an answer makes of them. */
const asked: ReadonlyArray<
  readonly [text: string, asked: string, answer: string, without: string, withAnswer: string]
> = [
  [lines("Objective,Due date", "A,3/4/2027", "B,9/10/2027"), "dates  2,3", "mdy", "2027-04-03", "2027-03-04"],
  [lines("A (due 3/4/2027)", "  b"), "dates  1", "mdy", "2027-04-03", "2027-03-04"],
  [lines("Objective,Status", "A,On Hold", "B,on hold"), "status on hold 2,3", "missed", "draft", "missed"],
  [lines("Objective,Status", "A,🟣"), "status 🟣 2", "at_risk", "draft", "at_risk"],
  [lines("Objective,Initiative,Task status", "A,B,Paused"), "status paused 2", "active", "B planned", "B active"],
  [lines("Type,Title", "Theme of work,A"), "type Theme of work 2", "objective", "", "A"],
  [lines("Type,Title,Objective", "Goal,A,", "Bet,B,"), "type Bet 3", "initiative", "A", "B planned"],
  [lines("Goal,KPI,Start,Target", 'A,K,"1,500","2,500"'), "decimal  2", ",", "1500→2500", "1.5→2.5"],
  [lines("Goal,KPI,Start,Target", "A,K,5,1.200"), "decimal  2", ",", "5→1.2", "5→1200"],
  [lines("A", "  Sales: 1.500 → 2.500"), "decimal  2", ",", "1.5→2.5", "1500→2500"],
  [lines("Goal,KPI,Start,Target", "A,K,€5,$3"), "unit $ / € 2", "€", "A", "5→3 €"],
  [lines("Goal,KPI,Start,Target", "A,K,2 weeks,1 month"), "unit month / weeks 2", "weeks", "A", "2→1 weeks"],
  [
    lines("Plan 2027", "Objective,Quarter", "A,Q1", "B,q1"),
    "period Q1 3,4",
    "2027",
    "A / draft / ;",
    "2027-03-31; B / draft / 2027-03-31"
  ],
  [lines("Goal,Fiscal year,Quarter", "A,2027,1"), "period FY2027 2", "2026-04", "A / draft / ", "2026-06-30"],
  [lines("Goal,Period", "A,3/4/2027 - 5/6/2027"), "dates  2", "mdy", "2027-06-05", "2027-05-06"],
  [lines("Grow | ARR", "Shrink | Cost"), "form  1,2", "bars", "Grow | ARR", "Grow"],
  [lines("Grow;ARR;5", "Shrink;Cost"), "form  1,2", "semicolons", "Grow;ARR;5", "Grow"],
  [lines("Foo,Start,Target", "Grow,1,5"), "columns  ", "objective,start,target", "", "1→5"],
  [lines("Foo,Bar", "Grow,x"), "columns  ", "ignored,objective", "Grow", "x"]
]

const read = (text: string, given = {}) => {
  const found = readFor(text, inNorth(), given)
  const shown = inPlan(found.plan, "objective").map(({ title, values, below }) =>
    [
      title,
      values.status,
      values.dueDate,
      ...below.map(({ title, values: { start, target, unit, status } }) =>
        start === undefined ? `${title} ${status}` : `${start}→${target} ${unit}`
      )
    ].join(" / ")
  )
  return { ...found, shown: shown.join("; ") }
}

describe("A question", () => {
  it.each(asked)("of %j is %s, and answered %s", (text, expected, answer, without, withIt) => {
    const { questions, shown } = read(text)
    assert.deepStrictEqual(
      questions.map(({ choice, about, rows }) => `${choice} ${about} ${rows}`),
      [expected]
    )
    const [question] = questions
    if (question === undefined) return assert.fail("nothing asked")
    assert.include(shown, without)
    const answered = read(text, withAnswer({}, question, answer))
    assert.isUndefined(
      answered.questions.find(({ choice, about }) => choice === question.choice && about === question.about)
    )
    assert.include(answered.shown, withIt)
    // The first answer changes nothing.
    const [first = ""] = question.answers
    assert.strictEqual(read(text, withAnswer({}, question, first)).shown, shown)
  })

  it.each([
    ["the order by another date", lines("Objective,Due date", "A,3/4/2027", "B,25/4/2027")],
    ["the order by equal numbers", lines("Objective,Due date", "A,4/4/2027")],
    ["the sign by another number", lines("Goal,KPI,Start,Target", "A,K,1.5,1.250")],
    ["the sign by the separator", lines("Ziel;KPI;Start;Zielwert", "A;K;5;1.200")],
    ["the sign by the size of others", lines("Goal,KPI,Start,Target,Now", "A,K,800,1.200,950")],
    ["a type by its parent", lines("Type,Title,Objective", "Goal,A,", "Improvement,B,A")],
    ["the year of a quarter in a column of its own", lines("Goal,Quartal,Jahr", "A,1,2027", "B,Q2 2027,2027")],
    ["words by sentences", lines("Grow the business; first here", "Ask customers, again", "Rest")],
    ["the unit by conversion", lines("Goal,KPI,Start,Target", "A,K,2 weeks,3 days")]
  ])("is not asked where the text tells %s", (_, text) => {
    assert.deepStrictEqual(read(text).questions, [])
  })

  it("is answered by words in any case, by one answer for all rows", () => {
    const text = lines("Objective,Status", "A,On Hold", "B,on hold!", "C,Later")
    const { questions, answered, shown } = read(text, { statuses: { "ON HOLD": "off_track" } })
    assert.deepStrictEqual(
      [questions.map(({ about }) => about), answered.map(({ rows }) => rows)],
      [["later"], [[2, 3]]]
    )
    assert.strictEqual(shown, "A / off_track / ; B / off_track / ; C / draft / ")
  })
})
