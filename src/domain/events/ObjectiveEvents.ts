import { linkedPrincipleId } from "../entities/LinkField.ts"
import type { Rejection } from "../Rejection.ts"
import type { Objective, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { creation } from "./Creation.ts"
import { deletion, ofTeam, touchedPartsOf, transitivelyTouched } from "./Deletion.ts"
import { restoredDeleted } from "./EntityRestore.ts"
import { limitRefusal } from "./EventDefinition.ts"
import { positionEdit } from "./PositionEdit.ts"

/** An earlier version of an objective, without its links to principles that do not exist now. */
const withLivingLinks = (objective: Objective, team: Team): Objective => {
  const living = new Set<string>(team.principles.map(({ id }) => id))
  const isKept = ([field]: readonly [string, unknown]) => {
    const id = linkedPrincipleId(field)
    return id === undefined || living.has(id)
  }
  return {
    ...objective,
    principleIds: objective.principleIds.filter((id) => living.has(id)),
    versions: Object.fromEntries(Object.entries(objective.versions).filter(isKept))
  }
}

const partsRefusal = ({ groups, initiatives, progress }: Objective): Rejection | null =>
  limitRefusal("group", groups.length - 1) ??
  limitRefusal("initiative", initiatives.length - 1) ??
  limitRefusal("progress", progress.length - 1)

export const createObjective = creation({
  target: Targets.objective,
  parent: Targets.team,
  siblings: ({ team }) => team.objectives.length,
  insert: ({ team }, made, stamp) => {
    const nothing = { baselinePercent: 0, principleIds: [], groups: [], initiatives: [], progress: [] }
    return { ...team, objectives: [...team.objectives, { ...made, ...nothing, ...Targets.newAuthorship(stamp) }] }
  },
  returning: {
    refusal: partsRefusal,
    insert: ({ team }, then, stamp) => {
      const own = restoredDeleted(Targets.objective, withLivingLinks(then.entity, team), stamp)
      const restored = {
        ...own,
        groups: own.groups.map((group) => restoredDeleted(Targets.group, group, stamp)),
        initiatives: own.initiatives.map((initiative) => restoredDeleted(Targets.initiative, initiative, stamp)),
        progress: own.progress.map((measure) => restoredDeleted(Targets.progress, measure, stamp))
      }
      return {
        team: { ...team, objectives: team.objectives.toSpliced(then.index, 0, restored) },
        touched: [
          ...touchedPartsOf(restored, "returned_with"),
          ...restored.principleIds.map((id) => transitivelyTouched("principle", { id }, "linked_by_return"))
        ]
      }
    }
  }
})

export const updateObjectivePosition = positionEdit({
  target: Targets.objective,
  siblings: (team) => team.objectives,
  withSiblings: (team, objectives) => ({ ...team, objectives })
})

export const deleteObjective = deletion({
  target: Targets.objective,
  parent: ofTeam,
  remove: ({ team, entity }) => ({
    team: { ...team, objectives: team.objectives.filter((objective) => objective !== entity) },
    deletedBelow: touchedPartsOf(entity, "deleted_with"),
    changed: entity.principleIds.map((id) => transitivelyTouched("principle", { id }, "unlinked_by_deletion"))
  })
})
