import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty, type State } from "../../src/domain/state/State.ts"
import { makeNotes } from "../../src/import/ImportNotes.ts"
import { type Planned, planOf } from "../../src/import/ImportPlan.ts"
import { type ImportItem, type Kind, newItem, type Values } from "../../src/import/ImportTree.ts"
import { stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { planParents } from "../../src/import/parents/ParentPlan.ts"
import { cellsOf, headerOf, parentNames } from "../../src/import/TeamCells.ts"
import { type TeamContents, teamTree } from "../../src/import/TeamContents.ts"
import { type CsvDialect, excelDialect, forPrograms, markOf, writeCells } from "../../src/shared/Csv.ts"
import { searchable } from "../../src/shared/NormalizedText.ts"
import { initiativeStatuses, objectiveStatuses } from "../../src/shared/Statuses.ts"
import { entityId } from "../domain/Commands.ts"
import { afterSteps, type Contents, contentsOf, newTeam, plainly, stepsFrom } from "./Applied.ts"
import { countsOf, inNorth, inPlan, nothing, readFor } from "./Reading.ts"

/** Few texts, so that entities have equal titles, and titles that look like other values. */
const title = fc.oneof(
  fc.constantFrom(
    "Safe",
    "safe",
    "2. Safe",
    "Fast, really",
    "Objective",
    "=1+1",
    "-5",
    "'@x",
    'Say "no"; early',
    "1/2/27"
  ),
  fc.string({ unit: fc.constantFrom("a", "B", "é", '"', ",", ";", "=", "-", "'", " ", "1", "."), maxLength: 8 })
)

const visible = title.map((text) => (/[^\s]/.test(text) ? text.trim() : "x"))

const lines = fc
  .array(fc.oneof(title, fc.constantFrom("", "\t", "+1", "•  a")), { maxLength: 3 })
  .map((all) => all.join("\n").trim())

const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, 1.234, -1234, 1e15, 1e-7),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0)
)

const list = <A>(of: fc.Arbitrary<A>, maxLength: number) => fc.array(of, { maxLength })

const item = (kind: Kind, values: fc.Arbitrary<Values>, names = list(visible, 0), below = list(noItem, 0)) =>
  fc.record({ title: visible, values, names, below }).map(
    ({ title, values, names, below }): ImportItem => ({
      ...newItem(kind, 1, title, values),
      names: names.map((text) => ({ row: 1, text })),
      below
    })
  )

const noItem: fc.Arbitrary<ImportItem> = fc.constant(newItem("group", 1, ""))

const nothingElse = fc.constant({})

const measure = item(
  "progress",
  fc
    .record({
      unit: fc.constantFrom("", "%", "EUR", "=x"),
      start: number,
      target: number,
      value: number,
      confidence: fc.option(fc.integer({ min: 0, max: 10 })),
      note: lines,
      date: fc.constantFrom(null, "2025-11-03", "2026-01-01")
    })
    .filter(({ start, target }) => start !== target)
    .map(({ date, ...values }) => (date === null ? values : { ...values, date }))
)

const owner = fc.oneof(fc.constantFrom("", "Ann Müller", "-", "=Bo", "“Sales”; lead"), visible)

const initiative = item(
  "initiative",
  fc.record({ status: fc.constantFrom(...initiativeStatuses), owner }),
  list(fc.constantFrom("Safe", "1. Safe", "2. Safe"), 1)
)

const objective = item(
  "objective",
  fc.record({
    description: lines,
    status: fc.constantFrom(...objectiveStatuses),
    statusNote: lines,
    owner,
    startDate: fc.constantFrom(null, "2026-12-31", "2027-03-04"),
    dueDate: fc.constantFrom(null, "2027-03-04", "2028-02-29")
  }),
  list(visible, 3),
  fc.tuple(list(item("group", nothingElse), 3), list(initiative, 4), list(measure, 2)).map((parts) => parts.flat())
)

const items: fc.Arbitrary<ImportItem> = fc
  .tuple(list(item("principle", fc.record({ description: lines })), 4), list(objective, 4))
  .map((parts) => ({ ...newItem("team", 1, "North"), below: parts.flat() }))

