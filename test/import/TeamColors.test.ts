import { assert, it } from "@effect/vitest"
import { type ColoredTeam, colorForTeam, teamColors } from "../../src/shared/teams/TeamColors.ts"

it("a new team's colour differs from its neighbours', and is one that few teams have", () => {
  const teams: Array<ColoredTeam> = []
  for (const name of Array.from({ length: 60 }, (_, at) => `Team ${(at * 37) % 60}`)) {
    teams.push({ name, color: colorForTeam(name, teams) })
  }
  const sorted = teams.toSorted((left, right) => (left.name < right.name ? -1 : 1))
  const alike = sorted.filter(({ color }, at) => color === sorted[at + 1]?.color)
  assert.deepStrictEqual(alike, [])
  const uses = teamColors.map(([color]) => teams.filter((team) => team.color === color).length)
  assert.isAtMost(Math.max(...uses) - Math.min(...uses), 2)
})
