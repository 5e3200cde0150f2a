import { computed, effect, type ReadonlySignal } from "@preact/signals"
import { sameText } from "./Draft.ts"
import type { Drafts } from "./Drafts.ts"
import type { Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Team } from "./Team.ts"
import type { Teams } from "./Teams.ts"
import type { UnsentInputs } from "./UnsentInputs.ts"

/** Whether an objective of the team contains this group, initiative or measure. */
const isInObjectives = (team: Team, id: string): boolean =>
  team.objectives.ids.value.some((objectiveId) => {
    const objective = team.objectives.byId.get(objectiveId)?.value
    return [objective?.groups, objective?.initiatives, objective?.progress].some((list) =>
      list?.some((entity) => entity.id === id)
    )
  })

const isUnknown = ({ failure: { value: failure } }: Team): boolean =>
  failure?.kind === "refused" && failure.status === 404

/** Whether the field's entity is deleted; false as long as its team is not loaded. */
const isDeleted = (team: Team, { kind, teamId, entityId, pair }: Field): boolean => {
  if (isUnknown(team)) return true
  if (team.body.value === undefined || entityId === teamId) return false
  if (kind.startsWith("principle.")) return !team.principles.ids.value.includes(entityId)
  if (kind === "objective.principle" && !team.principles.ids.value.includes(pair)) return true
  if (kind.startsWith("objective.")) return !team.objectives.ids.value.includes(entityId)
  return !isInObjectives(team, entityId)
}

/** Whether the field holds typed text. Other fields are choices, worth nothing once their entity is deleted. */
const isTyped = ({ kind }: Field): boolean => /\.(name|title|description|value)$/.test(kind)

/** The fields of typed drafts whose entity is deleted. Drafts of choices whose entity is deleted are discarded. */
export const makeOrphanedDrafts = (
  drafts: Drafts,
  teams: Teams,
  { onEnd }: Lifetime
): ReadonlySignal<ReadonlyArray<Field>> => {
  const deleted = computed(() => drafts.fields.value.filter((field) => isDeleted(teams.of(field.teamId), field)))
  onEnd(
    effect(() => {
      for (const field of deleted.value) if (!isTyped(field)) drafts.discard(field)
    })
  )
  return computed(() =>
    deleted.value.filter((field) => {
      const draft = drafts.of(field).value
      return isTyped(field) && draft !== undefined && !sameText(draft.mine, draft.base.text)
    })
  )
}

/** The places with text that is not added whose team, objective or group is deleted. */
export const makeOrphanedPlaces = ({ places }: UnsentInputs, teams: Teams): ReadonlySignal<ReadonlyArray<string>> =>
  computed(() =>
    places.value.filter((place) => {
      const [, teamId = "", ...ids] = place.split(".")
      const team = teams.of(teamId)
      const isThere = (id: string): boolean => team.objectives.ids.value.includes(id) || isInObjectives(team, id)
      return isUnknown(team) || (team.body.value !== undefined && !ids.every(isThere))
    })
  )
