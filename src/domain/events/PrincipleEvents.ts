import { Record } from "effect"
import { quoted } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import type { Objective, Principle } from "../state/State.ts"
import { creation } from "./Creation.ts"
import { consequence, deletion } from "./Deletion.ts"
import { linkField } from "./LinkEvent.ts"
import { positionEdit } from "./PositionEdit.ts"

export const createPrinciple = creation({
  type: "principle",
  parent: Place.team,
  siblings: ({ team }) => team.principles.length,
  insert: ({ team }, made, stamp) => ({
    ...team,
    principles: [...team.principles, { ...made, ...Place.authorship(stamp) }]
  })
})

export const updatePrinciplePosition = positionEdit({
  target: Place.principle,
  siblings: (team) => team.principles,
  arrange: (team, principles) => ({ ...team, principles })
})

const unlinked = (objective: Objective, principle: Principle, stamp: Place.Stamp): Objective => {
  const field = linkField(principle.id)
  if (!Object.hasOwn(objective.versions, field)) return objective
  const versions = Record.remove(objective.versions, field)
  // Linked once, but no more: nothing of the objective itself changes.
  if (!objective.principleIds.includes(principle.id)) return { ...objective, versions }
  const principleIds = objective.principleIds.filter((id) => id !== principle.id)
  return Place.objective.signed({ ...objective, versions, principleIds }, stamp)
}

export const deletePrinciple = deletion({
  target: Place.principle,
  remove: ({ team, entity }, stamp) => ({
    team: {
      ...team,
      principles: team.principles.filter((principle) => principle !== entity),
      objectives: team.objectives.map((objective) => unlinked(objective, entity, stamp))
    },
    below: [],
    changed: team.objectives
      .filter((objective) => objective.principleIds.includes(entity.id))
      .map((objective) =>
        consequence("objective", objective, `unlinked from deleted principle ${quoted(entity.title)}`)
      )
  })
})
