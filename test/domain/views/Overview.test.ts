import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { empty, type Objective, type State, type Team } from "../../../src/domain/state/State.ts"
import { teamOverview } from "../../../src/domain/views/Overview.ts"
import { type TeamChanges, teamChanges, touchedTeams } from "../../../src/domain/views/OverviewChanges.ts"
import { dateOfDay, dayOf, utcDays } from "../../../src/shared/Days.ts"
import {
  doubtsOf,
  expectedPercent,
  isBehind,
  isOverdue,
  isStale,
  staleAfter,
  suggestedStatus
} from "../../../src/shared/Pace.ts"
import { worstOf, wrongWayBy } from "../../../src/shared/Percent.ts"
import { law } from "../../support/laws.ts"
import { lawOptions, run, sequences } from "../Commands.ts"

const teamsOf = ({ teams }: State): ReadonlyArray<Team> => HashMap.toValues(teams)

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

interface Suggested extends Partial<Parameters<typeof suggestedStatus>[0]> {
  readonly isLate?: boolean
}

describe("The overview of generated teams", () => {
  law(
    "has every objective, and counts that add up",
    { sequence: sequences },
    ({ sequence }) => {
      const date = "2026-08-01"
      const today = dayOf(date)
      for (const team of teamsOf(run(sequence).at(-1)?.after ?? empty)) {
        const { team: row, objectives } = teamOverview(team, date, utcDays)
        assert.deepStrictEqual(
          objectives.map(({ id, position }) => [id, position]),
          team.objectives.map(({ id }, position) => [id, position])
        )
        assert.deepStrictEqual(
          row.principles,
          team.principles.map(({ id, title }) => ({ id, title }))
        )
        assert.strictEqual(sum(Object.values(row.counts.byStatus)), row.counts.objectives)
        assert.strictEqual(row.counts.objectives, team.objectives.length)
        assert.strictEqual(row.counts.overdue, objectives.filter((one) => isOverdue(one, today)).length)
        assert.strictEqual(row.counts.stale, objectives.filter((one) => isStale(one, today, utcDays)).length)
        for (const { expectedPercent, initiatives, percent } of objectives) {
          assert.isTrue(expectedPercent === null || (expectedPercent >= 0 && expectedPercent <= 100))
          assert.isTrue(percent === null || (percent >= 0 && percent <= 100))
          assert.isAtMost(initiatives.done, initiatives.total)
        }
      }
    },
    lawOptions
  )
})

/** The compared fields of a whole state, by entity, for a simple comparison. */
const flat = (state: State) => {
  const all = new Map<
    string,
    { readonly team: string; readonly objective?: string; readonly values: Readonly<Record<string, unknown>> }
  >()
  for (const team of teamsOf(state)) {
    for (const { id, title, description } of team.principles) {
      all.set(`principle ${id}`, { team: team.id, values: { text: `${title} ${description}` } })
    }
    for (const { id, status, dueDate, percent } of teamOverview(team, "2026-01-01", utcDays).objectives) {
      all.set(`objective ${id}`, { team: team.id, values: { status, dueDate, percent } })
    }
    for (const { id, initiatives, progress } of team.objectives) {
      const worst = worstOf(progress)
      const wrongWay = worst === undefined ? "" : `${worst.id} ${wrongWayBy(worst)}`
      Object.assign(all.get(`objective ${id}`)?.values ?? {}, { wrongWay })
      for (const { id: initiative, status } of initiatives) {
        all.set(`initiative ${initiative}`, { team: team.id, objective: id, values: { status } })
      }
    }
  }
  return all
}

/** Each difference as a line. */
const differences = (before: State, after: State): ReadonlyArray<string> => {
  const [earlier, later] = [flat(before), flat(after)]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [from, to] = [earlier.get(key), later.get(key)]
    const [kind, id] = key.split(" ")
    if (kind === "initiative") {
      const parent = `${(to ?? from)?.team} ${(to ?? from)?.objective}`
      const isKept = [earlier, later].every((all) => all.has(`objective ${(to ?? from)?.objective}`))
      const [before, now] = [from?.values.status, to?.values.status]
      const events = [
        from === undefined ? "added" : "",
        to === undefined ? "deleted" : "",
        now !== before && (now === "done" || now === "dropped") ? now : ""
      ]
      return isKept ? events.filter((event) => event !== "").map((event) => `${parent} initiative ${event}`) : []
    }
    if (from === undefined) return [`${to?.team} ${kind} created`]
    if (to === undefined) return [`${from.team} ${kind} deleted`]
    return Object.keys(to.values)
      .filter((name) => from.values[name] !== to.values[name])
      .map((name) =>
        kind === "principle" ? `${to.team} edited` : `${to.team} ${id} ${name} ${from.values[name]} ${to.values[name]}`
      )
  })
}

const overviewChanges = (before: State, after: State): ReadonlyArray<TeamChanges> =>
  touchedTeams(before, after).flatMap(([then, now]) => teamChanges(then, now) ?? [])

