import { Record, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import type { Objective, Principle } from "../State.ts"
import { quoted } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { consequence, deletion } from "./Deletion.ts"
import { setField } from "./FieldEdit.ts"
import { linkField } from "./LinkEvent.ts"
import { positionEdit } from "./PositionEdit.ts"

export const createPrinciple = creation({
  type: "principle",
  parent: Place.team,
  data: Schema.Struct({ id: chosenId, title: Fields.title, description: Schema.optionalKey(Fields.description) }),
  kept: Schema.Struct({ id: EntityId, title: Fields.title, description: Fields.description }),
  refusal: ({ team }) => full("principles per team", team.principles.length, Limits.perTeam.principles),
  complete: ({ title, description = "" }, id) => ({ id, title, description }),
  describe: ({ title }) => `created principle ${quoted(title)}`,
  insert: ({ team }, { id, title, description }, stamp) => ({
    ...team,
    principles: [
      ...team.principles,
      {
        id,
        title,
        description,
        versions: born(stamp, "title", "description", "position"),
        ...Place.authorship(stamp)
      }
    ]
  })
})

export const updatePrincipleTitle = setField({
  target: Place.principle,
  field: "title",
  data: Schema.Struct({ title: Fields.title }),
  current: ({ title }) => ({ title }),
  text: ({ title }) => title,
  describe: (_, { title }, before) => `renamed principle ${quoted(before.title)} to ${quoted(title)}`
})

export const updatePrincipleDescription = setField({
  target: Place.principle,
  field: "description",
  data: Schema.Struct({ description: Fields.description }),
  current: ({ description }) => ({ description }),
  text: ({ description }) => description,
  describe: ({ entity }, { description }) =>
    `${description === "" ? "removed" : "changed"} the description of principle ${quoted(entity.title)}`
})

export const updatePrinciplePosition = positionEdit({
  target: Place.principle,
  noun: "principle",
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
  noun: "principle",
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
