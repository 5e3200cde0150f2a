import { linkedPrincipleIds } from "../../workspace/objective/LinkToggle.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

interface LinkRow {
  /** The objective's id. */
  readonly id: string
  /** Ids of its principles. */
  readonly linked: ReadonlySet<string>
}

export interface Gaps {
  /** Ids of objectives without a principle. */
  readonly objectives: ReadonlyArray<string>
  /** Ids of principles without an objective. */
  readonly principles: ReadonlyArray<string>
}

/** The links of the objectives, including those that are not confirmed. */
export const linkRows = (
  workspace: Workspace,
  team: Team,
  objectiveIds: ReadonlyArray<string>
): ReadonlyArray<LinkRow> =>
  objectiveIds.flatMap((id) => {
    const objective = team.objectives.byId.get(id)?.value
    return objective === undefined ? [] : [{ id, linked: linkedPrincipleIds(workspace, objective) }]
  })

/** The number of objectives of each principle, in the order of `principles`. */
export const objectiveCounts = (
  rows: ReadonlyArray<LinkRow>,
  principles: ReadonlyArray<string>
): ReadonlyArray<number> => {
  const counts = new Map(principles.map((id) => [id, 0]))
  for (const { linked } of rows) for (const id of linked) counts.set(id, (counts.get(id) ?? 0) + 1)
  return principles.map((id) => counts.get(id) ?? 0)
}

export const gapsOf = (rows: ReadonlyArray<LinkRow>, principles: ReadonlyArray<string>): Gaps => {
  const counts = objectiveCounts(rows, principles)
  return {
    objectives: rows.filter(({ linked }) => linked.size === 0).map(({ id }) => id),
    principles: principles.filter((_, index) => counts[index] === 0)
  }
}
