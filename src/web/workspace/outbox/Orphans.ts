import { computed, effect, type ReadonlySignal } from "@preact/signals"
import type { Field } from "../Field.ts"
import type { Lifetime } from "../Lifetime.ts"
import type { Team } from "../Team.ts"
import type { Teams } from "../Teams.ts"
import { sameValue } from "./Edit.ts"
import type { Edits } from "./Edits.ts"
import type { NewItems, Place } from "./NewItems.ts"

/** What is typed for something that is deleted. The user can copy or discard it. */
export interface Orphans {
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  readonly places: ReadonlySignal<ReadonlyArray<Place>>
}

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

/** Whether the team, the objective or the group that gets the items is deleted. */
const isGone = (team: Team, { objectiveId, groupId }: Place): boolean => {
  if (isUnknown(team)) return true
  if (team.body.value === undefined) return false
  const isObjectiveGone = objectiveId !== undefined && !team.objectives.ids.value.includes(objectiveId)
  return isObjectiveGone || (groupId !== undefined && !isInObjectives(team, groupId))
}

/** Whether the field holds typed text. Other fields are choices, worth nothing once their entity is deleted. */
const isTyped = ({ kind }: Field): boolean => /\.(name|title|description|value)$/.test(kind)

/** Edits of choices whose entity is deleted are discarded. */
export const makeOrphans = (edits: Edits, newItems: NewItems, teams: Teams, { onEnd }: Lifetime): Orphans => {
  const deleted = computed(() => edits.fields.value.filter((field) => isDeleted(teams.of(field.teamId), field)))
  onEnd(
    effect(() => {
      for (const field of deleted.value) if (!isTyped(field)) edits.discard(field)
    })
  )
  return {
    fields: computed(() =>
      deleted.value.filter((field) => {
        const edit = edits.of(field).value
        return isTyped(field) && edit !== undefined && !sameValue(edit.mine, edit.base.value)
      })
    ),
    places: computed(() => newItems.places.value.filter((place) => isGone(teams.of(place.teamId), place)))
  }
}
