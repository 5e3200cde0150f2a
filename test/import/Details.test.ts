import { assert, describe, it } from "@effect/vitest"
import { planDetails } from "../../src/import/details/DescribedDetails.ts"
import { stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { teamTree } from "../../src/import/TeamContents.ts"
import { afterSteps, contentsOf, newTeam, stepsFrom } from "./Applied.ts"
import { inNorth, readFor } from "./Reading.ts"

const header = "Type,Title,Objective,Owner,Start date,Due date,Description"

/** A team with one objective that is described so, another one, an initiative and a measure. */
const described = (description: string, [owner = "", start = "", due = ""]: ReadonlyArray<string> = []) => {
  const rows = [
    `Objective,Grow,,${owner},${start},${due},"${description}"`,
    "Objective,Thrive,,,,,",
    "Initiative,Ask,Grow,,,,"
  ]
  return afterSteps(newTeam(), stepsFrom(readFor(`${header}\n${rows.join("\n")}`, inNorth()).plan, 100))
}

const converted = (state: ReturnType<typeof described>, answers: Parameters<typeof planDetails>[1]) => {
  const found = planDetails([teamTree(contentsOf(state))], answers)
  const after = afterSteps(state, stepsOfTeams(found.plans, () => "", [], "set").steps)
  const [grow, thrive] = contentsOf(after).objectives
  const shown = [
    ...[grow?.owner, grow?.startDate, grow?.dueDate, grow?.parentId === thrive?.id ? "Thrive" : ""],
    grow?.initiatives[0]?.owner
  ]
  const left = [...found.notes, ...found.questions].map(({ text, rows }) => `${rows}: ${text}`)
  return { after, shown: shown.map((one) => one ?? "").join(), description: grow?.description, left }
}

/** The description, what the fields are before, and become, what of the description is left, and why. */
const cases: ReadonlyArray<
  readonly [description: string, before: ReadonlyArray<string>, fields: string, left: string, why: RegExp | undefined]
> = [
  ["Owner: Ann", [], "Ann,,,,", "", undefined],
  [
    "Because.\nOwner: Ann · Period: Q1 2027 · Parent: thrive",
    [],
    "Ann,2027-01-01,2027-03-31,Thrive,",
    "Because.",
    undefined
  ],
  ["Owner: Ann · Bo · Link: https://a.b", [], "Ann · Bo,,,,", "Link: https://a.b", undefined],
  ["Ask – Due: 2027-08-15 · Owner: Bo", [], ",,,,Bo", "Ask – Due: 2027-08-15", undefined],
  ["Sales – Owner: Bo", [], ",,,,", "Sales – Owner: Bo", undefined],
  ["The owner: Ann\nPeriod Q1 2027", [], ",,,,", "The owner: Ann\nPeriod Q1 2027", undefined],
  ["Owner: Ann · Period: Q1 2027", ["Di"], "Di,2027-01-01,2027-03-31,,", "Owner: Ann", /“Owner: Ann”: .*another/],
  ["Period: Q1 2027", ["", "", "2027-02-15"], ",2027-01-01,2027-02-15,,", "", undefined],
  ["Period: Q1 2027", ["", "", "2026-12-31"], ",,2026-12-31,,", "Period: Q1 2027", /after its due date/],
  ["Period: Sprint 3 · Parent: Nobody", [], ",,,,", "Period: Sprint 3 · Parent: Nobody", /isn’t known|no objective/],
  ["Period: FY28 Q1", [], ",,,,", "Period: FY28 Q1", /several months/],
  ["Period: FY27 Q1", [], ",2026-04-01,2026-06-30,,", "", undefined],
  ["Period: 3/4/2027 - 5/6/2027", [], ",,,,", "Period: 3/4/2027 - 5/6/2027", /day\/month/]
]

describe("Details that an import of 1.1 wrote into a description", () => {
  it.each(cases)("%j become fields that are empty", (description, before, fields, left, why) => {
    const found = converted(described(description, before), { periods: { FY27: "2026-04" } })
    assert.deepStrictEqual([found.shown, found.description], [fields, left])
    if (why !== undefined) assert.match(found.left.join("\n"), why)
    // A second run finds nothing more.
    assert.deepStrictEqual(converted(found.after, { periods: { FY27: "2026-04" } }).after, found.after)
  })
})
