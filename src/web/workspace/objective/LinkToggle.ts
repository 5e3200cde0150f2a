import { field } from "../Field.ts"
import type { Objective, Team } from "../Team.ts"
import type { Workspace } from "../Workspace.ts"

/** Ids of an objective's principles, including the user's links and unlinks that are not confirmed. */
export const linkedPrincipleIds = ({ outbox: { edits } }: Workspace, objective: Objective): ReadonlySet<string> => {
  const linked = new Set<string>(objective.principles.map(({ id }) => id))
  for (const field of edits.linkFieldsOf(objective.id)) {
    const mine = edits.of(field).value?.mine
    if (mine === true) linked.add(field.pair)
    if (mine === false) linked.delete(field.pair)
  }
  return linked
}

export const shownLink = (team: Team, { principles }: Objective, principleId: string) => ({
  value: principles.some(({ id }) => id === principleId),
  sequenceNumber: team.sequenceNumber.peek()
})

export const toggleLink = (workspace: Workspace, team: Team, objective: Objective, principleId: string): void => {
  const link = field("objective.principle", team.id, objective.id, principleId)
  const next = !linkedPrincipleIds(workspace, objective).has(principleId)
  void workspace.outbox.edits.saveValue(link, shownLink(team, objective, principleId), next)
}
