import { field } from "../../workspace/Field.ts"
import type { Initiative, Objective } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { placed, placementBefore, placementOf, placementText, readPlacement } from "./Placement.ts"

/** An objective's initiatives in their order, with the moves in it that are on their way to the server. */
export const withMoves = ({ drafts }: Workspace, { initiatives }: Objective): ReadonlyArray<Initiative> =>
  drafts.open.value
    .filter(({ kind }) => kind === "initiative.placement")
    .reduce((list: ReadonlyArray<Initiative>, field) => {
      const draft = drafts.of(field).value
      const moves = draft?.phase === "saving" || draft?.phase === "waiting"
      return moves ? placed(list, field.entityId, readPlacement(draft.mine)) : list
    }, initiatives)

/** Those people see: without what is being deleted, out of the groups that are. */
export const visible = ({ deletions }: Workspace, initiatives: ReadonlyArray<Initiative>): ReadonlyArray<Initiative> =>
  initiatives
    .filter(({ id }) => !deletions.has(id))
    .map((one) => (one.groupId !== null && deletions.has(one.groupId) ? { ...one, groupId: null } : one))

export const shownPlacement = ({ teams }: Workspace, objective: Objective, initiativeId: string) => ({
  text: placementText(placementOf(objective.initiatives, initiativeId)),
  sequenceNumber: teams.of(objective.teamId).sequenceNumber.peek()
})

/** Puts an initiative before another one of a group, or at the group's end. */
export const place = (
  workspace: Workspace,
  objective: Objective,
  initiativeId: string,
  groupId: Initiative["groupId"],
  before: string | null
): void => {
  const placement = placementBefore(withMoves(workspace, objective), initiativeId, groupId, before)
  const moved = field("initiative.placement", objective.teamId, initiativeId)
  void workspace.drafts.set(moved, shownPlacement(workspace, objective, initiativeId), placementText(placement))
}
