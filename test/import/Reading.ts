import type { Reading } from "../../src/import/Columns.ts"
import { makeNotes } from "../../src/import/ImportNotes.ts"
import { newIn, type Planned, planOf } from "../../src/import/ImportPlan.ts"
import { type Kind, newItem } from "../../src/import/ImportTree.ts"
import { type ImportContext, type ReadImport, readImport } from "../../src/import/ReadImport.ts"
import { type TeamContents, teamTree } from "../../src/import/TeamContents.ts"
import { entityId } from "../domain/Commands.ts"

export const nothing: TeamContents = { principles: [], objectives: [] }

const north = { id: entityId(1), name: "North" }

/** An import opened in the team North, by an admin. */
export const inNorth = (team: TeamContents = nothing): ImportContext => ({
  ...{ decimal: ".", here: north, teams: [north], mayCreateTeams: true, isAgain: false },
  ...{ isDayFirst: true, top: "objective" },
  contentsOf: () => teamTree({ ...north, ...team })
})

/** The reading with the plan for the first team, which is the only one in most texts. */
export const readFor = (
  text: string,
  context: ImportContext,
  given: Partial<Reading> = {}
): ReadImport & { readonly plan: Planned } => {
  const read = readImport(text, given, context)
  return {
    ...read,
    plan: read.teams[0] ?? planOf(newItem("team", 0, ""), teamTree({ ...nothing, ...north }), false, makeNotes())
  }
}

export const inPlan = ({ below }: Pick<Planned, "below">, kind: Kind): ReadonlyArray<Planned> =>
  below.filter((one) => one.kind === kind)

/** How many items of each kind are to be made in a team. */
export const countsOf = ({ below }: Planned): Partial<Record<Kind, number>> =>
  Object.fromEntries([...Map.groupBy(newIn(below), ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]))
