import type { Team } from "../domain/state/State.ts"

/** The number of principles, objectives, initiatives and measures. */
const sizeOf = ({ principles, objectives }: Team): number =>
  objectives.reduce(
    (sum, { initiatives, progress }) => sum + 1 + initiatives.length + progress.length,
    principles.length
  )

/** What a deck has to read, as a measure of the work. */
export const deckSize = (teams: ReadonlyArray<Team>): number => teams.reduce((sum, team) => sum + sizeOf(team), 0)
