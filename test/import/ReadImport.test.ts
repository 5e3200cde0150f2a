import { assert, describe, it } from "@effect/vitest"
import { columnName, columnNamed, columns, type Reading } from "../../src/import/Columns.ts"
import type { Planned } from "../../src/import/ImportPlan.ts"
import { type TeamContents, teamTree } from "../../src/import/TeamContents.ts"
import { entityId } from "../domain/Commands.ts"
import { countsOf, inNorth, inPlan, nothing, readFor } from "./Reading.ts"

const read = (text: string, given: Partial<Reading> = {}, team = nothing, isAgain = false) =>
  readFor(text, { ...inNorth(team), isAgain }, given)

/** The plan as an indented text: existing entities in brackets, initiatives with their status. */
const shown = ({ plan }: ReturnType<typeof read>): ReadonlyArray<string> => {
  const name = ({ title, existing }: Planned) => (existing === undefined ? title : `(${title})`)
  const at = (list: ReadonlyArray<Planned>, { links }: Planned) => links.map((link) => list.indexOf(link)).join()
  const principles = inPlan(plan, "principle")
  return [
    ...principles.map((principle) => `! ${name(principle)}`),
    ...inPlan(plan, "objective").flatMap((objective) => {
      const { status, dueDate } = objective.values
      const groups = inPlan(objective, "group")
      return [
        `${name(objective)} ${status} ${dueDate ?? "-"} ${at(principles, objective)}`.trim(),
        ...groups.map((group) => `  # ${name(group)}`),
        ...inPlan(objective, "initiative").map(
          (one) => `  ${one.links.length === 0 ? "" : `${at(groups, one)} `}${name(one)} ${one.values.status}`
        ),
        ...inPlan(objective, "progress").map(
          (measure) => `  ${name(measure)}: ${measure.values.start} to ${measure.values.target} ${measure.values.unit}`
        )
      ]
    })
  ]
}

const notes = ({ notes }: ReturnType<typeof read>): ReadonlyArray<string> =>
  notes.map(({ text, rows, isLoss }) => `${isLoss ? "lost" : "read"} ${rows.join()}: ${text}`)

