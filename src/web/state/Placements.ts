import { field } from "../model/Field.ts"
import { placed, placementBefore, placementOf, placementText, readPlacement } from "../model/Placement.ts"
import { isDeleted } from "./Deletions.ts"
import { draftOf, open, set } from "./Drafts.ts"
import type { Initiative, Objective } from "./Team.ts"
import { teamOf } from "./Team.ts"

/** An objective's initiatives in their order, with the moves in it that are on their way to the server. */
export const withMoves = ({ initiatives }: Objective): ReadonlyArray<Initiative> =>
  open.value
    .filter(({ kind }) => kind === "initiative.placement")
    .reduce((list: ReadonlyArray<Initiative>, field) => {
      const draft = draftOf(field).value
      const moves = draft?.phase === "saving" || draft?.phase === "waiting"
      return moves ? placed(list, field.entityId, readPlacement(draft.mine)) : list
    }, initiatives)

/** Those people see: without what is being deleted, out of the groups that are. */
export const visible = (initiatives: ReadonlyArray<Initiative>): ReadonlyArray<Initiative> =>
  initiatives
    .filter(({ id }) => !isDeleted(id))
    .map((one) => (one.groupId !== null && isDeleted(one.groupId) ? { ...one, groupId: null } : one))

export const shownPlacement = (objective: Objective, initiativeId: string) => ({
  text: placementText(placementOf(objective.initiatives, initiativeId)),
  sequenceNumber: teamOf(objective.teamId).sequenceNumber.peek()
})

/** Puts an initiative before another one of a group, or at the group's end. */
export const place = (
  objective: Objective,
  initiativeId: string,
  groupId: Initiative["groupId"],
  before: string | null
): void => {
  const placement = placementBefore(withMoves(objective), initiativeId, groupId, before)
  const moved = field("initiative.placement", objective.teamId, initiativeId)
  void set(moved, shownPlacement(objective, initiativeId), placementText(placement))
}
