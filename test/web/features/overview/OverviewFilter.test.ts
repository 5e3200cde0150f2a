import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { dayOf } from "../../../../src/shared/Days.ts"
import { objectiveStatuses } from "../../../../src/shared/Statuses.ts"
import {
  filterOf,
  flags,
  groupings,
  isEmptyFilter,
  noFilter,
  type OverviewFilter,
  periods,
  queryOf,
  sinceDay,
  sortKeys,
  views
} from "../../../../src/web/features/overview/OverviewFilter.ts"
import { itemsOf, overviewList, sorted } from "../../../../src/web/features/overview/OverviewList.ts"
import { quarterHead } from "../../../../src/web/texts/values/PeriodTexts.ts"
import type { OverviewBody } from "../../../../src/web/workspace/LiveOverview.ts"
import { law } from "../../../support/laws.ts"
import { objective, overview, team } from "../OverviewBodies.ts"

const today = dayOf("2026-06-15")

const number = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))
const seeds = Arbitrary.array(Arbitrary.schema(number), { minLength: 1, maxLength: 60 })

const dates = ["2026-05-01", "2026-06-14", "2026-06-15", "2026-06-22", "2026-12-31"]
const teams = [
  team({ name: "Data", principles: ["Customers first"] }),
  team({ name: "Mobile", principles: ["CUSTOMERS FIRST", "Small steps"] }),
  team({ name: "Nobody" })
] as const
const principles = teams.flatMap(({ principles }) => principles.map(({ id }) => id))

/** Picks from a list by some digits of a number. */
const pick = <A>(list: ReadonlyArray<A>, seed: number, divisor: number): A =>
  list[Math.floor(seed / divisor) % list.length]!

const objectiveOf = (seed: number) =>
  objective({
    team: teams[seed % 2]!,
    status: pick(objectiveStatuses, seed, 2),
    dueDate: pick([null, ...dates], seed, 12),
    percent: pick([null, 0, 40, 100], seed, 72),
    expectedPercent: pick([null, 40, 60], seed, 288),
    measures: pick([0, 2], seed, 864),
    lastCheckInAt: pick([null, "2026-05-20T00:00:00.000Z", "2026-06-10T00:00:00.000Z"], seed, 1_728),
    principles: pick([[], principles.slice(0, 1), principles.slice(1)], seed, 5_184),
    updatedAt: `${pick(dates.slice(0, 3), seed, 15_552)}T12:00:00.000Z`
  })

const bodyOf = (seeds: ReadonlyArray<number>) => {
  const own = seeds.map(objectiveOf)
  return overview(
    teams,
    teams.flatMap(({ id }) => own.filter(({ teamId }) => teamId === id))
  )
}

const filterFrom = (seed: number): OverviewFilter => ({
  text: pick(["", "", "mob", "ata "], seed, 98_304),
  team: pick(["", "", teams[0].id, "gone"], seed, 1),
  statuses: pick([[], [], ["at_risk"], ["on_track", "achieved"]] as const, seed, 4),
  principle: pick(["", "", "none", principles[1] ?? ""], seed, 16),
  period: pick(["", "", "this-quarter", "none"], seed, 2),
  dueWithin: pick([null, null, 7, 90], seed, 64),
  flags: pick([[], ["mine"], ["overdue"], ["stale", "behind"]] as const, seed, 256),
  since: pick(["", "", "7d", "2026-06-14"], seed, 1_024),
  sort: pick(sortKeys, seed, 4_096),
  isReversed: pick([false, true], seed, 24_576),
  grouping: pick(groupings, seed, 49_152),
  comparedWith: pick(["", "2026-03-03"], seed, 8),
  view: pick(views, seed, 32)
})

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0)

const options = { arbitrary: { runs: 100, size: 60 } }

const listOf = ({ teams, objectives }: OverviewBody, filter: OverviewFilter, today: number) =>
  overviewList(
    teams,
    sorted(
      itemsOf(objectives, today, (owner) => owner === "me"),
      filter
    ),
    filter,
    today,
    ({ teamId }) => (teams.find(({ team: { id } }) => id === teamId)?.team.name ?? "").toLowerCase()
  )

describe("The filter of the overview", () => {
  law("survives the URL", { seeds }, ({ seeds: [seed = 0] }) => {
    const filter = filterFrom(seed)
    assert.deepStrictEqual(filterOf(queryOf(filter)), filter)
  })

  it("is empty without a query, and ignores what it does not know", () => {
    assert.deepStrictEqual(filterOf(""), noFilter)
    assert.strictEqual(queryOf(noFilter), "")
    assert.isTrue(isEmptyFilter({ ...noFilter, sort: "due", grouping: "none", isReversed: true }))
    assert.isFalse(isEmptyFilter({ ...noFilter, dueWithin: 7 }))
    assert.deepStrictEqual(
      ["?sort=due", "?sort=due&group=team", "?group=quarter"].map((query) => filterOf(query).grouping),
      ["none", "team", "quarter"]
    )
    const unknown = "?status=x&due=8&is=late&period=soon&since=2026-13-01&sort=name&order=x&group=x&with=x&view=x"
    assert.deepStrictEqual(filterOf(unknown), noFilter)
  })

  it("takes periods from today, and dates as they are", () => {
    assert.strictEqual(sinceDay("", today), null)
    assert.deepStrictEqual(
      periods.map((days) => sinceDay(`${days}d`, today)),
      [today - 7, today - 30, today - 90]
    )
    assert.strictEqual(sinceDay("2026-06-01", today), today - 14)
  })
})

