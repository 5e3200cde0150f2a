import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, HashMap, Schema } from "effect"
import { empty } from "../../../src/domain/state/State.ts"
import { TitlesBody, titlesJsonChunks } from "../../../src/domain/views/TitleIndex.ts"
import { sortedTeams } from "../../../src/domain/views/Views.ts"
import { type TeamSpec, teamOf } from "../../deck/Build.ts"
import { law } from "../../support/laws.ts"
import { commands, run } from "../Commands.ts"

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

const decode = Schema.decodeUnknownSync(TitlesBody)

type Teams = Parameters<typeof titlesJsonChunks>[0]

const textOf = (teams: Teams, maxBytes = Number.POSITIVE_INFINITY) => [...titlesJsonChunks(teams, maxBytes)].join("")

const titlesOf = (teams: Teams, maxBytes?: number) =>
  decode(JSON.parse(textOf(teams, maxBytes)), { onExcessProperty: "error" })

const bytesOf = (teams: Teams, maxBytes?: number) => Buffer.byteLength(textOf(teams, maxBytes))

describe("titles", () => {
  const team = teamOf(spec)
  const { id, name } = team
  const principles = team.principles.map(({ id, title }) => ({ id, title }))
  const objectives = team.objectives.map(({ id, title, initiatives, progress }) => ({
    id,
    title,
    initiatives: initiatives.map(({ id, title }) => ({ id, title })),
    progress: progress.map(({ id, name }) => ({ id, name }))
  }))
  const byDepth = [
    { id, name, principles: [], objectives: [] },
    {
      id,
      name,
      principles,
      objectives: objectives.map(({ id, title }) => ({ id, title, initiatives: [], progress: [] }))
    },
    { id, name, principles, objectives }
  ]
  const total = 1 + 1 + 3 * 23
  const body = (...chosen: ReadonlyArray<number>) => ({
    complete: chosen.every((depth) => depth === 2),
    total: chosen.length * total,
    teams: chosen.map((depth) => byDepth[depth])
  })
  const sizeOf = (...chosen: ReadonlyArray<number>) => Buffer.byteLength(JSON.stringify(body(...chosen)))

  it("of teams have their principles, objectives, initiatives and measures", () => {
    assert.deepStrictEqual<unknown>(titlesOf([team]), body(2))
    assert.deepStrictEqual<unknown>(titlesOf([team, team]), body(2, 2))
  })

  it("of a large team are encoded in steps", () => {
    const large = teamOf({
      ...spec,
      objectives: Array.from({ length: 300 }, () => spec.objectives[0] ?? assert.fail())
    })
    assert.strictEqual(
      [...titlesJsonChunks([large], Number.POSITIVE_INFINITY)].filter((chunk) => chunk === "").length,
      6
    )
  })

  law(
    "of any strategy are the JSON of their schema, within any bound that has room for the names",
    {
      sequence: commands({ minLength: 0, maxLength: 150 }),
      share: Arbitrary.schema(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
    },
    ({ sequence, share }) => {
      const teams = sortedTeams(HashMap.toValues((run(sequence).at(-1)?.after ?? empty).teams))
      const [least, most] = [bytesOf(teams, 0), bytesOf(teams)]
      assert.isTrue(titlesOf(teams).complete)
      const maxBytes = Math.ceil(least + 1 + share * (most - least))
      assert.isAtMost(bytesOf(teams, maxBytes), maxBytes)
      const [some, all] = [titlesOf(teams, maxBytes), titlesOf(teams)]
      assert.deepStrictEqual(
        [some.total, some.teams.map(({ name }) => name)],
        [all.total, all.teams.map(({ name }) => name)]
      )
    },
    { arbitrary: { runs: 40, size: 150 } }
  )

  it("leave out what does not fit: names come before objectives, and these before the rest, in the order of the teams", () => {
    for (const chosen of [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2]
    ]) {
      // A byte for the longer word `false`, and one for a comma after the last team.
      const fits = sizeOf(...chosen) + 2
      assert.deepStrictEqual<unknown>(titlesOf([team, team], fits), body(...chosen))
    }
    assert.deepStrictEqual<unknown>(titlesOf([team, team], sizeOf(1, 1) - 2), body(1, 0))
    assert.deepStrictEqual<unknown>(titlesOf([team, team], 0), body(0, 0))
  })
})
