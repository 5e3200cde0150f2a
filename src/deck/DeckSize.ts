import type { Team } from "../domain/state/State.ts"

const known = new WeakMap<Team, number>()

const counted = ({ principles, objectives }: Team): number =>
  objectives.reduce(
    (sum, { initiatives, progress }) => sum + 1 + initiatives.length + progress.length,
    principles.length
  )

/** The number of principles, objectives, initiatives and measures, cached by the team's object, which every change replaces. */
const sizeOf = (team: Team): number => {
  const size = known.get(team) ?? counted(team)
  known.set(team, size)
  return size
}

/** What a deck has to read, as a measure of the work. */
export const deckSize = (teams: ReadonlyArray<Team>): number => teams.reduce((sum, team) => sum + sizeOf(team), 0)
