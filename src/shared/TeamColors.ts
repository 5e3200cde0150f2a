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

/** A colour by the number of teams there are, so that teams differ in colour. */
export const colorOfTeam = (teamCount: number): string => teamColors[teamCount % teamColors.length]?.[0] ?? "#3b4cca"
