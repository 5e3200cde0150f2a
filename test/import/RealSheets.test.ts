import { assert, describe, it } from "@effect/vitest"
import type { Reading } from "../../src/import/Columns.ts"
import { inNorth, inPlan, readFor } from "./Reading.ts"

const anywhere = { ...inNorth(), here: undefined, teams: [] }

/** What is planned, one line an item, and the kinds of notes with their rows. */
const shown = (text: string, given: Partial<Reading> = {}, context = inNorth()) => {
  const { teams, notes } = readFor(text, context, given)
  return {
    plan: teams.flatMap((team) =>
      inPlan(team, "objective").flatMap((objective) => [
        `${team.title}: ${objective.title} (${objective.values.status}, ${objective.values.dueDate})`,
        ...(objective.values.description ?? "").split("\n").flatMap((line) => (line === "" ? [] : [`  | ${line}`])),
        ...inPlan(objective, "progress").map(
          ({ title, values }) =>
            `  ${title}: ${values.start}→${values.target} ${values.unit}, ${values.value}, ${values.confidence}`
        ),
        ...inPlan(objective, "initiative").map(({ title, values }) => `  ${title}: ${values.status}`)
      ])
    ),
    losses: notes.filter(({ isLoss }) => isLoss).map(({ text, rows }) => `${rows.join()}: ${text}`),
    kinds: [...new Set(notes.map(({ kind }) => kind))].sort()
  }
}

/**
 * Small files with the columns that these products export, written for this test: Jira's as its exports have them, those of
 * Viva Goals by the names of its Explorer and import, of Perdoo and Quantive by their terms, since their exports are not documented.
 */
const exports: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>, plan: ReadonlyArray<string>]> = [
  [
    "Viva Goals",
    [
      "Title,Type,Object type,Owner,Team,Time period,Status,Progress,Start date,Due,OKR Reference,Parent OKR,Start value,Target value,Current value,Unit",
      "Quicker start,Team,Objective,Ann Ash,North,Q3 2027,Reopened,40,7/1/2027,9/30/2027,11,,,,,",
      "Days to first order,Individual,Key Result,Bo Birk,North,Q3 2027,Behind,40,7/1/2027,9/30/2027,12,11,14,5,10,days",
      "Write a checklist,Individual,Project,Bo Birk,North,Q3 2027,Not Started,0,7/1/2027,8/15/2027,13,12,,,,"
    ],
    [
      "North: Quicker start (on_track, 2027-09-30)",
      "  | Owner: Ann Ash · Period: Q3 2027",
      "  | Days to first order – Status: Behind · Due: 2027-09-30 · Owner: Bo Birk",
      "  | Write a checklist – Due: 2027-08-15 · Owner: Bo Birk",
      "  Days to first order: 14→5 days, 10, null",
      "  Write a checklist: planned"
    ]
  ],
  [
    "Perdoo",
    [
      "Type;Name;Parent;Owner;Lead;Timeframe;Status;Progress;Initial value;Target value;Current value;Metric unit;Description",
      "Objective;Quicker start;Grow;Onboarding;Ann Ash;Q3 2027;Needs attention;40 %;;;;;From order to use",
      "Key Result;Days to first order;Quicker start;Onboarding;Bo Birk;Q3 2027;Off track;44 %;14;5;10;days;",
      "Initiative;Write a checklist;Quicker start;Onboarding;Bo Birk;Q3 2027;Accomplished;100 %;;;;;"
    ],
    [
      "North: Quicker start (at_risk, null)",
      "  | From order to use",
      "  | Owner: Ann Ash · Period: Q3 2027 · Parent: Grow",
      "  | Days to first order – Status: Off track · Owner: Bo Birk",
      "  | Write a checklist – Owner: Bo Birk",
      "  Days to first order: 14→5 days, 10, null",
      "  Write a checklist: done"
    ]
  ],
  [
    "Quantive",
    [
      "Session,Objective,Objective owner,Key result,Key result owner,Initial value,Target value,Actual value,Confidence",
      "2027 Q3,Quicker start,Ann Ash,Days to first order,Bo Birk,14,5,10,0.7",
      "2027 Q3,Quicker start,Ann Ash,Questions per start,Cy Cole,9,3,9,0.4"
    ],
    [
      "North: Quicker start (draft, null)",
      "  | Owner: Ann Ash · Period: 2027 Q3",
      "  | Days to first order – Owner: Bo Birk",
      "  | Questions per start – Owner: Cy Cole",
      "  Days to first order: 14→5 , 10, 7",
      "  Questions per start: 9→3 , 9, 4"
    ]
  ],
  [
    "Jira",
    [
      "Summary,Issue key,Issue id,Issue Type,Status,Project name,Project lead,Assignee,Created,Due date,Labels,Labels,Description,Custom field (Epic Link),Custom field (Epic Name),Custom field (Team),Parent,Parent key,Parent summary,Status Category",
      "Write a checklist,ST-2,1002,Story,In Progress,Start,Di,Bo Birk,1/Aug/27 9:00 AM,15/Aug/27 12:00 AM,a,b,,,,7,1001,ST-1,Quicker start,In Progress",
      "Print it,ST-3,1003,Sub-task,To Do,Start,Di,,1/Aug/27 9:00 AM,,,,,,,,1002,ST-2,Write a checklist,To Do",
      "Ask users,ST-4,1004,Story,Done,Start,Di,,1/Aug/27 9:00 AM,,,,,ST-1,,,,,,Done",
      "Quicker start,ST-1,1001,Epic,In Progress,Start,Di,Ann Ash,1/Aug/27 9:00 AM,30/Sep/27 12:00 AM,,,From order to use,,Start,,50,UP-1,Grow,In Progress",
      "Call them,ST-5,1005,Story,To Do,Start,Di,,1/Aug/27 9:00 AM,,,,,,,,60,UP-9,Sell more,To Do"
    ],
    [
      "North: Quicker start (on_track, 2027-09-30)",
      "  | From order to use",
      "  | Write a checklist – Due: 2027-08-15 · Owner: Bo Birk",
      "  | Owner: Ann Ash · Parent: Grow",
      "  Write a checklist: active",
      "  Print it: planned",
      "  Ask users: done",
      "North: Sell more (draft, null)",
      "  Call them: planned"
    ]
  ]
]

