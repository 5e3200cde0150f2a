/** Colours that differ from one another in the light and in the dark theme. */
export const teamColors: ReadonlyArray<readonly [color: string, name: string]> = [
  ["#3b4cca", "Indigo"],
  ["#1f7a8c", "Teal"],
  ["#2f855a", "Green"],
  ["#a16207", "Amber"],
  ["#c2571a", "Orange"],
  ["#be3455", "Raspberry"],
  ["#8e4a9e", "Plum"],
  ["#5b6675", "Slate"]
]

export interface ColoredTeam {
  readonly name: string
  readonly color: string
}

/** The colour for a new team: unlike those of the teams before and after it by name, and used by the fewest teams. */
export const colorForTeam = (name: string, teams: ReadonlyArray<ColoredTeam>): string => {
  const key = name.toLowerCase()
  const keyed = teams.map((team) => [team.name.toLowerCase(), team.color] as const)
  const sorted = keyed.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  const index = sorted.filter(([other]) => other <= key).length
  const neighbors = sorted.slice(Math.max(0, index - 1), index + 1).map(([, color]) => color)
  const uses = (color: string): number => teams.filter((team) => team.color === color).length
  const [first = "#3b4cca", ...others] = teamColors
    .map(([color]) => color)
    .filter((color) => !neighbors.includes(color))
  return others.reduce((best, color) => (uses(color) < uses(best) ? color : best), first)
}
