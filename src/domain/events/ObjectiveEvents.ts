import { called } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import { creation } from "./Creation.ts"
import { consequence, deletion, partsOf } from "./Deletion.ts"
import { positionEdit } from "./PositionEdit.ts"

export const createObjective = creation({
  type: "objective",
  parent: Place.team,
  siblings: ({ team }) => team.objectives.length,
  insert: ({ team }, made, stamp) => {
    const nothing = { principleIds: [], groups: [], initiatives: [], progress: [] }
    return { ...team, objectives: [...team.objectives, { ...made, ...nothing, ...Place.authorship(stamp) }] }
  }
})

export const updateObjectivePosition = positionEdit({
  target: Place.objective,
  siblings: (team) => team.objectives,
  arrange: (team, objectives) => ({ ...team, objectives })
})

export const deleteObjective = deletion({
  target: Place.objective,
  remove: ({ team, entity }) => ({
    team: { ...team, objectives: team.objectives.filter((objective) => objective !== entity) },
    below: partsOf(entity, `deleted with ${called("objective", entity)}`),
    changed: entity.principleIds.map((id) =>
      consequence("principle", { id }, `unlinked from deleted ${called("objective", entity)}`)
    )
  })
})
