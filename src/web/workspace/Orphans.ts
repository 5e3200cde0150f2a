import { computed, effect, type ReadonlySignal } from "@preact/signals"
import { same } from "./Draft.ts"
import type { Drafts } from "./Drafts.ts"
import type { Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Team } from "./Team.ts"
import type { Teams } from "./Teams.ts"

const isInside = (team: Team, id: string): boolean =>
  team.objectives.ids.value.some((objectiveId) => {
    const objective = team.objectives.byId.get(objectiveId)?.value
    return [objective?.groups, objective?.initiatives, objective?.progress].some((list) =>
      list?.some((entity) => entity.id === id)
    )
  })

/** Told only of teams the page has looked at. */
const isGone = (team: Team, { kind, teamId, entityId, pair }: Field): boolean => {
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

/** The fields of drafts whose entity is deleted, where something is typed. Choices whose entity is gone are discarded. */
export const makeOrphans = (
  drafts: Drafts,
  teams: Teams,
  { onEnd }: Lifetime
): ReadonlySignal<ReadonlyArray<Field>> => {
  const gone = computed(() => drafts.open.value.filter((field) => isGone(teams.of(field.teamId), field)))
  onEnd(
    effect(() => {
      for (const field of gone.value) if (!isWritten(field)) drafts.discard(field)
    })
  )
  return computed(() =>
    gone.value.filter((field) => {
      const draft = drafts.of(field).value
      return isWritten(field) && draft !== undefined && !same(draft.mine, draft.base.text)
    })
  )
}
