import { field } from "../../workspace/Field.ts"
import type { Initiative, Objective } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { placementBefore, placementOf, withPlacement } from "./Placement.ts"

/** An objective's initiatives in order, including moves that were submitted and are not confirmed. */
export const withPendingMoves = (
  { outbox: { edits } }: Workspace,
  { initiatives }: Objective
): ReadonlyArray<Initiative> =>
  edits
    .submittedOfKind("initiative.placement")
    .reduce(
      (list: ReadonlyArray<Initiative>, [{ entityId }, placement]) => withPlacement(list, entityId, placement),
      initiatives
    )

/** The initiatives the user sees: without those being deleted, and outside of groups being deleted. */
export const visibleInitiatives = (
  { deletions }: Workspace,
  initiatives: ReadonlyArray<Initiative>
): ReadonlyArray<Initiative> =>
  initiatives
    .filter(({ id }) => !deletions.has(id))
    .map((one) => (one.groupId !== null && deletions.has(one.groupId) ? { ...one, groupId: null } : one))

export const shownPlacement = ({ teams }: Workspace, objective: Objective, initiativeId: string) =>
  teams.valueAsShown(objective.teamId, placementOf(objective.initiatives, initiativeId))

/** Moves an initiative before another one of a group, or to the group's end. `shown` may have changed meanwhile. */
export const placeInitiative = (
  workspace: Workspace,
  shown: Objective,
  initiativeId: string,
  groupId: string | null,
  before: string | null
): void => {
  const { outbox, teams } = workspace
  const objective = teams.of(shown.teamId).objectives.byId.get(shown.id)?.peek() ?? shown
  const placement = placementBefore(withPendingMoves(workspace, objective), initiativeId, groupId, before)
  const moved = field("initiative.placement", objective.teamId, initiativeId)
  void outbox.edits.saveValue(moved, shownPlacement(workspace, objective, initiativeId), placement)
}
