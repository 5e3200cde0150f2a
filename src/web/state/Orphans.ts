import { computed, effect } from "@preact/signals"
import { same } from "../model/Draft.ts"
import type { Field } from "../model/Field.ts"
import { discard, draftOf, open } from "./Drafts.ts"
import { type Team, teamOf } from "./Team.ts"

const isInside = (team: Team, id: string): boolean =>
  team.objectives.ids.value.some((objectiveId) => {
    const objective = team.objectives.byId.get(objectiveId)?.value
    return [objective?.groups, objective?.initiatives, objective?.progress].some((list) =>
      list?.some((entity) => entity.id === id)
    )
  })

/** Told only of teams the page has looked at. */
const isGone = ({ kind, teamId, entityId, pair }: Field): boolean => {
  const team = teamOf(teamId)
  const trouble = team.trouble.value
  if (trouble?.kind === "refused" && trouble.status === 404) return true
  if (team.body.value === undefined || entityId === teamId) return false
  if (kind.startsWith("principle.")) return !team.principles.ids.value.includes(entityId)
  if (kind === "objective.principle" && !team.principles.ids.value.includes(pair)) return true
  if (kind.startsWith("objective.")) return !team.objectives.ids.value.includes(entityId)
  return !isInside(team, entityId)
}

/** Words somebody wrote; the rest are choices, which nobody misses when there is nothing left to choose for. */
const isWritten = ({ kind }: Field): boolean => /\.(name|title|description|value)$/.test(kind)

/** The fields of drafts whose entity is deleted. */
const gone = computed(() => open.value.filter(isGone))

/** Those with something typed. */
export const orphans = computed(() =>
  gone.value.filter((field) => {
    const draft = draftOf(field).value
    return isWritten(field) && draft !== undefined && !same(draft.mine, draft.base.text)
  })
)

export const watchOrphans = (): void => {
  effect(() => {
    for (const field of gone.value) if (!isWritten(field)) discard(field)
  })
}
