import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf } from "../../src/deck/facts/Attention.ts"
import { messagesOf } from "../../src/deck/facts/Messages.ts"
import { paceOf } from "../../src/deck/facts/PaceFacts.ts"
import { inOrder } from "../../src/deck/facts/Progress.ts"
import { trendsOf } from "../../src/deck/facts/TrendFacts.ts"
import { weeksOf } from "../../src/deck/facts/WeekFacts.ts"
import { type DeckContext, type Detail, maxDetailed } from "../../src/deck/Input.ts"
import { type ReducedTeam, reducedPast, reducedTeam } from "../../src/deck/Reduction.ts"
import type { Team } from "../../src/domain/state/State.ts"
import { teamOverview } from "../../src/domain/views/Overview.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { type ObjectiveSpec, teamOf } from "./Build.ts"

const contextOf = (detail: Detail, notes = true): DeckContext => ({
  ...{ sequenceNumber: 4711, date: "2026-11-14", since: "2026-10-15", lastDeck: null },
  ...{ detail, notes, timeZone: "UTC", companyName: null, pageUrl: null }
})

/** Newest first, a day apart. */
const anyCheckIns = fc
  .array(
    fc.record({ value: fc.integer({ min: -20, max: 120 }), confidence: fc.option(fc.nat(10)), noted: fc.nat(4) }),
    {
      maxLength: 100,
      size: "max"
    }
  )
  .map((all) =>
    all.map(({ value, confidence, noted }, index) => ({
      ...{ value, confidence, note: noted === 0 ? `Note ${index}.` : "", actorName: "ada" },
      timestamp: new Date(Date.UTC(2026, 10, 14) - index * 86_400_000).toISOString()
    }))
  )

const anyObjective: fc.Arbitrary<ObjectiveSpec> = fc.record({
  title: fc.constant("Grow"),
  description: fc.constant("Why"),
  status: fc.constantFrom("draft", "on_track", "at_risk", "off_track", "achieved", "missed"),
  dueDate: fc.constantFrom(null, "2026-11-01", "2026-12-31"),
  principles: fc.constant([]),
  groups: fc.constant(["Now"]),
  initiatives: fc.constant([{ title: "Call", status: "active", group: 0 } as const]),
  measures: fc.array(
    anyCheckIns.map((checkIns) => ({ name: "Calls", unit: "", start: 0, target: 100, checkIns })),
    { maxLength: 2 }
  )
})

const anyTeam = fc
  .array(anyObjective, { minLength: 1, maxLength: 3 })
  .map((objectives) => teamOf({ name: "Team", color: "#336699", principles: [], objectives }))

const manyObjectives = (team: Team): Team => ({
  ...team,
  objectives: Array.from({ length: maxDetailed + 1 }, (_, n) => team.objectives[n % team.objectives.length]).flatMap(
    (objective) => objective ?? []
  )
})

const whole = ({ team, objectives }: ReducedTeam): Team => ({ ...team, objectives: [...objectives] })

const logged = { postponements: new Map(), reasons: new Map() }

const facts = (team: Team, before: Team, context: DeckContext) => ({
  attention: attentionOf(team.objectives, { ...context, ...logged }).map(({ objective, ...rest }) => [
    objective.id,
    rest
  ]),
  messages: messagesOf({ ...logged, team, before }),
  order: inOrder(team.objectives, { ...context, before }).map(({ objective, ...rest }) => [objective.id, rest])
})

const shapes = [
  [false, "full"],
  [false, "board"],
  [true, "full"],
  [true, "board"]
] as const

describe("What is sent to a worker", () => {
  it("has the expected percent of the API, whatever the start date", () => {
    const context = contextOf("board")
    const starts = fc.constantFrom(null, "2026-03-01", "2026-09-01", "2026-11-10", "2026-12-01")
    fc.assert(
      fc.property(anyTeam, starts, (team, startDate) => {
        const begun = { startDate, status: "on_track" } as const
        const dated = { ...team, objectives: team.objectives.map((objective) => ({ ...objective, ...begun })) }
        assert.deepStrictEqual(
          whole(reducedTeam(dated, context, true)).objectives.map((each) => paceOf(each, context.date).expected),
          teamOverview(dated, context.date, utcDays).objectives.map(({ expectedPercent }) => expectedPercent)
        )
      })
    )
  })

  it.each(shapes)("has the facts of the whole team (company: %s, %s)", (isCompany, detail) => {
    fc.assert(
      fc.property(anyTeam, anyTeam, fc.boolean(), (one, before, many) => {
        const team = many ? manyObjectives(one) : one
        const context = contextOf(detail)
        const reduced = whole(reducedTeam(team, context, isCompany))
        const past = whole(reducedPast(before, context))
        assert.deepStrictEqual(facts(reduced, past, context), facts(team, before, context))
        const last = (from: Team) =>
          from.objectives
            .flatMap((each) => trendsOf(each, context.date))
            .map(({ points }) => [points[0], points.at(-1)])
        if (!(isCompany && detail === "board")) assert.deepStrictEqual(last(reduced), last(team))
        const weeks = whole(reducedTeam(team, context, isCompany, true)).objectives
        assert.deepStrictEqual(weeksOf(weeks, context.date), weeksOf(team.objectives, context.date))
      }),
      { numRuns: 60 }
    )
  })

  it.each(shapes)("is bounded, and without notes has no username (company: %s, %s)", (isCompany, detail) => {
    fc.assert(
      fc.property(anyTeam, fc.boolean(), (one, many) => {
        const team = many ? manyObjectives(one) : one
        const reduced = whole(reducedTeam(team, contextOf(detail, false), isCompany))
        assert.notMatch(JSON.stringify(reduced), /"(?:ada|grace)"/)
        for (const { progress } of reduced.objectives) {
          const notes = progress.flatMap(({ checkIns }) => checkIns.filter(({ note }) => note !== ""))
          assert.isAtMost(notes.length, many || isCompany ? 6 : 10)
          for (const { checkIns } of progress) assert.isAtMost(checkIns.length, 50 + 3 + 10)
        }
        assert.notMatch(JSON.stringify(whole(reducedPast(team, contextOf(detail)))), /"(?:ada|grace)"/)
      }),
      { numRuns: 30 }
    )
  })

  it("has no text in which a line can end between a number and its sign", () => {
    const words = "From 8 % to 4 % for 3 € a day"
    const kept = "From 8\u00A0% to 4\u00A0% for 3\u00A0€ a day"
    const checkIns = [{ value: 8, confidence: null, note: words, timestamp: "2026-11-10T09:00:00.000Z", actorName: "" }]
    const team = teamOf({
      ...{ name: "Team", color: "#336699", principles: [{ title: words, description: words }] },
      objectives: [
        {
          ...{ title: words, description: words, status: "on_track", dueDate: null, principles: [], groups: [] },
          initiatives: [{ title: words, status: "active", group: null }],
          measures: [{ name: words, unit: "%", start: 8, target: 4, checkIns }]
        }
      ]
    })
    const { principles, objectives } = whole(reducedTeam(team, contextOf("full"), false))
    const texts = [...principles, ...objectives].flatMap(({ title, description }) => [title, description])
    const more = objectives.flatMap(({ initiatives, progress }) => [
      ...initiatives.map(({ title }) => title),
      ...progress.flatMap(({ name, checkIns }) => [name, ...checkIns.map(({ note }) => note)])
    ])
    assert.deepStrictEqual([...new Set([...texts, ...more])], [kept])
  })
})
