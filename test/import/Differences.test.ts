import { assert, describe, it } from "@effect/vitest"
import { changeText, existingChoices } from "../../src/import/Differences.ts"
import { changesIn } from "../../src/import/ImportPlan.ts"
import { stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { entityId } from "../domain/Commands.ts"
import { afterSteps, contentsOf, newTeam, plainly, stepsFrom } from "./Applied.ts"
import { inNorth, nothing, readFor } from "./Reading.ts"

const header =
  "Type,Title,Objective,Group,Status,Due date,Principle,Description,Unit,Start,Target,Value,Confidence,Note"

const before = [
  header,
  "Principle,Safe,,,,,,Always,,,,,,",
  "Objective,Grow,,,At risk,2027-03-04,Safe,Because,,,,,,",
  "Group,Now,Grow,,,,,,,,,,,",
  "Initiative,Ask,Grow,,Active,,,,,,,,,",
  "Measure,Revenue,Grow,,,,,,k€,0,1000,500,7,fine",
  "Measure,Share,Grow,,,,,,%,10,45,20,,"
].join("\n")

const north = (): ReturnType<typeof contentsOf> => {
  const { plan } = readFor(before, { ...inNorth(nothing), isDayFirst: false })
  return contentsOf(afterSteps(newTeam(), stepsFrom(plan, 100)))
}

const rows = (text: string) => {
  const team = north()
  const read = readFor(text, { ...inNorth(team), isDayFirst: false })
  const changes = changesIn(read.teams).map(
    ({ item, within, field, differences }) => `${field} | ${changeText(item.title, within, differences)}`
  )
  return { ...read, changes, team }
}

describe("What an import finds again", () => {
  it.each([
    ["equal", before, []],
    ["empty cells", `${header}\nObjective,Grow,,,,,,,,,,,,\nPrinciple,Safe,,,,,,,,,,,,`, []],
    ["other columns only", "Objective,KPI,Target\nGrow,Revenue,1000", []],
    ["case and accents", `${header}\nObjective,GRÖW,,,,,,,,,,,,`, ["title | GRÖW (North): title from Grow to GRÖW"]],
    [
      "a status that is the initial one",
      `${header}\nObjective,Grow,,,Draft,,,,,,,,,`,
      ["status | Grow (North): status from At risk to Draft"]
    ],
    [
      "several fields",
      `${header}\nObjective,Grow,,,On track,2027-05-01,,Why,,,,,,`,
      [
        "description | Grow (North): description from Because to Why",
        "status | Grow (North): status from At risk to On track",
        "dueDate | Grow (North): due date from 2027-03-04 to 2027-05-01"
      ]
    ],
    [
      "a principle",
      `${header}\nPrinciple,Safe,,,,,,Never,,,,,,`,
      ["description | Safe (North): description from Always to Never"]
    ],
    [
      "an initiative",
      `${header}\nInitiative,Ask,Grow,Now,Done,,,,,,,,,`,
      ["status | Ask (Grow): status from Active to Done", "placement | Ask (Grow): group from none to Now"]
    ],
    [
      "a value",
      "Objective,KPI,Target,Current\nGrow,Revenue,1000,640",
      ["value | Revenue (Grow): value from 500 to 640"]
    ],
    [
      "a value in another power of ten",
      "Objective,KPI,Unit,Target,Current\nGrow,Revenue,€,1000000,640000",
      ["value | Revenue (Grow): value from 500 to 640"]
    ],
    [
      "a check-in with its note",
      `${header}\nMeasure,Revenue,Grow,,,,,,k€,0,1000,640,5,slow`,
      ["value | Revenue (Grow): value from 500 to 640, confidence from 7 to 5, note from fine to slow"]
    ],
    [
      "a correction and a check-in",
      `${header}\nMeasure,revenue,Grow,,,,,,k€,10,2000,640,,`,
      [
        "definition | revenue (Grow): name from Revenue to revenue, start from 0 to 10, target from 1000 to 2000",
        "value | revenue (Grow): value from 500 to 640"
      ]
    ],
    ["a unit that counts something else", "Objective,KPI,Unit,Target,Current\nGrow,Revenue,people,1000,640", []],
    ["what could be a fraction", "Objective,KPI,Target,Current\nGrow,Share,45,0.3", []],
    ["what could be whole euros", "Objective,KPI,Current\nGrow,Revenue,640000", []],
    ["a value alone", "Objective,KPI,Current\nGrow,Revenue,640", ["value | Revenue (Grow): value from 500 to 640"]],
    ["a per cent", "Objective,KPI,Target,Current\nGrow,Share,45%,30%", ["value | Share (Grow): value from 20 to 30"]]
  ])("is listed where it differs: %s", (_, text, expected) => {
    const { changes, notes } = rows(text)
    assert.deepStrictEqual(changes, expected)
    // What cannot be compared is told.
    const isTold = notes.some(({ text }) => text.startsWith("Left “"))
    assert.strictEqual(isTold, /people|0\.3$|Revenue,640000$/.test(text))
  })

  const fields = "Title,Status,Why,Owner,Start date,Due date,Supports,Initiative,Initiative owner"
  const firstFields = `${fields}\nGrow,At risk,late,Ann,2027-01-01,2027-03-31,,Ask,Bo\nRest,,,,,,,,`

  it.each([
    ["nothing", "Grow,,,,,,,,", []],
    ["equal", "Grow,At risk,late,Ann,2027-01-01,2027-03-31,,Ask,Bo", []],
    ["a reason alone", "Grow,,later,,,,,,", ["update_objective_status at_risk later"]],
    ["a status alone", "Grow,On track,,,,,,,", ["update_objective_status on_track"]],
    ["a status with its reason", "Grow,On track,caught up,,,,,,", ["update_objective_status on_track caught up"]],
    ["owners", "Grow,,,Cy,,,,Ask,Di", ["update_owner Cy", "update_owner Di"]],
    [
      "later dates",
      "Grow,,,,2027-04-01,2027-06-30,,,",
      ["update_objective_dates 2027-06-30", "update_objective_dates 2027-04-01"]
    ],
    [
      "earlier dates",
      "Grow,,,,2026-10-01,2026-12-31,,,",
      ["update_objective_dates 2026-10-01", "update_objective_dates 2026-12-31"]
    ],
    ["a due date before its start", "Grow,,,,,2026-12-31,,,", []],
    [
      "parents, the upper one first",
      "Grow,,,,,,Rest,,\nRest,,,,,,New,,\nNew,,,,,,,,",
      ["create_objective New", "update_objective_parent", "update_objective_parent"]
    ],
    ["a circle", "Grow,,,,,,Rest,,\nRest,,,,,,Grow,,", []]
  ])("is set by the edits of the new fields: %s", (name, rows, expected) => {
    const state = afterSteps(newTeam(), stepsFrom(readFor(firstFields, inNorth()).plan, 100))
    const read = readFor(`${fields}\n${rows}`, inNorth(contentsOf(state)))
    const steps = stepsFrom(read.plan, 900)
    const shown = steps.map(({ body: { eventType, data } }) => {
      const { status, note, owner, startDate, dueDate, title } = data
      const said = eventType === "create_objective" ? [title] : [status, note, owner, startDate ?? dueDate]
      return [eventType, ...said.filter((one) => one !== undefined)].join(" ")
    })
    assert.deepStrictEqual(shown, expected)
    assert.strictEqual(
      read.notes.some(({ isLoss }) => isLoss),
      /before its start|circle/.test(name)
    )
    const after = inNorth(contentsOf(afterSteps(state, steps)))
    assert.deepStrictEqual(stepsFrom(readFor(`${fields}\n${rows}`, after).plan, 990), [])
  })

  it("checks in on the day that the sheet names", () => {
    const kpi = "Objective,KPI,Target,Current,As of"
    const steps = (row: string, before = nothing) => stepsFrom(readFor(`${kpi}\n${row}`, inNorth(before)).plan, 100)
    const dated = (row: string, before = nothing) =>
      steps(row, before).flatMap(({ body: { eventType, data } }) =>
        eventType === "update_progress_value" ? [data] : []
      )
    assert.deepStrictEqual(dated("Grow,Sales,9,4,1.11.2026"), [
      { value: 4, confidence: null, note: "", date: "2026-11-01" }
    ])
    const team = contentsOf(afterSteps(newTeam(), steps("Grow,Sales,9,4,")))
    assert.deepStrictEqual(dated("Grow,Sales,9,5,30.11.2026", team), [
      { value: 5, confidence: null, note: "", date: "2026-11-30" }
    ])
    assert.deepStrictEqual(dated("Grow,Sales,9,,30.11.2026", team), [])
  })

  const changed = `${header}\nObjective,Grow,,,On track,,,,,,,,,\nInitiative,Ask,Grow,Now,,,,,,,,,,\nMeasure,Revenue,Grow,,,,,,k€,0,2000,640,5,slow\nMeasure,New,Grow,,,,,,,0,1,,,`

  it("is left, checked in with or set, each edit as of what was seen, and then equal", () => {
    const { teams, team } = rows(changed)
    const seen = teams.map((one) => ({
      ...one,
      existing: one.existing && { ...one.existing, fields: { ...one.existing.fields, sequenceNumber: 7 } }
    }))
    const sent: ReadonlyArray<ReadonlyArray<unknown>> = existingChoices.map((choice) => {
      const { steps } = stepsOfTeams(seen, () => entityId(900), [], choice)
      return steps.map(({ body, title }) => [body.eventType, title, body.lastSeenSequence])
    })
    const created = ["create_progress", "New", undefined]
    const checkIn = ["update_progress_value", "Revenue", 7]
    const edits = [["update_objective_status", "Grow", 7], ["update_initiative_placement", "Ask", 7], checkIn, checkIn]
    assert.deepStrictEqual(sent, [[created], [checkIn, created], [...edits, created]])
    const [plan = assert.fail("no team")] = teams
    const state = afterSteps(
      afterSteps(newTeam(), stepsFrom(readFor(before, { ...inNorth(nothing), isDayFirst: false }).plan, 100)),
      stepsFrom(plan, 900)
    )
    const after = contentsOf(state)
    assert.notDeepEqual(plainly(after), plainly(team))
    assert.deepStrictEqual(changesIn(readFor(changed, { ...inNorth(after), isDayFirst: false }).teams), [])
    assert.deepInclude(after.objectives[0]?.progress[0], { target: 2000, value: 640, confidence: 5, note: "slow" })
  })
})
