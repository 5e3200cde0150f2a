import type { Group, Initiative } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { deletion, ofObjective } from "./Deletion.ts"
import { transitivelyTouched } from "./EventDefinition.ts"

export const createGroup = partCreation({
  target: Targets.group,
  list: "groups",
  make: (made) => made,
  returned: ({ initiatives }, { entity, objective }, { lastSeenSequence, sequenceNumber }) => {
    const { id } = entity
    const seen = lastSeenSequence ?? sequenceNumber
    const inItThen = new Set(
      objective.entity.initiatives.filter(({ groupId }) => groupId === id).map((each) => each.id)
    )
    const isTakenBack = ({ id, groupId, versions }: Initiative) =>
      groupId === null && inItThen.has(id) && (versions.placement ?? 0) <= seen
    return {
      entity,
      others: {
        initiatives: initiatives.map((each) =>
          isTakenBack(each) ? { ...each, groupId: id, versions: { ...each.versions, placement: sequenceNumber } } : each
        )
      },
      touched: initiatives
        .filter(isTakenBack)
        .map((each) => transitivelyTouched("initiative", each, "grouped_by_return"))
    }
  }
})

const withoutGroup = (initiative: Initiative, group: Group, stamp: Targets.ChangeStamp): Initiative =>
  initiative.groupId === group.id
    ? { ...initiative, groupId: null, versions: { ...initiative.versions, placement: stamp.sequenceNumber } }
    : initiative

export const deleteGroup = deletion({
  target: Targets.group,
  parent: ofObjective,
  remove: ({ objective, entity }, stamp) => {
    const { groups, initiatives } = objective.entity
    return {
      team: objective.replaceWith({
        ...objective.entity,
        groups: groups.filter((group) => group !== entity),
        initiatives: initiatives.map((initiative) => withoutGroup(initiative, entity, stamp))
      }),
      deletedBelow: [],
      changed: initiatives
        .filter((initiative) => initiative.groupId === entity.id)
        .map((initiative) => transitivelyTouched("initiative", initiative, "ungrouped"))
    }
  }
})
