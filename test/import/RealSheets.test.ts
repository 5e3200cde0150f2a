import { assert, describe, it } from "@effect/vitest"
import type { Reading } from "../../src/import/Columns.ts"
import type { Planned } from "../../src/import/ImportPlan.ts"
import { inNorth, inPlan, readFor } from "./Reading.ts"

const anywhere = { ...inNorth(), here: undefined, teams: [] }

/** Who answers for an item, when it starts, why it stands as it does, and what it supports, as far as it is said. */
const people = ({ values: { owner, startDate, statusNote }, parent }: Planned): string =>
  [
    owner && ` @${owner}`,
    startDate && ` from ${startDate}`,
    statusNote && ` because ${statusNote}`,
    parent && ` for ${parent.title}`
  ]
    .filter(Boolean)
    .join("")

/** What is planned, one line an item, and the kinds of notes with their rows. */
const shown = (text: string, given: Partial<Reading> = {}, context = inNorth()) => {
  const { teams, notes } = readFor(text, context, given)
  return {
    plan: teams.flatMap((team) =>
      inPlan(team, "objective").flatMap((objective) => [
        `${team.title}: ${objective.title} (${objective.values.status}, ${objective.values.dueDate})${people(objective)}`,
        ...(objective.values.description ?? "").split("\n").flatMap((line) => (line === "" ? [] : [`  | ${line}`])),
        ...inPlan(objective, "progress").map(
          ({ title, values }) =>
            `  ${title}: ${values.start}→${values.target} ${values.unit}, ${values.value}, ${values.confidence}`
        ),
        ...inPlan(objective, "initiative").map((one) => `  ${one.title}: ${one.values.status}${people(one)}`)
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
const exports: ReadonlyArray<
  readonly [name: string, lines: ReadonlyArray<string>, plan: ReadonlyArray<string>, losses: ReadonlyArray<string>]
> = [
  [
    "Viva Goals",
    [
      "Title,Type,Object type,Owner,Team,Time period,Status,Progress,Start date,Due,OKR Reference,Parent OKR,Start value,Target value,Current value,Unit",
      "Quicker start,Team,Objective,Ann Ash,North,Q3 2027,Reopened,40,7/1/2027,9/30/2027,11,,,,,",
      "Days to first order,Individual,Key Result,Bo Birk,North,Q3 2027,Behind,40,7/1/2027,9/30/2027,12,11,14,5,10,days",
      "Write a checklist,Individual,Project,Bo Birk,North,Q3 2027,Not Started,0,7/1/2027,8/15/2027,13,12,,,,"
    ],
    [
      "North: Quicker start (on_track, 2027-09-30) @Ann Ash from 2027-07-01",
      "  | Days to first order – Status: Behind · Start date: 2027-07-01 · Due: 2027-09-30 · Owner: Bo Birk · Period: Q3 2027",
      "  | Write a checklist – Start date: 2027-07-01 · Due: 2027-08-15 · Period: Q3 2027",
      "  Days to first order: 14→5 days, 10, null",
      "  Write a checklist: planned @Bo Birk"
    ],
    []
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
      "North: Quicker start (at_risk, 2027-09-30) @Ann Ash from 2027-07-01",
      "  | From order to use",
      "  | Days to first order – Status: Off track · Owner: Bo Birk · Period: Q3 2027",
      "  | Write a checklist – Period: Q3 2027",
      "  Days to first order: 14→5 days, 10, null",
      "  Write a checklist: done @Bo Birk"
    ],
    ["2: Parent skipped: there is no objective “Grow”."]
  ],
  [
    "Quantive",
    [
      "Session,Objective,Objective owner,Key result,Key result owner,Initial value,Target value,Actual value,Confidence",
      "2027 Q3,Quicker start,Ann Ash,Days to first order,Bo Birk,14,5,10,0.7",
      "2027 Q3,Quicker start,Ann Ash,Questions per start,Cy Cole,9,3,9,0.4"
    ],
    [
      "North: Quicker start (draft, 2027-09-30) @Ann Ash from 2027-07-01",
      "  | Days to first order – Owner: Bo Birk",
      "  | Questions per start – Owner: Cy Cole",
      "  Days to first order: 14→5 , 10, 7",
      "  Questions per start: 9→3 , 9, 4"
    ],
    []
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
      "North: Quicker start (on_track, 2027-09-30) @Ann Ash",
      "  | From order to use",
      "  | Write a checklist – Due: 2027-08-15",
      "  Write a checklist: active @Bo Birk",
      "  Print it: planned",
      "  Ask users: done",
      "North: Sell more (draft, null)",
      "  Call them: planned"
    ],
    ["5: Parent skipped: there is no objective “Grow”."]
  ]
]

/** The headers of Jira's exports in other languages, in the order of the same row. */
const translated: ReadonlyArray<readonly [language: string, header: string, epic: string, status: string]> = [
  [
    "German",
    "Zusammenfassung,Vorgangsschlüssel,Vorgangs-ID,Vorgangstyp,Status,Zugewiesene Person,Fälligkeitsdatum,Übergeordnet",
    "Epic",
    "In Arbeit"
  ],
  [
    "French",
    "Résumé,Clé de ticket,ID de ticket,Type de ticket,État,Personne assignée,Date d'échéance,Parent",
    "Epic",
    "En cours"
  ],
  [
    "French, in other words",
    "Résumé,Clé,Identifiant du ticket,Type de ticket,État,Responsable,Échéance,Parent",
    "Epic",
    "En cours"
  ],
  [
    "Spanish",
    "Resumen,Clave de incidencia,ID de la incidencia,Tipo de Incidencia,Estado,Persona asignada,Fecha de vencimiento,Principal",
    "Epic",
    "En curso"
  ]
]

describe("Real sheets", () => {
  it.each(translated)("of Jira in %s are read, with types of one's own below an epic", (_, header, epic, status) => {
    const rows = [
      `Grow,A-1,1001,${epic},${status},Ann,31/Mar/27 12:00 AM,`,
      `Ask,A-2,1002,Improvement,${status},,,1001`,
      `Tell,A-3,1003,Spike,${status},,,1001`
    ]
    const { plan, losses } = shown([header, ...rows].join("\n"))
    assert.deepStrictEqual(plan, ["North: Grow (on_track, 2027-03-31) @Ann", "  Ask: active", "  Tell: active"])
    assert.deepStrictEqual(losses, [])
  })

  it("with 136 columns are read by those that are used", () => {
    const more = Array.from({ length: 128 }, (_, at) => `Custom field (${at})`).join()
    const rows = Array.from({ length: 900 }, (_, at) => `Grow,Ask ${at % 90},${"some value,".repeat(128)}`)
    const { refusal, plan } = readFor(`Objective,Task,${more}\n${rows.join("\n")}`, inNorth())
    assert.deepStrictEqual([refusal, plan.below.length], ["", 1])
    const long = `Objective,Description\nGrow,${"x".repeat(1_000_001)}`
    assert.match(readFor(long, inNorth()).refusal, /^Too large/)
    assert.strictEqual(readFor(long, inNorth(), { columns: ["objective", "ignored"] }).refusal, "")
  })

  it("drawn with bars are tables, whatever stands around them", () => {
    const table = "| Objective | Key result | Start | Target |\n|---|---|--:|--:|\n| **Grow** | A\\|B | 0 | 10 |"
    const plain =
      "Objective │ Key result │ Start │ Target\n──────────┼────────────┼───────┼───────\nGrow │ A|B | 0 │ 10"
    const measure = ["North: Grow (draft, null)", "  A|B: 0→10 , 0, null"]
    assert.deepStrictEqual(shown(`Here it is:\n\n${table}\n\nGood luck!`), {
      ...{ plan: measure, losses: [] },
      kinds: ["places"]
    })
    assert.deepStrictEqual(shown(plain.replace("A|B |", "A\\|B │")).plan, measure)
  })

  it("keep links in descriptions", () => {
    const text = "Objective,Key result,Target,Link\nGrow,Sales,5,https://example.com/1\n"
    assert.include(shown(text).plan, "  | Link: https://example.com/1")
  })

  it.each(exports)("an export of %s arrives with nothing dropped", (_, lines, plan, losses) => {
    const found = shown(`${lines.join("\r\n")}\r\n`, { isDayFirst: false })
    assert.deepStrictEqual([found.plan, found.losses], [plan, losses])
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
        "North: Grow (on_track, null) @Ann",
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
    // A count beside the word is no title.
    assert.lengthOf(shown("Objective,KPI,Start,Target\nGrow,Sales,1,5\nTotal,1 KPI,,1.2m\n").plan, 2)
  })

  it("have a period where a column of dates has no date yet", () => {
    const read = shown("Objective,Period,Start date,Due\nGrow,Q1 2027,,TBD\nKeep,Q1 2027,soon,15.03.2027\n")
    assert.deepStrictEqual(read.plan, [
      "North: Grow (draft, 2027-03-31) from 2027-01-01",
      "North: Keep (draft, 2027-03-15) from 2027-01-01"
    ])
    assert.deepStrictEqual(read.losses, ["2: Skipped “TBD”: not a date.", "3: Skipped “soon”: not a date."])
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

  it("of a German company keep owners, quarters, reasons and parents in fields, and tell of the rest", () => {
    const text = [
      "OKRs 2027 – Stand 30.11.2026;;;;;;;;",
      ";;;;;;;;",
      "Ziel;Verantwortliche/r;Quartal;Beginn;Fällig;Status;Begründung;Zahlt ein auf;Maßnahme;Projektleiter",
      "Umsatz steigern;Anna Müller;1. Quartal 2027;;;gelb;Zwei Kunden zögern;Wachsen;Messe;K. Weiß",
      ";Jörg Öz;;;;;;;Angebot;",
      "Wachsen;Vorstand;2027;;;grün;;;;",
      "Halten;-;Q1 27;01.02.2027;;rot;Kein Team;umsatz steigern;;",
      "Rückwärts;;;30.06.2027;31.03.2027;;;;;",
      "Irgendwann;Bo;Sprint 3;;;;;Niemand;;"
    ].join("\r\n")
    const found = shown(text)
    assert.deepStrictEqual(found.plan, [
      "North: Umsatz steigern (at_risk, 2027-03-31) @Anna Müller from 2027-01-01 because Zwei Kunden zögern for Wachsen",
      "  Messe: planned @K. Weiß",
      "  Angebot: planned @Jörg Öz",
      "North: Wachsen (on_track, 2027-12-31) @Vorstand from 2027-01-01",
      "North: Halten (off_track, 2027-03-31) from 2027-02-01 because Kein Team for Umsatz steigern",
      "North: Rückwärts (draft, null)",
      "North: Irgendwann (draft, null) @Bo",
      "  | Period: Sprint 3"
    ])
    assert.deepStrictEqual(found.losses, [
      "8: Dates of “Rückwärts” skipped: it starts on 2027-06-30, after its due date 2027-03-31.",
      "9: Parent skipped: there is no objective “Niemand”."
    ])
    assert.deepStrictEqual(found.kinds, ["descriptions", "parents", "readings", "values"])
  })

  it("make no team of which nothing is left", () => {
    assert.deepStrictEqual(readFor(`Team,Objective\nWest,${"x".repeat(251)}\n`, anywhere).teams, [])
  })
})

/** Rows of one measure each: header and cells, and what is read, or that it is skipped with a note. */
const measures: ReadonlyArray<readonly [header: string, cells: string, read: string]> = [
  ["Ziel;Kennzahl;Startwert;Zielwert;Ist", "A;EBIT;1.200,00-;500,00;300,00-", "-1200→500 , -300"],
  ["Ziel;Kennzahl;Startwert;Zielwert;Ist", "A;Kunden;800;1.200;950", "800→1200 , 950"],
  ["Ziel;Kennzahl;Startwert;Zielwert;Ist", "A;Umsatz;0,9 Mio. €;1,2 Mio. €;950 Tsd. €", "0.9→1.2 Mio. €, 0.95"],
  ["Ziel;Kennzahl;Startwert;Zielwert;Ist", "A;Temperatur;12. Mai;Jul 25;02. Mai", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Lead time,2 weeks,3 days,9 days", "14→3 days, 9"],
  ["Objective,Measure,Start,Target,Current", "A,Wait,90 min,1 h,75 min", "1.5→1 h, 1.25"],
  ["Objective,Measure,Start,Target,Current", "A,Users,8500,10k,9200", "8500→10000 , 9200"],
  ["Objective,Measure,Start,Target,Current", "A,Uptime,99.0%,99.9%,0.995", "99→99.9 %, 99.5"],
  ["Objective,Measure,Start,Target,Current", "A,Errors,5‰,0.2%,0.4%", "0.5→0.2 %, 0.4"],
  ["Objective,Measure,Start,Target,Current", 'A,Revenue,"$1,200,000",$2m,$1.5M', "1200000→2000000 $, 1500000"],
  ["Objective,Measure,Start,Target,Current", "A,Revenue,0,€3m,€1.2m", "0→3 €m, 1.2"],
  ["Objective,Measure,Start,Target,Current", "A,Users,10k,20k,15k", "10→20 k, 15"],
  ["Objective,Measure,Start,Target,Current", "A,Users,1M,500k,0.8M", "1000→500 k, 800"],
  ["Objective,Measure,Start,Target,Current", "A,Sales,800k,1.2m,0.9m", "800000→1200000 , 900000"],
  ["Objective,Measure,Start,Target,Current", "A,Length,90m,60m,75m", "90→60 m, 75"],
  ["Objective,Measure,Start,Target,Current", "A,Wait,1h30,20m,50m", "90→20 min, 50"],
  ["Objective,Measure,Start,Target,Current", "A,Wait,2 h,20k,1 h", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Wait,2d 4h,1 d,30 h", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Costs,€5,$3,€4", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Time,2 weeks,1 month,3 weeks", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Customers,1 customer,12 customers,3", "1→12 customers, 3"],
  ["Objective,Measure,Start,Target,Current", "A,Losses,(500),(100),(300)", "-500→-100 , -300"],
  ["Objective,Measure,Start,Target,Current,Unit", "A,Sales,10,20,15000,k€", "10→20 k€, 15000"],
  ["Objective,Measure,Start,Target,Current,Unit", "A,Sales,10k€,20k€,15k€,k€", "10→20 k€, 15"],
  ["Objective,Measure,Start,Target,Current", "A,Release,v1.2,v2.0,v1.3", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Milestone,Phase 1,Phase 3,Phase 2", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Ship,1 Jan,31 March,1 Feb", "skipped"],
  ["Objective,Measure,Start,Target,Current", "A,Share,10 %,25 %,12.5 %", "10→25 %, 12.5"],
  ["Objective,Measure,Start (k€),Target (k€),Current (k€)", "A,Sales,10,20,15 €", "10000→20000 €, 15"],
  ["Objective,Measure,Start (k€),Target (k€),Current (k€)", "A,Sales,10,20,15", "10→20 k€, 15"],
  ["Ziel;Kennzahl;Startwert in %;Zielwert (in %);Ist (aktuell)", "A;Quote;10;25,5;15", "10→25.5 %, 15"],
  ["Objective,Measure,Start,Target (2027),Current", "A,Sales,1,5,3", "1→5 , 3"],
  ["Name,Initial value,Target value,Current value,Unit,Status", "Grow,1,5,3,customers,on track", "1→5 customers, 3"],
  ["Ziel;Schlüsselergebnis;Startwert;Ziel;Aktueller Wert", "A;Quote;10 %;25,5 %;12 %", "10→25.5 %, 12"],
  ["Objectif;Résultat clé;Valeur initiale;Cible;Valeur actuelle", "A;Délai;2h30;1h15;2h", "2.5→1.25 h, 2"],
  ["Objetivo;Indicador;Valor inicial;Meta;Valor actual", "A;Ventas;1.000 €;2.500,50 €;1.200 €", "1000→2500.5 €, 1200"]
]

describe("A measure's cells", () => {
  it.each(measures)("%s / %s: %s", (header, cells, expected) => {
    const { plan, losses } = shown(`${header}\n${cells}\n`)
    const [, read = "skipped"] = /: (.*), null$/.exec(plan.find((line) => line.includes("→")) ?? "") ?? []
    assert.strictEqual(read, expected)
    assert.strictEqual(losses.length > 0, expected === "skipped", losses.join())
  })
})
