import { assert, describe, it } from "@effect/vitest"
import { HashMap, Schema } from "effect"
import * as fc from "fast-check"
import { empty } from "../../src/domain/state/State.ts"
import {
  type Depth,
  type DepthSizes,
  depths,
  depthsWithin,
  TitlesBody,
  titleCount,
  titlesFrame,
  titlesJsonChunks
} from "../../src/domain/views/Titles.ts"
import { sortedTeams } from "../../src/domain/views/Views.ts"
import { type TeamSpec, teamOf } from "../deck/Build.ts"
import { commands, run } from "./Commands.ts"

const spec: TeamSpec = {
  name: "North",
  color: "#336699",
  principles: [{ title: "Listen", description: "“always”" }],
  objectives: Array.from({ length: 23 }, (_, n) => ({
    title: `Objective "${n}"`,
    description: "not here",
    status: "on_track",
    dueDate: null,
    principles: [0],
    groups: ["not here"],
    initiatives: [{ title: `🎯 ${n}`, status: "active", group: 0 }],
    measures: [{ name: "Calls", unit: "%", start: 0, target: 9, checkIns: [] }]
  }))
}

const json = (team: Parameters<typeof titlesJsonChunks>[0], depth: Depth): unknown =>
  JSON.parse([...titlesJsonChunks(team, depth)].join(""))

const decode = Schema.decodeUnknownSync(TitlesBody)

const sizesArbitrary: fc.Arbitrary<DepthSizes> = fc
  .tuple(fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(9))
  .map(([team, objectives, all, isHuge]) => ({
    team,
    objectives: team + objectives,
    all: isHuge === 0 ? Number.POSITIVE_INFINITY : team + objectives + all
  }))

describe("titles", () => {
  it("of a team have its principles, objectives, initiatives and measures, down to the given depth", () => {
    const team = teamOf(spec)
    const principles = team.principles.map(({ id, title }) => ({ id, title }))
    const objectives = team.objectives.map(({ id, title, initiatives, progress }) => ({
      id,
      title,
      initiatives: initiatives.map(({ id, title }) => ({ id, title })),
      progress: progress.map(({ id, name }) => ({ id, name }))
    }))
    const { id, name } = team
    assert.deepStrictEqual(json(team, "team"), { id, name, principles: [], objectives: [] })
    assert.deepStrictEqual(json(team, "objectives"), {
      id,
      name,
      principles,
      objectives: objectives.map(({ id, title }) => ({ id, title, initiatives: [], progress: [] }))
    })
    assert.deepStrictEqual(json(team, "all"), { id, name, principles, objectives })
    assert.strictEqual(titleCount(team), 1 + 1 + 3 * 23)
    assert.strictEqual([...titlesJsonChunks(team, "all")].length, 5)
  })

  it.prop(
    "of any strategy are the JSON of their schema",
    { sequence: commands({ minLength: 0, maxLength: 150 }) },
    ({ sequence }) => {
      const teams = sortedTeams(HashMap.toValues((run(sequence).at(-1)?.after ?? empty).teams))
      for (const depth of depths) {
        const [before, after] = titlesFrame(depth === "all", 7)
        const pieces = teams.map((team) => [...titlesJsonChunks(team, depth)].join(""))
        const body = JSON.parse(`${before}${pieces.join(",")}${after}`)
        assert.deepStrictEqual<unknown>(decode(body, { onExcessProperty: "error" }), body)
        assert.deepStrictEqual([body.complete, body.total], [depth === "all", 7])
      }
    },
    { arbitrary: { runs: 40, size: 150 } }
  )

  it("fit into their bound: nothing more would, and names come before objectives, and these before the rest", () => {
    fc.assert(
      fc.property(fc.array(sizesArbitrary, { maxLength: 8 }), fc.nat(900), (teams, maxBytes) => {
        const chosen = depthsWithin(teams, maxBytes)
        const taken = teams.reduce((sum, sizes, index) => sum + (sizes[chosen[index] ?? "team"] ?? 0), 0)
        const names = teams.reduce((sum, { team }) => sum + team, 0)
        assert.strictEqual(chosen.length, teams.length)
        if (names > maxBytes) return assert.deepStrictEqual(new Set(chosen), new Set(teams.map(() => "team")))
        assert.isAtMost(taken, maxBytes)
        for (const [index, sizes] of teams.entries()) {
          const next = depths[depths.indexOf(chosen[index] ?? "all") + 1]
          if (next === undefined) continue
          assert.isAbove(taken + sizes[next] - sizes[chosen[index] ?? "all"], maxBytes)
        }
      })
    )
  })

  it("are complete if everything fits, to the byte", () => {
    const sizes = { team: 10, objectives: 20, all: 30 }
    assert.deepStrictEqual(depthsWithin([sizes, sizes], 60), ["all", "all"])
    assert.deepStrictEqual(depthsWithin([sizes, sizes], 59), ["all", "objectives"])
    assert.deepStrictEqual(depthsWithin([sizes, sizes], 39), ["objectives", "team"])
    assert.deepStrictEqual(depthsWithin([sizes, sizes], 0), ["team", "team"])
  })
})