describe("Real sheets", () => {
  it.each(exports)("an export of %s arrives with nothing dropped", (_, lines, plan) => {
    const found = shown(`${lines.join("\r\n")}\r\n`, { isDayFirst: false })
    assert.deepStrictEqual([found.plan, found.losses], [plan, []])
  })

  const grouped = [
    "Objective,,,Key result,,,,",
    "Title,Owner,Status,Title,Owner,Status,Start,Target",
    "Grow,Ann,🟢,Sales,Bo,🔴,1,5",
    ",,,,,,,",
    ",,,Visits,,,2,6",
    "Total,,,,,,3,11"
  ].join("\n")

  it("have merged group names above the header, empty lines and subtotals", () => {
    assert.deepStrictEqual(shown(grouped), {
      plan: [
        "North: Grow (on_track, null)",
        "  | Owner: Ann",
        "  | Sales – Owner: Bo · Status: 🔴",
        "  Sales: 1→5 , 1, null",
        "  Visits: 2→6 , 2, null"
      ],
      losses: [],
      kinds: ["descriptions", "readings", "subtotals"]
    })
    assert.strictEqual(readFor(grouped, inNorth()).reading.headerRow, 2)
    // A title that only begins like a subtotal is a title.
    assert.lengthOf(shown("Objective,KPI,Start,Target\nTotal,Total sales,1,5\n").plan, 2)
  })

  it("keep the due dates and statuses of key results in the description of their objective", () => {
    const text = "Goal,Due,Status,KPI,Target\nGrow,Mar-27,green,Sales,5\nGrow,Apr-27,red,Visits,7\n"
    assert.deepStrictEqual(shown(text).plan, [
      "North: Grow (on_track, 2027-03-31)",
      "  | Visits – Status: red · Due: 2027-04-30",
      "  Sales: 0→5 , 0, null",
      "  Visits: 0→7 , 0, null"
    ])
  })

  it("are read without the rows and teams that are left out", () => {
    const text = "Team,Objective,KPI,Target\nNorth,Grow,Sales,5\n,,Visits,7\nSouth,Rest,,\n,Sleep,,\n"
    const plan = (given: Partial<Reading>) => shown(text, given, anywhere)
    assert.deepStrictEqual(plan({ skippedRows: [3], skippedTeams: ["South"] }).plan, [
      "North: Grow (draft, null)",
      "  Sales: 0→5 , 0, null"
    ])
    const without = plan({ skippedRows: [2, 4, 5] })
    assert.deepStrictEqual([without.plan, without.losses], [[], ["3: Skipped with its objective “Grow”."]])
  })

  it("make no team of which nothing is left", () => {
    assert.deepStrictEqual(readFor(`Team,Objective\nWest,${"x".repeat(251)}\n`, anywhere).teams, [])
  })
})
