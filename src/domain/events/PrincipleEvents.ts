import { Record } from "effect"
import { perObjective } from "../../shared/Limits.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkField } from "../entities/LinkField.ts"
import type { Objective, Principle } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { creation } from "./Creation.ts"
import { deletion, ofTeam } from "./Deletion.ts"
import { restoredDeleted } from "./EntityRestore.ts"
import { transitivelyTouched } from "./EventDefinition.ts"
import { positionEdit } from "./PositionEdit.ts"

const withLink = (objective: Objective, id: EntityId, stamp: Targets.ChangeStamp): Objective => {
  const versions = { ...objective.versions, [linkField(id)]: stamp.sequenceNumber }
  const principleIds = [...objective.principleIds, id]
  return Targets.objective.withUpdateStamp({ ...objective, versions, principleIds }, stamp)
}

export const createPrinciple = creation({
  target: Targets.principle,
  parent: Targets.team,
  siblings: ({ team }) => team.principles.length,
  insert: ({ team }, made, stamp) => ({
    ...team,
    principles: [...team.principles, { ...made, ...Targets.newAuthorship(stamp) }]
  }),
  returning: {
    insert: ({ team }, then, { stamp }) => {
      const { id } = then.entity
      const linkedThen = new Set(then.team.objectives.filter((each) => each.principleIds.includes(id)).map((_) => _.id))
      const isLinked = (objective: Objective) =>
        linkedThen.has(objective.id) && objective.principleIds.length < perObjective.linkedPrinciples
      return {
        team: {
          ...team,
          principles: team.principles.toSpliced(then.index, 0, restoredDeleted(Targets.principle, then.entity, stamp)),
          objectives: team.objectives.map((each) => (isLinked(each) ? withLink(each, id, stamp) : each))
        },
        touched: team.objectives
          .filter(isLinked)
          .map((each) => transitivelyTouched("objective", each, "linked_by_return"))
      }
    }
  }
})

export const updatePosition = positionEdit({
  target: Targets.principle,
  siblings: (team) => team.principles,
  withSiblings: (team, principles) => ({ ...team, principles })
})

const withoutLink = (objective: Objective, principle: Principle, stamp: Targets.ChangeStamp): Objective => {
  const field = linkField(principle.id)
  if (!Object.hasOwn(objective.versions, field)) return objective
  const versions = Record.remove(objective.versions, field)
  // The link was removed earlier, so the objective's content does not change.
  if (!objective.principleIds.includes(principle.id)) return { ...objective, versions }
  const principleIds = objective.principleIds.filter((id) => id !== principle.id)
  return Targets.objective.withUpdateStamp({ ...objective, versions, principleIds }, stamp)
}

export const deletePrinciple = deletion({
  target: Targets.principle,
  parent: ofTeam,
  remove: ({ team, entity }, stamp) => ({
    team: {
      ...team,
      principles: team.principles.filter((principle) => principle !== entity),
      objectives: team.objectives.map((objective) => withoutLink(objective, entity, stamp))
    },
    deletedBelow: [],
    changed: team.objectives
      .filter((objective) => objective.principleIds.includes(entity.id))
      .map((objective) => transitivelyTouched("objective", objective, "unlinked_by_deletion"))
  })
})
