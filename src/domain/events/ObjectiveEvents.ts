import * as Targets from "../state/Targets.ts"
import { creation } from "./Creation.ts"
import { deletion, ofTeam, touchedPartsOf, transitivelyTouched } from "./Deletion.ts"
import { positionEdit } from "./PositionEdit.ts"

export const createObjective = creation({
  type: "objective",
  parent: Targets.team,
  siblings: ({ team }) => team.objectives.length,
  insert: ({ team }, made, stamp) => {
    const nothing = { baselinePercent: 0, principleIds: [], groups: [], initiatives: [], progress: [] }
    return { ...team, objectives: [...team.objectives, { ...made, ...nothing, ...Targets.newAuthorship(stamp) }] }
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
