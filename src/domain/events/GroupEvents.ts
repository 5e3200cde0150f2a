import { quoted } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import type { Group, Initiative } from "../state/State.ts"
import { partCreation } from "./Creation.ts"
import { consequence, deletion } from "./Deletion.ts"

export const createGroup = partCreation({
  type: "group",
  list: "groups",
  make: (made) => made
})

const ungrouped = (initiative: Initiative, group: Group, stamp: Place.Stamp): Initiative =>
  initiative.groupId === group.id
    ? { ...initiative, groupId: null, versions: { ...initiative.versions, placement: stamp.sequenceNumber } }
    : initiative

export const deleteGroup = deletion({
  target: Place.group,
  remove: ({ objective, entity }, stamp) => {
    const { groups, initiatives } = objective.entity
    return {
      team: objective.put({
        ...objective.entity,
        groups: groups.filter((group) => group !== entity),
        initiatives: initiatives.map((initiative) => ungrouped(initiative, entity, stamp))
      }),
      below: [],
      changed: initiatives
        .filter((initiative) => initiative.groupId === entity.id)
        .map((initiative) =>
          consequence("initiative", initiative, `ungrouped: group ${quoted(entity.name)} was deleted`)
        )
    }
  }
})