const worstText = (worst: TeamChanges["wrongWayChanges"][number]["to"]) =>
  worst === null ? "" : `${worst.id} ${worst.by}`

const lines = (changes: TeamChanges): ReadonlyArray<string> => {
  const { team, objectives, principles } = changes
  const times = (count: number, text: string) => Array.from({ length: count }, () => `${team.id} ${text}`)
  const named = (name: string, list: TeamChanges["statusChanges" | "dueDateChanges" | "progressChanges"]) =>
    list.map(({ objectiveId, from, to }) => `${team.id} ${objectiveId} ${name} ${from} ${to}`)
  return [
    ...times(objectives.created, "objective created"),
    ...times(objectives.deleted, "objective deleted"),
    ...times(principles.created, "principle created"),
    ...times(principles.deleted, "principle deleted"),
    ...times(principles.edited, "edited"),
    ...named("status", changes.statusChanges),
    ...named("dueDate", changes.dueDateChanges),
    ...named("percent", changes.progressChanges),
    ...changes.wrongWayChanges.map(
      ({ objectiveId, from, to }) => `${team.id} ${objectiveId} wrongWay ${worstText(from)} ${worstText(to)}`
    ),
    ...changes.initiativeChanges.flatMap(({ objectiveId, title: _, ...counts }) =>
      Object.entries(counts).flatMap(([name, count]) => times(count, `${objectiveId} initiative ${name}`))
    )
  ]
}

describe("The changes between generated states", () => {
  law(
    "are those that a simple comparison finds",
    { sequence: sequences },
    ({ sequence }) => {
      const steps = run(sequence)
      const after = steps.at(-1)?.after ?? empty
      for (const at of [0, steps.length >> 2, steps.length >> 1, steps.length - 1]) {
        const before = steps[at]?.before ?? empty
        const changes = overviewChanges(before, after)
        assert.deepStrictEqual(changes.flatMap(lines).toSorted(), differences(before, after).toSorted())
      }
      assert.deepStrictEqual(overviewChanges(after, after), [])
    },
    lawOptions
  )

  it("are none if there is no team, or if the team is unchanged", () => {
    assert.isNull(teamChanges(undefined, undefined))
  })
})

const due = (
  status: Objective["status"],
  dueDate: string | null,
  baselinePercent = 0,
  startDate: string | null = null
) => ({
  status,
  startDate,
  dueDate,
  createdAt: "2026-01-01T23:59:59.999Z",
  baselinePercent
})

