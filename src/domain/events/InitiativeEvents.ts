import { Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import { quoted, spaced } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { deletion } from "./Deletion.ts"
import { setField } from "./FieldEdit.ts"
import { foreignGroup } from "./PlacementEvent.ts"

export const createInitiative = creation({
  type: "initiative",
  parent: Place.objective,
  data: Schema.Struct({
    id: chosenId,
    title: Fields.title,
    status: Schema.optionalKey(Fields.initiativeStatus),
    groupId: Schema.optionalKey(Fields.groupId)
  }),
  kept: Schema.Struct({ id: EntityId, title: Fields.title, status: Fields.initiativeStatus, groupId: Fields.groupId }),
  refusal: ({ entity }, { groupId = null }) =>
    foreignGroup(entity, groupId) ??
    full("initiatives per objective", entity.initiatives.length, Limits.perObjective.initiatives),
  complete: ({ title, status = "planned", groupId = null }, id) => ({ id, title, status, groupId }),
  describe: ({ title }, { entity }) => `created initiative ${quoted(title)} in objective ${quoted(entity.title)}`,
  insert: (place, { id, title, status, groupId }, stamp) =>
    place.put({
      ...place.entity,
      initiatives: [
        ...place.entity.initiatives,
        { id, title, status, groupId, versions: born(stamp, "title", "status", "placement") }
      ]
    })
})

export const updateInitiativeTitle = setField({
  target: Place.initiative,
  field: "title",
  data: Schema.Struct({ title: Fields.title }),
  current: ({ title }) => ({ title }),
  text: ({ title }) => title,
  describe: (_, { title }, before) => `renamed initiative ${quoted(before.title)} to ${quoted(title)}`
})

export const updateInitiativeStatus = setField({
  target: Place.initiative,
  field: "status",
  data: Schema.Struct({ status: Fields.initiativeStatus }),
  current: ({ status }) => ({ status }),
  text: ({ status }) => status,
  describe: ({ entity }, { status }, before) =>
    `changed the status of initiative ${quoted(entity.title)} from ${spaced(before.status)} to ${spaced(status)}`
})

export const deleteInitiative = deletion({
  target: Place.initiative,
  noun: "initiative",
  remove: ({ objective, entity }) => ({
    team: objective.put({
      ...objective.entity,
      initiatives: objective.entity.initiatives.filter((initiative) => initiative !== entity)
    }),
    below: [],
    changed: []
  })
})