describe("A text to import", () => {
  it("is an outline if it has no cells: groups, boxes, brackets and measures are recognised", () => {
    const found = read(`
# Principles
- Safe
# Objectives
Grow, then rest [at risk] (due 31 March 2027)
- [x] Ask
- Later
\t- [ ] One
\t- Two
- Customers: 20 → 50 %
- Principle: Safe
Shrink
`)
    assert.deepStrictEqual(shown(found), [
      "! Safe",
      "Grow, then rest at_risk 2027-03-31 0",
      "  # Later",
      "  Ask done",
      "  0 One planned",
      "  0 Two planned",
      "  Customers: 20 to 50 %",
      "Shrink draft -"
    ])
    assert.deepStrictEqual(notes(found), [])
  })

  it("is an outline whose lines say what they are, below the title of a page", () => {
    const found = read(
      "# Plan 2027\n\n## Objective 1: Grow\n- KR1: Revenue from €1m to €2m\n- KR 1.2: NPS 30 → 50\n\n## Objective 2: Rest\n- Sleep\n"
    )
    assert.deepStrictEqual(shown(found), [
      "Grow draft -",
      "  Revenue: 1 to 2 €m",
      "  NPS: 30 to 50 ",
      "Rest draft -",
      "  Sleep planned"
    ])
  })

  it("is one entity on each line, of the chosen type, if it has only lines", () => {
    const lines = "Safe, always\nFast, mostly\n\n  \nSimple"
    assert.deepStrictEqual(countsOf(read(lines).plan).objective, 3)
    assert.deepStrictEqual(shown(read(lines, { top: "principle" })), ["! Safe, always", "! Fast, mostly", "! Simple"])
  })

  it("has its header below the title of a sheet and empty rows, and keeps the numbers of its rows", () => {
    const sheet = "Strategy 2026,,\n,,\nObjective,Due date,Status\nGrow,31.3.2027,at risk\n,,\nShrink,soon,\n"
    const found = read(sheet)
    assert.deepStrictEqual(shown(found), ["Grow at_risk 2027-03-31", "Shrink draft -"])
    assert.match(notes(found).join(), /^lost 6: [^,]*soon/)
    assert.deepStrictEqual(shown(read(sheet, { headerRow: 0 })).length, 4)
  })

  it("in rows with several entities adds them to the objective above", () => {
    const found = read(
      "Goal\tDue\tProject\tState of it\tKPI\tBaseline\tTarget\n" +
        'Grow\t3/4/2027\t"Ask\n• [x] Tell"\tignored\tSales\t1,5\t20 %\n' +
        "\t\tSell\t\tVisits\t\t7\n" +
        "Grow\t1/1/2028\t\t\t\t\t\n" +
        "Shrink\tsoon\t\t\tEmpty\t1\t1\n"
    )
    assert.deepStrictEqual(found.reading.columns, [
      "objective",
      "dueDate",
      "initiative",
      "ignored",
      "progress",
      "start",
      "target"
    ])
    assert.deepStrictEqual(
      shown(found),
      [
        "Grow draft 2027-04-03",
        "  Ask planned",
        "  Tell done",
        "  Sell planned",
        "  Sales: 1.5 to 20 %",
        "  Visits: 0 to 7",
        "Shrink draft -"
      ].map((line) => (line === "  Visits: 0 to 7" ? `${line} ` : line))
    )
    assert.deepStrictEqual(notes(found), [
      "lost 4: Due date skipped: a row above gives this objective another one.",
      "lost 5: Skipped “soon”: not a date.",
      "lost 5: Skipped measure “Empty”: its start equals its target.",
      "read 1: Skipped columns with names that aren’t known: “State of it”.",
      "read 3: Measure “Visits” has no start, so it starts at 0."
    ])
  })

  it("tells of a number that the unit of others makes far too large, and skips a measure whose start is none", () => {
    const found = read("Objective,Key result,Start,Target,Value\nGrow,Wait,3 h,2 h,7200\nGrow,Wait more,soon,2,3\n")
    assert.deepStrictEqual(shown(found), ["Grow draft -", "  Wait: 3 to 2 h"])
    assert.deepStrictEqual(notes(found), [
      "lost 3: Skipped “soon”: not a number.",
      "lost 3: Skipped measure “Wait more”: its start isn’t a number.",
      "read 2: Read “7200” as 7200 h."
    ])
  })

  it("with a measure in one line leaves out the numbers beside it, and tells so", () => {
    const found = read("Objective,Key result,Target,Value\nGrow,Refunds: 60 to 95 %,,70\nGrow,Sales,9,\n")
    assert.deepStrictEqual(shown(found), ["Grow draft -", "  Refunds: 60 to 95 %", "  Sales: 0 to 9 "])
    assert.deepStrictEqual(notes(found), [
      "lost 2: Value skipped: this objective has no measure.",
      "read 3: Measure “Sales” has no start, so it starts at 0."
    ])
  })

  it("without names of columns is read by what is in them, and as the user corrects it", () => {
    const text = "Grow;31.12.2027;on track;7\nShrink;2027-01-01;Missed;8\n"
    assert.deepStrictEqual(shown(read(text)), ["Grow on_track 2027-12-31", "Shrink missed 2027-01-01"])
    const columns = ["principle", "ignored", "ignored", "description"] as const
    assert.deepStrictEqual(shown(read(text, { columns })), ["! Grow", "! Shrink"])
    assert.deepStrictEqual(shown(read(text, { form: "outline" })).length, 2)
    assert.deepStrictEqual(read("a,b\nc,d", { isDayFirst: false }).reading.isDayFirst, false)
  })

  it("with a column of types finds the objective of a row above or below it, and makes one that has no row", () => {
    const found = read(
      "Type,Title,Objective,Status\nInitiative,Ask,Grow,done\nGoal,Grow,,green\nTask,Sell,Else,\nIdea,X,,\n,Rest,,\n"
    )
    assert.deepStrictEqual(shown(found), [
      "Grow on_track -",
      "  Ask done",
      "Rest draft -",
      "Else draft -",
      "  Sell planned"
    ])
    assert.deepStrictEqual(notes(found), [
      "read 6: No type: read as an objective.",
      "read 3: Read “green” as On track.",
      "read 4: Objective “Else” has no row of its own."
    ])
  })

  it("has columns by their names, in the singular or the plural, and those that a download writes", () => {
    const columnsOf = (header: string) => read(`${header}\nx`).reading.columns
    assert.deepStrictEqual(columnsOf("Ziele,Maßnahmen,Projektstatus,Fällig am,Prinzipien,Kennzahlen,Istwert"), [
      ...(["objective", "initiative", "initiativeStatus", "dueDate", "principle", "progress", "value"] as const)
    ])
    assert.deepStrictEqual(columnsOf("Goals,Tasks,Task status,Parent item,Goal value,Ton of it"), [
      ...(["objective", "initiative", "initiativeStatus", "parent", "target", "ignored"] as const)
    ])
    for (const column of columns) assert.strictEqual(columnNamed(columnName(column)), column)
  })

  it.each([
    [
      "owner",
      "Owner,Lead,Responsible,Assignee,Verantwortlich,Verantwortliche/r,Zuständig,Ansprechpartner:in,Responsable,Pilote,Propietario"
    ],
    ["startDate", "Start date,Begin,Beginn,Startdatum,Date de début,Fecha de inicio"],
    ["period", "Period,Quarter,Quartal,Zeitraum,Trimestre,Jahr,Fiscal year,Geschäftsjahr,Année,Periodo"],
    [
      "parent",
      "Parent objective,Supports,Aligned to,Contributes to,Zahlt ein auf,Übergeordnetes Ziel,Soutient,Apoya a,Parent"
    ],
    [
      "statusNote",
      "Why,Reason,Status comment,Status note,Begründung,Statuskommentar,Warum,Pourquoi,Motif,Motivo,Por qué"
    ],
    ["checkInDate", "As of,Date of value,Check-in date,Stand vom,Stichtag,Date de la valeur,Fecha del valor"]
  ])("has columns of %s by their names in four languages", (column, names) => {
    for (const name of names.split(",")) {
      const { columns } = read(`Title,Status,KPI,${name}\nx,,,`).reading
      assert.strictEqual(columns[3], column, name)
    }
  })

  it.each([
    ["Objective,Start,Target\nA,1.2.2027,31.3.2027", "objective,startDate,dueDate"],
    ["Objective,KPI,Start,Target\nA,B,1.2,5", "objective,progress,start,target"],
    ["Ziel,Kennzahl,Ist,Stand\nA,B,5,30.11.2026", "objective,progress,value,checkInDate"],
    ["Ziel,Von,Bis\nA,1.1.2027,31.3.2027", "objective,startDate,dueDate"],
    ["Objective,Why\nA,because", "objective,description"],
    ["Type,Name,Parent\nGoal,A,", "type,title,objective"],
    ["Objective,Initiative,Project owner\nA,B,Bo", "objective,initiative,initiativeOwner"]
  ])("has columns by what is in them and beside them: %j", (text, columns) => {
    assert.strictEqual(read(text).reading.columns.join(), columns)
  })

  it.each([
    ["Title,Parent\nA,B\nB,C\nC,", "A→B B→C", ""],
    ["Title,Parent\nA,B\nB,A\nC,A", "C→A", "circle 2,circle 3"],
    ["Title,Parent\nA,A", "", "circle 2"],
    ["Title,Parent\nA,Nobody", "", "no 2"],
    ["Title,Parent\nA,2. B\nB,\nb,", "A→B", ""],
    ["Type,Title,Supports\nGoal,A,B\nGoal,B,\nGoal,B,", "", "several 2"],
    ["Title,Key,Supports\nA,K-1,K-2\nB,K-2,", "A→B", ""],
    ["Title,Supports\nA,B; C\nB,\nC,", "A→B", "other 2"],
    ["Team,Title,Supports\nNorth,A,East: A\nEast,A,\nWest,A,", "A→A", ""],
    ["Team,Title,Supports\nNorth,A,a\nEast,A,", "A→A", ""],
    [
      `Title,Supports\n${Array.from("ABCDEFGHIJKL", (one, at) => `${one},${"ABCDEFGHIJKL"[at + 1] ?? ""}`).join("\n")}`,
      "C→D D→E E→F F→G G→H H→I I→J J→K K→L",
      "levels 2,3"
    ]
  ])("links parents in the file, and tells of others: %j", (text, links, expected) => {
    const { teams, notes } = readFor(text, inNorth())
    const words = {
      circle: /circle/,
      no: /no objective/,
      several: /several objectives/,
      other: /one other only/,
      levels: /levels/
    }
    assert.deepStrictEqual(
      [
        teams
          .flatMap(({ below }) => below.flatMap(({ title, parent }) => (parent ? `${title}→${parent.title}` : [])))
          .join(" "),
        notes
          .map(({ text, rows }) => `${Object.entries(words).find(([, word]) => word.test(text))?.[0]} ${rows}`)
          .join()
      ],
      [links, expected]
    )
  })

  it("finds parents in teams that it does not name, once they are loaded", () => {
    const [east, west] = ["East", "West"].map((name, at) => ({ id: entityId(at + 2), name }))
    const teams = [{ id: entityId(1), name: "North" }, east!, west!]
    const grow = (id: number) => ({
      id: entityId(id),
      title: "Grow",
      principles: [],
      groups: [],
      initiatives: [],
      progress: []
    })
    const own = { ...grow(9), title: "Sell", parentId: entityId(8) }
    const contents = (isLoaded: boolean) => (id: string) => {
      const objectives = id === west?.id ? [grow(7)] : id === east?.id ? [grow(8)] : [own]
      return isLoaded || id === entityId(1)
        ? teamTree({ ...teams.find((one) => one.id === id), principles: [], objectives })
        : undefined
    }
    const parentsOf = (text: string, isLoaded = true) => {
      const { missing, plan, notes } = readFor(text, { ...inNorth(), teams, contentsOf: contents(isLoaded) })
      return [
        missing,
        plan.below.map(({ parent }) => parent?.id),
        notes.filter(({ kind }) => kind === "parents").length
      ]
    }
    assert.deepStrictEqual(parentsOf("Title,Supports\nNew,Grow", false)[0], [east?.id, west?.id])
    assert.deepStrictEqual(parentsOf("Title,Supports\nNew,Grow"), [[], [undefined], 1])
    assert.deepStrictEqual(parentsOf("Title,Supports\nNew,West: grow"), [[], [entityId(7)], 0])
    assert.deepStrictEqual(parentsOf(`Title,Supports\nNew,${entityId(8)}`), [[], [entityId(8)], 0])
    // It supports one of the two already.
    assert.deepStrictEqual(parentsOf("Title,Supports\nSell,Grow"), [[], [undefined], 0])
  })

  it("belongs to the team that its row names, or else the row above", () => {
    const text = "Team,Title\nNorth,One\n,Two\nSouth,Three\n,Four\nNorth,Five"
    const { plan, notes } = readFor(text, inNorth(), { team: "North" })
    assert.deepStrictEqual(
      plan.below.map(({ title }) => title),
      ["One", "Two", "Five"]
    )
    assert.deepStrictEqual(notes, [
      { kind: "teams", text: "Skipped: belongs to another team.", isLoss: true, rows: [4, 5] }
    ])
  })

  it("tells every cell that has no place", () => {
    const found = read(
      "Type,Title,Due,Target,Confidence\nInitiative,Ask,2027-01-01,,\nObjective,Grow,,5,11\nMeasure,Sales,,9,11\n"
    )
    assert.deepStrictEqual(notes(found), [
      "lost 2: Skipped: it belongs to no objective.",
      "lost 2: Due date skipped: not used for initiatives.",
      "lost 3,4: Skipped “11”: not a whole number from 0 to 10.",
      "read 3: Measure “Grow” has no start, so it starts at 0.",
      "read 4: Measure “Sales” has no start, so it starts at 0."
    ])
  })

  it("keeps the limits of texts and of a team, counting existing entities", () => {
    const principles = Array.from({ length: 49 }, (_, at) => ({ id: `${at}`, title: `There ${at}` }))
    const rows = [
      `Objective,${"x".repeat(250)}${"😀"},,`,
      `Initiative,Lost with it,,`,
      `Objective,${"😀".repeat(250)},${"d".repeat(4097)},Safe;Fast;There 3`,
      ...Array.from({ length: 101 }, (_, at) => `Initiative,Step ${at},,`),
      "Principle,\u200b,,"
    ]
    const found = read(`Type,Title,Description,Principles\n${rows.join("\n")}`, {}, { principles, objectives: [] })
    assert.deepStrictEqual(countsOf(found.plan), { principle: 1, objective: 1, initiative: 100 })
    const [objective] = inPlan(found.plan, "objective")
    assert.deepStrictEqual(
      objective?.links.map(({ title }) => title),
      ["Safe", "There 3"]
    )
    assert.deepStrictEqual(
      notes(found).filter((note) => note.startsWith("lost")),
      [
        "lost 106: Skipped: principle without a title.",
        `lost 2: Skipped objective “${"x".repeat(59)}…”: it has 251 characters, the limit is 250.`,
        `lost 3: Skipped with its objective “${"x".repeat(59)}…”.`,
        "lost 4: Description skipped: it has 4097 characters, the limit is 4096.",
        "lost 4: Skipped: the limit is 50 principles.",
        "lost 105: Skipped: the limit is 100 initiatives."
      ]
    )
  })

  it("completes existing entities, or creates them again", () => {
    const team: TeamContents = {
      principles: [{ id: "p", title: "Safe" }],
      objectives: [
        {
          id: "o",
          title: "Grow",
          principles: [{ id: "p" }],
          groups: [],
          initiatives: [{ id: "i", title: "Ask" }],
          progress: []
        }
      ]
    }
    const text = "Objective,Initiatives,Principles\ngrow,Ask,safe\n,Sell,Fast\nGrow too,,"
    assert.deepStrictEqual(shown(read(text, {}, team)), [
      ...["! (Safe)", "! Fast", "(grow) draft - 1", "  (Ask) planned", "  Sell planned", "Grow too draft -"]
    ])
    assert.deepStrictEqual(countsOf(read(text, {}, team, true).plan), { principle: 1, objective: 2, initiative: 2 })
  })
})
