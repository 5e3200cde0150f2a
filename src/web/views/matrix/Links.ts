import { field } from "../../model/Field.ts"
import { draftOf, set } from "../../state/Drafts.ts"
import { linkDrafts } from "../../state/OpenDrafts.ts"
import type { Objective, Team } from "../../state/Team.ts"

/** Ids of an objective's principles as this page's user has them. */
export const linkedTo = (objective: Objective): ReadonlySet<string> => {
  const linked = new Set<string>(objective.principles.map(({ id }) => id))
  for (const field of linkDrafts(objective.id)) {
    const mine = draftOf(field).value?.mine
    if (mine === "true") linked.add(field.pair)
    if (mine === "false") linked.delete(field.pair)
  }
  return linked
}

export const shownLink = (team: Team, { principles }: Objective, principleId: string) => ({
  text: String(principles.some(({ id }) => id === principleId)),
  sequenceNumber: team.sequenceNumber.peek()
})

export const toggle = (team: Team, objective: Objective, principleId: string): void => {
  const link = field("objective.principle", team.id, objective.id, principleId)
  const next = !linkedTo(objective).has(principleId)
  void set(link, shownLink(team, objective, principleId), String(next))
}