/** Teams whose objectives support others of them, by keys; circles are refused. */
const withParents = (teams: ReadonlyArray<ImportItem>, picks: ReadonlyArray<number>): ReadonlyArray<ImportItem> => {
  let number = 0
  const withKey = (one: ImportItem): ImportItem => {
    const pick = picks[number++] ?? 0
    const parents = one.kind === "objective" && pick > 0 ? [{ row: 1, texts: [`#${pick}`] }] : []
    return { ...one, keys: [`#${number}`], parents }
  }
  return teams.map((team) => ({ ...team, below: team.below.map(withKey) }))
}

const parents = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 })

const planned = (plans: ReadonlyArray<Planned>): ReadonlyArray<Planned> => {
  planParents(plans, [], makeNotes())
  return plans
}

/** The plan for the items in a team that is there, and empty. */
const planInNorth = (items: ImportItem, picks: ReadonlyArray<number> = []): Planned => {
  const [team = items] = withParents([items], picks)
  const plan = planOf(team, teamTree({ ...nothing, id: entityId(1), name: "North" }), false, makeNotes())
  return planned([plan])[0] ?? plan
}

const dialects = [forPrograms, ...["en", "de", "de-CH", "fr"].map(excelDialect)]

const csvOf = (contents: Contents, dialect: CsvDialect): string =>
  markOf(dialect) + writeCells([headerOf(false), ...cellsOf(teamTree(contents), false, dialect)], dialect)

const csvOfAll = (teams: ReadonlyArray<ReturnType<typeof contentsOf>>): string => {
  const trees = teams.map(teamTree)
  return writeCells([headerOf(true), ...trees.flatMap((team) => cellsOf(team, true, forPrograms, parentNames(trees)))])
}

/** What an import of teams comes to; the teams in their order. */
const imported = (before: State, plans: ReadonlyArray<Planned>, from: number) => {
  let next = from
  const { steps, teams } = stepsOfTeams(plans, () => entityId(next++), [], "set")
  const state = afterSteps(before, steps)
  return { state, teams: teams.map(({ id }) => contentsOf(state, id as EntityId)) }
}

const safe = planInNorth({ ...newItem("team", 1, "North"), below: [newItem("principle", 1, "Safe")] })

