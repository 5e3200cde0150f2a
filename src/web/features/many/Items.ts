import type { Target } from "../../session/Route.ts"
import { makeOverview } from "../../workspace/LiveOverview.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ManyTexts.ts"

/** An objective as the user has seen it. */
export interface Item {
  readonly team: Team
  readonly objective: Objective
  /** The log position that it is of. */
  readonly sequenceNumber: number
}

/** Those of loaded teams. */
export const itemsNow = ({ teams }: Workspace, targets: ReadonlyArray<Target>): ReadonlyArray<Item> =>
  targets.flatMap(({ teamId, id }) => {
    const team = teams.of(teamId)
    const objective = team.objectives.byId.get(id)?.peek()
    const isThere = team.objectives.ids.peek().includes(id)
    return objective && isThere ? [{ team, objective, sequenceNumber: team.sequenceNumber.peek() }] : []
  })

/** The objectives that are there; their teams are loaded for it where the page has not done so. */
export const itemsOf = async (workspace: Workspace, targets: ReadonlyArray<Target>): Promise<ReadonlyArray<Item>> => {
  const wanted = [...new Set(targets.map(({ teamId }) => workspace.teams.of(teamId)))]
  await Promise.all(wanted.map((team) => (team.body.peek() === undefined ? team.refresh() : undefined)))
  return itemsNow(workspace, targets)
}

/** The title of an objective, whether its team is loaded or only the overview; empty without both. */
export const titleOf = ({ featureState, teams }: Workspace, { teamId, id }: Target): string =>
  teams.of(teamId).objectives.byId.get(id)?.peek().title ??
  featureState(makeOverview)
    .value.peek()
    ?.objectives.find((one) => one.id === id)?.title ??
  ""

export const titlesOf = (items: ReadonlyArray<Item>): string =>
  texts.titlesOf(items.map(({ objective }) => objective.title))