describe("The pace of an objective", () => {
  it.each([
    [due("on_track", "2026-01-11"), "2026-01-01", 0],
    [due("on_track", "2026-01-11"), "2026-01-06", 50],
    [due("off_track", "2026-01-11"), "2026-01-11", 100],
    [due("at_risk", "2026-01-11"), "2027-01-01", 100],
    [due("on_track", "2026-01-11"), "2025-12-31", 0],
    [due("on_track", "2026-01-01"), "2026-01-01", 100],
    [due("on_track", "2025-06-01"), "2026-01-01", 100],
    [due("on_track", "2026-01-04"), "2026-01-02", 33],
    [due("on_track", "2026-01-11", 40), "2026-01-01", 40],
    [due("on_track", "2026-01-11", 40), "2026-01-06", 70],
    [due("on_track", "2026-01-11", 40), "2026-02-01", 100],
    [due("on_track", "2026-01-11", 40), "2025-12-31", 40],
    [due("on_track", "2026-01-21", 0, "2026-01-11"), "2026-01-10", 0],
    [due("on_track", "2026-01-21", 30, "2026-01-11"), "2026-01-10", 0],
    [due("on_track", "2026-01-21", 30, "2026-01-11"), "2026-01-11", 30],
    [due("on_track", "2026-01-21", 30, "2026-01-11"), "2026-01-16", 65],
    [due("on_track", "2026-01-21", 0, "2025-12-22"), "2026-01-06", 50],
    [due("on_track", "2026-01-11", 0, "2026-01-11"), "2026-01-11", 100],
    [due("on_track", null, 0, "2026-01-01"), "2026-01-05", null],
    [due("on_track", null), "2026-01-05", null],
    [due("draft", "2026-01-11"), "2026-01-05", null],
    [due("achieved", "2026-01-11"), "2026-01-05", null],
    [due("missed", "2026-01-11"), "2026-01-05", null]
  ] as const)("%j: on %s it should be at %s per cent", (objective, today, expected) => {
    assert.strictEqual(expectedPercent(objective, dayOf(today), utcDays), expected)
  })

  it("is behind only below what is expected, where both are known", () => {
    assert.isTrue(isBehind({ percent: 49, expectedPercent: 50 }))
    assert.isFalse(isBehind({ percent: 50, expectedPercent: 50 }))
    assert.isFalse(isBehind({ percent: null, expectedPercent: 50 }))
    assert.isFalse(isBehind({ percent: 0, expectedPercent: null }))
  })

  it("is overdue from the day after, unless it is finished", () => {
    const today = dayOf("2026-01-11")
    assert.isFalse(isOverdue(due("on_track", "2026-01-11"), today))
    assert.isTrue(isOverdue(due("draft", "2026-01-10"), today))
    assert.isFalse(isOverdue(due("missed", "2026-01-10"), today))
    assert.isFalse(isOverdue(due("on_track", null), today))
  })

  it.each([
    [{ status: "achieved", percent: 99 }, ["achieved_below_target"]],
    [{ status: "achieved", percent: 100 }, []],
    [{ status: "achieved", percent: null }, []],
    [{ status: "draft", percent: 1 }, ["draft_with_progress"]],
    [{ status: "draft", percent: 0 }, []],
    [{ status: "on_track", percent: 30, expectedPercent: 50 }, ["on_track_behind"]],
    [{ status: "on_track", percent: 31, expectedPercent: 50 }, []],
    [{ status: "on_track", percent: null, expectedPercent: 50 }, []],
    [{ status: "at_risk", percent: 0, expectedPercent: 100, dueDate: "2026-01-10" }, []],
    [
      { status: "on_track", percent: 90, expectedPercent: 100, dueDate: "2026-01-10" },
      ["on_track_behind", "on_track_overdue"]
    ],
    [
      { status: "on_track", percent: 0, expectedPercent: 100, dueDate: "2026-01-10" },
      ["on_track_behind", "on_track_overdue"]
    ],
    [{ status: "on_track", percent: 90, expectedPercent: 100, dueDate: "2026-01-11" }, []],
    [{ status: "at_risk", percent: 0, progress: [{ start: 10, target: 0, value: 12 }] }, ["worse_than_start"]],
    [{ status: "missed", percent: 0, progress: [{ start: 10, target: 0, value: 12 }] }, []]
  ] as const)("%j is doubtful: %j", (given, expected) => {
    const objective = { dueDate: null, expectedPercent: null, progress: [], ...given }
    assert.deepStrictEqual(doubtsOf(objective, dayOf("2026-01-11")), expected)
  })

  it.each([
    [{}, "on_track"],
    [{ expectedPercent: 69 }, "on_track"],
    [{ expectedPercent: 70 }, "at_risk"],
    [{ expectedPercent: 90 }, "off_track"],
    [{ percent: 100, isLate: true }, "achieved"],
    [{ percent: 95, isLate: true }, "off_track"],
    [{ expectedPercent: null }, null],
    [{ status: "missed", isLate: true }, null],
    [{ percent: null }, null],
    [{ status: "draft", expectedPercent: null }, "on_track"],
    [{ status: "draft", percent: 0, expectedPercent: 90 }, null]
  ] as const)("%j suggests the status %s", ({ isLate = false, ...given }: Suggested, expected) => {
    assert.strictEqual(
      suggestedStatus({ status: "on_track", percent: 50, expectedPercent: 50, ...given }, isLate),
      expected
    )
  })

  it("is stale 14 days after its last check-in or, without one, its creation", () => {
    const today = dayOf("2026-01-15")
    const at = (lastCheckInOn: string | null, measures = 1) => ({
      ...{ ...due("on_track", null), measures, lastCheckInOn, staleAfter: 14 }
    })
    assert.isTrue(isStale(at(null), today, utcDays))
    assert.isFalse(isStale(at(null), today - 1, utcDays))
    assert.isFalse(isStale(at("2026-01-02"), today, utcDays))
    assert.isTrue(isStale(at("2026-01-01"), today, utcDays))
    assert.isFalse(isStale(at(null, 0), today, utcDays))
    assert.isFalse(isStale({ ...at("2025-12-01"), startDate: "2026-01-02" }, today, utcDays))
    assert.isTrue(isStale({ ...at("2025-12-01"), startDate: "2026-01-01" }, today, utcDays))
    assert.isFalse(isStale({ ...at(null), status: "achieved" }, today, utcDays))
    assert.isTrue(isStale({ ...at("2025-12-01"), staleAfter: 45 }, today, utcDays))
    assert.isFalse(isStale({ ...at("2025-12-01"), staleAfter: 46 }, today, utcDays))
  })

  it.each([
    [[], 14],
    [[100, 0], 14],
    [[100, 93, 86], 14],
    [[100, 90, 80], 15],
    [[100, 70, 40], 45],
    [[100, 99, 69], 24],
    [[180, 150, 120, 90, 60, 59], 45],
    [[180, 179, 178, 148, 118, 88], 45],
    [[200, 193, 186, 179, 172, 165, 100, 0], 14]
  ])("with check-ins on the days %j is stale %d days after the last", (days, expected) => {
    assert.strictEqual(staleAfter(days.map(dateOfDay)), expected)
  })
})