describe("The list of the overview", () => {
  law(
    "has every objective that passes once, under its team, owner or quarter where it is grouped",
    { seeds },
    ({ seeds }) => {
      const body = bodyOf(seeds)
      const filter = filterFrom(seeds[0] ?? 0)
      const list = listOf(body, filter, today)
      const shown = list.items.flatMap((item) => (item.kind === "objective" ? [item.objective] : []))
      assert.strictEqual(shown.length, list.shownCount)
      assert.strictEqual(new Set(shown.map(({ id }) => id)).size, shown.length)
      const passes = (one: (typeof shown)[number]): boolean =>
        listOf({ ...body, objectives: [one] }, filter, today).shownCount === 1
      assert.deepStrictEqual(
        shown.map(({ id }) => id).toSorted(),
        body.objectives
          .filter(passes)
          .map(({ id }) => id)
          .toSorted()
      )
      const heads = list.items.flatMap((item) => (item.kind === "objective" ? [] : [item]))
      const groupOf = ({ teamId, owner, dueDate }: (typeof shown)[number]): string =>
        ({ team: teamId, owner: owner || "No owner", quarter: quarterHead(dueDate), none: "" })[filter.grouping]
      const isGrouped = filter.grouping !== "none"
      assert.strictEqual(heads.length, isGrouped ? new Set(shown.map(groupOf)).size : 0)
      if (isGrouped)
        assert.strictEqual(
          heads.reduce((total, { shownCount }) => total + shownCount, 0),
          list.shownCount
        )
      let current = ""
      for (const item of list.items) {
        if (item.kind !== "objective") current = item.id
        else assert.strictEqual(groupOf(item.objective), current)
      }
    },
    options
  )

  law(
    "has counts by status that add up, whatever statuses and flags are chosen",
    { seeds },
    ({ seeds }) => {
      const body = bodyOf(seeds)
      const filter = filterFrom(seeds[0] ?? 0)
      const list = listOf(body, filter, today)
      const without = listOf(body, { ...filter, statuses: [], flags: [] }, today)
      assert.strictEqual(without.shownCount, sum(list.byStatus))
      for (const status of objectiveStatuses) {
        const only = listOf(body, { ...filter, statuses: [status], flags: [] }, today)
        assert.strictEqual(only.shownCount, list.byStatus[status])
      }
      for (const flag of flags) {
        const only = listOf(body, { ...filter, statuses: [], flags: [flag] }, today)
        assert.strictEqual(only.shownCount, list.byFlag[flag])
      }
    },
    options
  )

  const titles = (...[body, filter]: [ReturnType<typeof overview>, Partial<OverviewFilter>]) =>
    listOf(body, { ...noFilter, grouping: "none", ...filter }, today).items.map((item) =>
      item.kind === "objective" ? item.objective.title : item.kind === "team" ? item.row.team.name : item.id
    )

  const [data, mobile] = teams
  const body = overview(
    [data, mobile],
    [
      objective({ team: data, title: "a", status: "draft", percent: 90, updatedAt: "2026-06-01T00:00:00.000Z" }),
      objective({
        team: data,
        title: "b",
        owner: "Ben",
        status: "at_risk",
        dueDate: "2026-07-01",
        percent: 50,
        expectedPercent: 60
      }),
      objective({
        team: mobile,
        title: "c",
        status: "off_track",
        dueDate: "2026-06-20",
        percent: 10,
        expectedPercent: 15
      }),
      objective({ team: mobile, title: "d", status: "at_risk" })
    ]
  )

  it.each([
    [{ sort: "team" }, "abcd"],
    [{ sort: "team", isReversed: true }, "dcba"],
    [{ sort: "status" }, "cbda"],
    [{ sort: "due" }, "cbad"],
    [{ sort: "due", isReversed: true }, "bcad"],
    [{ sort: "progress" }, "cbad"],
    [{ sort: "pace" }, "bcad"],
    [{ sort: "changed" }, "abcd"],
    [{ sort: "status", grouping: "team" }, "DatabaMobilecd"],
    [{ sort: "status", grouping: "quarter" }, "Q2 2026cQ3 2026bNo due dateda"],
    [{ sort: "status", grouping: "owner" }, "No ownercdaBenb"]
  ] as const)("is sorted by %j: what has no value comes last, equals stay in order", (filter, expected) => {
    assert.strictEqual(titles(body, filter).join(""), expected)
  })

  it.each([
    [{ dueWithin: 7 }, "c"],
    [{ dueWithin: 30 }, "bc"],
    [{ since: "30d" }, "a"],
    [{ since: "2026-06-02" }, ""],
    [{ statuses: ["at_risk", "draft"] }, "abd"],
    [{ flags: ["behind"] }, "bc"],
    [{ team: mobile.id }, "cd"],
    [{ principle: "none" }, "abcd"],
    [{ principle: "gone" }, ""]
  ] as const)("shows for %j only what passes", (filter, expected) => {
    assert.strictEqual(titles(body, filter).join(""), expected)
  })
})