describe("A download", () => {
  it("imports into an empty team as the same, and into the same team as no change", () => {
    fc.assert(
      fc.property(
        items,
        parents,
        fc.constantFrom("," as const, "." as const),
        fc.constantFrom(...dialects),
        (made, picks, decimal, dialect) => {
          const before = newTeam()
          const steps = stepsFrom(planInNorth(made, picks), 100)
          const first = contentsOf(afterSteps(before, steps))
          const read = (text: string, team: TeamContents) =>
            readFor(text, { ...inNorth(team), isDayFirst: false, decimal })

          const { plan, notes } = read(csvOf(first, dialect), nothing)
          assert.deepStrictEqual(notes, [])
          const second = contentsOf(afterSteps(before, stepsFrom(plan, 10_000)))
          assert.deepStrictEqual(plainly(second), plainly(first))

          const again = read(csvOf(first, dialect), first)
          assert.deepStrictEqual([countsOf(again.plan), again.notes], [{}, []])
          assert.deepStrictEqual(stepsFrom(again.plan, 20_000), [])
        }
      ),
      { numRuns: 150 }
    )
  })

  const names = fc.uniqueArray(fc.oneof(visible, fc.constantFrom("=North", "'South", "East; West", "safe")), {
    ...{ minLength: 1, maxLength: 4 },
    selector: searchable
  })

  it("of several teams imports as the same teams, and into the same teams as no change", () => {
    fc.assert(
      fc.property(names, fc.array(items, { minLength: 4, maxLength: 4 }), parents, (names, parts, picks) => {
        const colors = ["#aa0000", "#00bb00", "#0000cc", "#111111"]
        const made = names.map((title, at): ImportItem => {
          const values = { color: colors[at] ?? "" }
          return { ...newItem("team", 1, ""), ...parts[at], title, values }
        })
        const plans = withParents(made, picks).map((team) => planOf(team, undefined, false, makeNotes()))
        const first = imported(empty, planned(plans), 100)
        const text = csvOfAll(first.teams)
        const elsewhere = { ...inNorth(), here: undefined, teams: [], isDayFirst: false }
        const read = readFor(text, elsewhere)
        assert.deepStrictEqual(read.notes, [])
        const second = imported(empty, read.teams, 10_000)
        const plain = ({ teams }: typeof first) => teams.map((team) => [team.name, team.color, plainly(team, teams)])
        assert.deepStrictEqual(plain(second), plain(first))

        const trees = first.teams.map(teamTree)
        const found = (id: string) => trees.find((team) => team.id === id)
        const again = readFor(text, { ...elsewhere, teams: first.teams, contentsOf: found })
        assert.deepStrictEqual(
          again.teams.map((plan) => [plan.existing?.id, countsOf(plan)]),
          first.teams.map(({ id }) => [id, {}])
        )
        assert.deepStrictEqual([imported(first.state, again.teams, 20_000).state, again.notes], [first.state, []])
      }),
      { numRuns: 60 }
    )
  })

  it("of one team names parents in others by their titles, with the team where several have it, or by their ids", () => {
    const [grow, sell, gone] = [entityId(71), entityId(72), entityId(73)]
    const parts = { principles: [], groups: [], initiatives: [], progress: [] }
    const objectives = [grow, sell, gone].map((parentId, at) => ({
      id: entityId(80 + at),
      title: `${at}`,
      parentId,
      ...parts
    }))
    const tree = teamTree({ id: entityId(1), name: "North", principles: [], objectives })
    const elsewhere = [
      { id: grow, title: "Grow", team: "East", number: 1 },
      { id: sell, title: "Sell", team: "East", number: 2 },
      { id: entityId(74), title: "Sell", team: "West", number: 1 }
    ]
    const cells = cellsOf(tree, false, forPrograms, parentNames([tree], elsewhere))
    const at = headerOf(false).indexOf("Parent objective")
    assert.deepStrictEqual(
      cells.map((row) => row[at]),
      ["Grow", "East: Sell", gone]
    )
  })

  /** The file of teams of these names, each with one principle. */
  const fileOf = (names: ReadonlyArray<string>): string => {
    const team = contentsOf(afterSteps(newTeam(), stepsFrom(safe, 100)))
    return csvOfAll(names.map((name) => ({ ...team, name })))
  }

  it("of several teams can be imported into one of them, and reports the rows of the others", () => {
    const text = fileOf(["=South", "North"])
    const read = (team: string) => readFor(text, inNorth(), { team })
    const titles = ({ plan }: ReturnType<typeof read>) =>
      inPlan(plan, "principle").map(({ row, title }) => [row, title])
    assert.deepStrictEqual(titles(read("North")), [[5, "Safe"]])
    assert.deepStrictEqual(titles(read("=South")), [[3, "Safe"]])
    assert.deepStrictEqual(read("North").notes, [
      { kind: "teams", text: "Skipped: belongs to another team.", isLoss: true, rows: [2, 3] }
    ])
  })

  it("of several teams leaves out, and reports, the rows of teams that the user may not create and rows without a team", () => {
    const text = fileOf(["South", "North"])
    const read = readFor(text, { ...inNorth(), mayCreateTeams: false })
    assert.deepStrictEqual(
      read.teams.map(({ existing, title }) => [existing?.id, title]),
      [[entityId(1), "North"]]
    )
    const missing = "Skipped: team “South” doesn’t exist, and only admins can create teams."
    assert.deepStrictEqual(read.notes, [{ kind: "teams", text: missing, isLoss: true, rows: [3] }])
    const unnamed = readFor("Title,Status\nGrow,Draft", { ...inNorth(), here: undefined })
    assert.deepStrictEqual(
      unnamed.notes.map(({ text, rows }) => [text.slice(0, 17), rows]),
      [["Skipped: no team.", [2]]]
    )
    // A row without a team belongs to the one above.
    const merged = readFor("Team,Title\nSouth,One\n,Two\nNorth,Three\n", inNorth())
    assert.deepStrictEqual(
      merged.teams.map(({ title, below }) => [title, ...below.map(({ title }) => title)]),
      [
        ["South", "One", "Two"],
        ["North", "Three"]
      ]
    )
  })
})
