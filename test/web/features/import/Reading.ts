import type { Reading } from "../../../../src/web/features/import/Columns.ts"
import type { TeamContents } from "../../../../src/web/features/import/Plan.ts"
import { type ReadImport, readImport, type Surroundings } from "../../../../src/web/features/import/ReadImport.ts"
import { entityId } from "../../../domain/Commands.ts"

export const nothing: TeamContents = { principles: [], objectives: [] }

const north = { id: entityId(1), name: "North" }

/** An import opened in the team North, by an admin. */
export const inNorth = (team: TeamContents = nothing): Surroundings => ({
  ...{ decimal: ".", here: north, teams: [north], mayCreateTeams: true, isAgain: false },
  ...{ isDayFirst: true, top: "objective" },
  contentsOf: () => team
})

/** The reading with the plan for the first team, which is the only one in most texts. */
export const readFor = (
  text: string,
  around: Surroundings,
  given: Partial<Reading> = {}
): ReadImport & { readonly plan: ReadImport["teams"][number]["plan"] } => {
  const read = readImport(text, given, around)
  return { ...read, plan: read.teams[0]?.plan ?? { principles: [], objectives: [] } }
}
